// Runs the checks of the doctor with the settings: for `kalends doctor`, and for the route of administrators.
import { explain } from './commands/error-messages.ts'
import { describeSettings, type Config } from './config.ts'
import { providerOf } from './configured-accounts.ts'
import { acceptsSubmissions } from './configured-submissions.ts'
import { runDoctor } from './features/doctor/checks.ts'
import type { Finding } from './features/doctor/finding.ts'
import type { AdministrationServices } from './features/doctor/routes.ts'
import { withoutCredentials, type CheckedServer } from './features/doctor/server-checks.ts'
import { shareRuns } from './features/doctor/shared-runs.ts'
import { inspectInTime } from './features/media/store-monitor.ts'
import { configuredStore } from './media-stores.ts'
import type { Database } from './kernel/database/database.ts'
import type { Migration } from './kernel/database/migrations.ts'
import { createMailer } from './kernel/outbound/mailer.ts'
import type { Logger } from './kernel/runtime/logger.ts'
import { systemClock } from './kernel/time/clock.ts'

export interface CheckedParts {
  readonly config: Config
  readonly database: Database
  readonly migrations: readonly Migration[]
}

/** Adds each finding to `findings` as soon as it is known, and returns all of them. */
export function checkEnvironment({ config, database, migrations }: CheckedParts, findings: Finding[]): Promise<Finding[]> {
  findings.push(checkPublicUrl(config), ...checkSubmissions(config))
  return runDoctor(
    {
      database,
      migrations,
      timeZone: config.SITE_TIMEZONE,
      languages: config.LANGUAGES,
      poolSize: config.DATABASE_POOL_SIZE,
      redisUrl: config.REDIS_URL,
      trustedProxies: config.TRUSTED_PROXIES,
      disk: process.cwd(),
      inspectMedia: (db) => inspectInTime(configuredStore(config).place, db),
      oidc: providerServer(config),
      mail: mailServer(config),
      now: () => systemClock.now().epochMilliseconds,
      explain,
    },
    findings,
  )
}

const checkPublicUrl = ({ PUBLIC_URL }: Config): Finding =>
  PUBLIC_URL
    ? { check: 'public URL', state: 'ok', found: withoutCredentials(PUBLIC_URL), remedy: '' }
    : {
        check: 'public URL',
        state: 'warning',
        found: 'PUBLIC_URL is not set: links in responses use the address of this machine',
        remedy: 'Set PUBLIC_URL to the URL that clients use.',
      }

/** Nothing is reported about a form that the operator did not ask for. */
function checkSubmissions(config: Config): Finding[] {
  const check = 'submissions'
  if (!config.SUBMIT_FORM) return []
  if (!acceptsSubmissions(config))
    return [
      {
        check,
        state: 'warning',
        found: 'SUBMIT_FORM is true, but the form is off, because no mail is sent',
        remedy: 'Set SMTP_URL and MAIL_FROM, so that senders confirm their address. Or set SUBMIT_WITHOUT_MAIL=true.',
      },
    ]
  return config.SMTP_URL === ''
    ? [
        {
          check,
          state: 'warning',
          found: 'the form accepts submissions without a confirmation by mail',
          remedy: 'Set SMTP_URL and MAIL_FROM, unless editors need not reach senders.',
        },
      ]
    : [{ check, state: 'ok', found: 'senders confirm submissions by mail', remedy: '' }]
}

const providerServer = (config: Config): CheckedServer | null =>
  config.OIDC_ISSUER === ''
    ? null
    : { url: withoutCredentials(config.OIDC_ISSUER), connect: () => providerOf(config, config.PUBLIC_URL).discover() }
function mailServer({ SMTP_URL, MAIL_FROM }: Config): CheckedServer | null {
  if (SMTP_URL === '') return null
  const { protocol, host } = new URL(SMTP_URL)
  return { url: `${protocol}//${host}`, connect: () => createMailer(SMTP_URL, MAIL_FROM).verify() }
}

/** Below the default of HANDLER_TIMEOUT_MS, and above the time after which a mail server that does not respond is given up. */
const DEADLINE_MS = 20_000
/** Runs cost connections to other servers and statements that read many rows, so they must not follow one another. */
const SHARE_MS = 30_000
/** The check `settings` is left out, because a server with invalid settings does not start. */
export const administrationServices = (parts: CheckedParts, log: Logger): AdministrationServices => ({
  settings: describeSettings(parts.config),
  doctor: shareRuns((findings) => checkEnvironment(parts, findings), {
    deadlineMs: DEADLINE_MS,
    shareMs: SHARE_MS,
    onError: (error) => log.error({ err: error }, 'a check of the doctor failed'),
  }),
})
