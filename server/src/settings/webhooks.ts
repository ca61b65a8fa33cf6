// Settings of webhooks.
import { booleanSetting, integerSetting } from '../kernel/validation/setting-types.ts'

export const WEBHOOKS = {
  WEBHOOKS_MAX: integerSetting('Maximum number of webhooks of one user. 0 allows no new webhooks.', {
    fallback: 20,
    range: [0, 1_000],
    unit: 'webhooks',
  }),
  WEBHOOK_HTTP: booleanSetting(
    'Allow webhooks with http URLs, whose messages are not encrypted. Private hosts need EGRESS_ALLOW too.',
    false,
  ),
  WEBHOOK_TIMEOUT_MS: integerSetting('Time within which the receiver of a webhook must respond.', {
    fallback: 15_000,
    range: [100, 60_000],
    unit: 'ms',
  }),
  WEBHOOK_TIME_SCALE: integerSetting('Divides all delays of webhooks, for tests. Rejected unless NODE_ENV is test.', {
    fallback: 1,
    range: [1, 1_000_000],
    unit: '',
  }),
} as const
