// The groups of settings. The server lists the settings in the order of its documentation, so the first setting of a group begins it.
import type { ServerSetting } from '@kalends/client'

type Translate = (english: string) => string

/** The first setting of each group, and the title of the group. */
export const GROUP_STARTS: Readonly<Record<string, (t: Translate) => string>> = {
  SITE_TIMEZONE: (t) => t('Calendar'),
  PAGES: (t) => t('Pages for visitors'),
  HOST: (t) => t('Web server'),
  DATABASE_URL: (t) => t('Database'),
  WORKER: (t) => t('Background jobs'),
  RATE_LIMIT_ANONYMOUS: (t) => t('Limits of requests'),
  MAX_IN_FLIGHT: (t) => t('Limits of requests at the same time'),
  SSE_MAX: (t) => t('Live changes'),
  RECURRENCE_MAX_RULES: (t) => t('Limits of repetitions'),
  CACHE_MB: (t) => t('Caches'),
  MEDIA_DIR: (t) => t('Pictures'),
  EGRESS_ALLOW: (t) => t('Requests to other servers'),
  WEBHOOKS_MAX: (t) => t('Webhooks'),
  SOURCES_MAX: (t) => t('Imports'),
  SMTP_URL: (t) => t('Mail'),
  SIGN_IN_METHODS: (t) => t('Ways to sign in'),
  SUBMIT_FORM: (t) => t('Events sent by visitors'),
  TRASH_DAYS: (t) => t('How long data is kept'),
  METRICS_HOST: (t) => t('Logs and measurements'),
}

interface SettingGroup {
  /** The name of the first setting. */
  readonly id: string
  readonly title: string
  readonly settings: readonly ServerSetting[]
}
export function groupSettings(settings: readonly ServerSetting[], t: Translate): SettingGroup[] {
  const groups: { id: string; title: string; settings: ServerSetting[] }[] = []
  for (const setting of settings) {
    const title = GROUP_STARTS[setting.name]
    if (title || groups.length === 0) groups.push({ id: setting.name, title: title?.(t) ?? t('Other settings'), settings: [] })
    groups.at(-1)?.settings.push(setting)
  }
  return groups
}
