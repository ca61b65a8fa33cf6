// The operations that an attacker would like a signed-in person to send.
import type { Json } from '../support/server.ts'
import { OTHER_PASSWORD, PASSWORD } from './person.ts'

export interface ForgedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Json
  /** The response to callers without credentials: 403 because of the origin, 401, 200 or 404. */
  readonly access: 'page' | 'user' | 'everyone' | 'hidden'
  /** A picture in Base64. */
  readonly file?: string
}
type Method = ForgedOperation['method']
const byUser = (method: Method, path: string, body: Json = {}): ForgedOperation => ({ method, path, body, access: 'user' })
const byPage = (path: string, body: Json): ForgedOperation => ({ method: 'POST', path, body, access: 'page' })

export const FORGED_DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
export const forgedReads = (draftId: number): ForgedOperation[] => [
  { ...byUser('GET', '/me'), access: 'everyone' },
  { ...byUser('GET', `/events/${draftId}`), access: 'hidden' },
  byUser('GET', '/users'),
  byUser('GET', '/me/tokens'),
  byUser('GET', '/me/sessions'),
]

export interface ForgedTargets {
  readonly draftId: number
  readonly eventId: number
  readonly picture: string
  /** The login of the person, and the account of the attacker. */
  readonly owner: string
  readonly attacker: { readonly id: number; readonly login: string }
  readonly newLogin: string
  /** Secrets of links that the attacker has. */
  readonly reset: string
  readonly invitation: string
}
/** In an order in which the person can send all of them: the last ones change who is signed in. */
export const forgedWrites = ({
  draftId,
  eventId,
  picture,
  owner,
  attacker,
  newLogin,
  reset,
  invitation,
}: ForgedTargets): ForgedOperation[] => [
  byUser('POST', '/events', { title: 'Forged', ...FORGED_DATES }),
  byUser('PATCH', `/events/${draftId}`, { title: 'Forged' }),
  byUser('PUT', `/events/${draftId}`, { status: 'publish' }),
  byUser('DELETE', `/events/${eventId}`),
  byUser('POST', '/batch', { operations: [{ id: 'a', method: 'POST', path: '/tags', body: { name: 'Forged' } }] }),
  { ...byUser('POST', '/media', { title: 'Forged' }), file: picture },
  byUser('POST', '/users', { login: newLogin, role: 'administrator' }),
  byUser('PATCH', `/users/${attacker.id}`, { role: 'administrator' }),
  byUser('POST', '/me/tokens', { label: 'forged', scope: 'admin' }),
  byUser('POST', '/sources', { name: 'Forged', url: 'https://attacker.invalid/calendar.ics', every_hours: 1 }),
  byUser('PUT', `/events/${draftId}/working-copy`, { title: 'Forged' }),
  byUser('POST', '/me/passkeys/options'),
  byUser('POST', '/me/second-factor', { current_password: PASSWORD }),
  byUser('PUT', '/me/password', { current_password: PASSWORD, password: OTHER_PASSWORD }),
  byUser('DELETE', '/me/sessions'),
  byPage('/password-reset', { login: owner }),
  byPage('/password-reset/confirm', { token: reset, password: PASSWORD }),
  byPage('/session/passkey/options', {}),
  byPage('/session', { login: attacker.login, password: PASSWORD }),
  byPage('/invitations/accept', { token: invitation, password: PASSWORD }),
  byUser('DELETE', '/session'),
]
