// A person at a browser, as a test: keeps cookies, and sends what a page of the calendar sends.
import { parseSetCookie } from 'cookie'
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

/** Adds a user with a password. */
export async function addPerson(server: TestServer, login: string, role = 'editor', more: Json = {}): Promise<number> {
  const answer = await server.request('POST', '/users', { as: 'admin', body: { login, role, password: PASSWORD, ...more } })
  if (answer.status !== 201) throw new Error(answer.text)
  return Number(answer.json['id'])
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
