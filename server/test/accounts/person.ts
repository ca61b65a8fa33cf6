// A person at a browser, as a test: keeps cookies, and sends what a page of the calendar sends.
import { parseSetCookie } from 'cookie'
import { sql } from '../../src/kernel/database/sql.ts'
import type { Role } from '../../src/kernel/security/caller.ts'
import { recordSecurityEvent } from '../../src/kernel/security/security-log.ts'
import { hashUserPassword } from '../../src/kernel/security/user-passwords.ts'
import type { Answer, Json, TestServer } from '../support/server.ts'

export const PASSWORD = 'violet tractor sings at noon'
export const OTHER_PASSWORD = 'seven quiet lamps under the bridge'

export interface Person {
  readonly cookies: Map<string, string>
  /** Headers of a page of the calendar, with the cookies. */
  headers(): Record<string, string>
  send(method: string, path: string, body?: Json, headers?: Readonly<Record<string, string>>): Promise<Answer>
  signIn(login: string, password?: string): Promise<Answer>
}

export function person(server: TestServer): Person {
  const cookies = new Map<string, string>()
  const headers = (): Record<string, string> => ({
    'x-kalends-session': '1',
    'sec-fetch-site': 'same-origin',
    ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  })
  const send: Person['send'] = async (method, path, body, more = {}) => {
    const answer = await server.request(method, path, { ...(body && { body }), headers: { ...headers(), ...more } })
    for (const text of answer.headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(text)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return { cookies, headers, send, signIn: (login, password = PASSWORD) => send('POST', '/session', { login, password }) }
}

/** The digest of the password of all users. */
let digest: Promise<string> | undefined
/**
 * Adds a user with a password, as the API does. The API estimates how strong the password is, which takes 0.7 s of processor time;
 * `users.test.ts` tests it.
 */
export async function addPerson(server: TestServer, login: string, role: Role = 'editor', more: PersonalData = {}): Promise<number> {
  const { name = '', email = null, language = null } = more
  digest ??= hashUserPassword(PASSWORD)
  const { database } = server.app
  const [row] = await database.query<{ id: number }>(sql`
insert into users (login, role, name, email, language, password)
values (${login}, ${role}, ${name.normalize('NFC').trim()}, ${email}, ${language}, ${await digest}) returning id`)
  if (!row) throw new Error(`The user ${login} was not added.`)
  await recordSecurityEvent(database, { action: 'user added', actorId: server.ids.admin, address: '127.0.0.1', details: { login, role } })
  return row.id
}
interface PersonalData {
  readonly name?: string
  readonly email?: string
  readonly language?: string
}
/** Invites a user, and returns the id and the secret in the link. */
export async function invitePerson(server: TestServer, login: string, role = 'editor'): Promise<{ id: number; token: string }> {
  const { json, status, text } = await server.request('POST', '/users', { as: 'admin', body: { login, role } })
  if (status !== 201) throw new Error(text)
  return { id: Number(json['id']), token: tokenIn(json['invitation']) }
}
/** The status and the code of an error. */
export const codeOf = ({ status, json }: Pick<Answer, 'status' | 'json'>): string => `${status} ${String(json['code'])}`
export const tokenIn = (link: unknown): string => new URL((link as { url: string }).url).hash.slice(1)
