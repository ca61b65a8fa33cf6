// Settings of sources.
import { integerSetting } from '../kernel/validation/setting-types.ts'

export const SOURCES = {
  SOURCES_MAX: integerSetting('Maximum number of sources of one user, from which records are imported. 0 allows no new sources.', {
    fallback: 20,
    range: [0, 1_000],
    unit: 'sources',
  }),
} as const
