// The settings of the server, the findings of its checks, and its security log, for administrators.
import { createCall } from './call.ts'
import type { RequestOptions } from './options.ts'
import type { Send } from './send.ts'

export interface ServerSetting {
  name: string
  /** `null` if the setting is a secret. */
  value: string | null
  is_secret: boolean
  source: 'environment' | 'file' | 'default'
  description: string
}
export interface Finding {
  check: string
  /** `warning`: the service works, but the operator should act. */
  state: 'ok' | 'warning' | 'error'
  found: string
  /** Tells the operator what to do. Empty if no action is needed. */
  remedy: string
}
export interface DoctorReport {
  /** When the checks were run. Requests share the result for a short time. */
  checked_utc: string
  findings: Finding[]
}
export interface SecurityEntry {
  id: number
  at_utc: string
  action: string
  /** The user who acted; `null` for the server, the command line, and people who are not signed in. */
  actor: { id: number; login: string | null } | null
  address: string | null
  details: Record<string, unknown>
}
export interface SecurityLogParams {
  /** Returns only entries with a smaller ID. */
  before?: number
  per_page?: number
  action?: string
  /** ID of the user who acted, or whom the entry is about. */
  user?: number
}
/** These requests need an administrator. */
export interface Administration {
  settings(options?: RequestOptions): Promise<{ settings: ServerSetting[] }>
  /** Checks everything that the server depends on. */
  doctor(options?: RequestOptions): Promise<DoctorReport>
  /** Returns entries of the security log, the newest first. */
  securityLog(params?: SecurityLogParams, options?: RequestOptions): Promise<{ entries: SecurityEntry[] }>
}

export function createAdministration(send: Send, clientLanguage: string | undefined): Administration {
  const call = createCall(send, clientLanguage)
  return {
    settings: (options) => call({ method: 'GET', path: '/settings' }, options),
    doctor: (options) => call({ method: 'GET', path: '/doctor' }, options),
    securityLog: (query = {}, options) => call({ method: 'GET', path: '/security-log', query }, options),
  }
}
