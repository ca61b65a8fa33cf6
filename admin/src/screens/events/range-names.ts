// The names of the periods that the list can show.
import { useText } from '../../lib/language.tsx'
import type { Range } from './event-search.ts'

export function useRangeNames(): Readonly<Record<Range, string>> {
  const t = useText()
  return {
    today: t('Today'),
    week: t('Next 7 days'),
    month: t('Next 30 days'),
    year: t('Next 12 months'),
    all: t('All dates'),
    past: t('Past'),
  }
}
