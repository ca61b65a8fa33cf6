// The callers of the matrix with a session instead of a token: each of them has signed in, and sends the cookie as a page of the calendar does.
import { hashUserPassword } from '../../../src/kernel/security/user-passwords.ts'
import { PASSWORD, person } from '../../accounts/person.ts'
import type { Callers } from './stage.ts'
import type { Caller } from './table.ts'

const LOGINS = {
  subscriber: 'subscriber',
  contributor: 'contributor',
  author: 'author',
  editor: 'editor',
  administrator: 'admin',
} as const satisfies Partial<Record<Caller, string>>

/** Sessions have no scope, so the caller whose token only reads keeps the token. */
export async function withSessions<T extends Callers>(stage: T): Promise<T> {
  const { server, db } = stage
  await db.query('update users set password = $1', [await hashUserPassword(PASSWORD)])
  const credentials: Record<Caller, Readonly<Record<string, string>>> = {
    ...stage.credentials,
    anonymous: person(server).headers(),
    bad: await endedSession(stage),
  }
  for (const [caller, login] of Object.entries(LOGINS) as [keyof typeof LOGINS, string][])
    credentials[caller] = (await signedIn(stage, login)).headers()
  return { ...stage, credentials }
}
async function signedIn({ server }: Callers, login: string) {
  const own = person(server)
  const answer = await own.signIn(login)
  if (answer.status !== 200) throw new Error(answer.text)
  return own
}
async function endedSession(stage: Callers): Promise<Record<string, string>> {
  const own = await signedIn(stage, LOGINS.author)
  const headers = own.headers()
  await own.send('DELETE', '/session')
  return headers
}
