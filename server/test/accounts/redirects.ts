// A person who signs in with OpenID Connect, as a test: follows redirects between the calendar and the provider, with cookies.
import { parseSetCookie } from 'cookie'
import type { TestServer } from '../support/server.ts'
import { person, type Person } from './person.ts'

type Cookies = Map<string, string>
async function visit(url: string, cookies: Cookies, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { redirect: 'manual', headers: { ...headers, ...(cookie && { cookie }) } })
  for (const text of response.headers.getSetCookie()) {
    const { name, value = '', maxAge } = parseSetCookie(text)
    if (maxAge === 0 || value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return response
}
const locationOf = (response: Response, from: string): string => {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`${from} does not redirect: ${response.status}`)
  return new URL(location, from).href
}

export interface Visitor extends Person {
  /** Goes to the provider, and returns the URL with which the provider sends the browser back. */
  start(): Promise<string>
  /** Opens the callback, and returns where the calendar redirects to, without its origin. */
  finish(callback: string): Promise<string>
  /** Does both. */
  signInByProvider(): Promise<string>
  open(url: string, headers?: Readonly<Record<string, string>>): Promise<Response>
}
export function visitor(server: TestServer): Visitor {
  const own = person(server)
  const open: Visitor['open'] = (url, headers) => visit(url, own.cookies, headers)
  const start: Visitor['start'] = async () => {
    const first = `${server.base}/auth/oidc/start`
    let location = locationOf(await open(first, { 'sec-fetch-site': 'same-origin' }), first)
    // The provider has its own cookies, and forgets the person after each sign-in.
    const cookies: Cookies = new Map()
    for (let hops = 0; hops < 10 && !location.startsWith(server.base); hops += 1)
      location = locationOf(await visit(location, cookies), location)
    return location
  }
  const finish: Visitor['finish'] = async (callback) => {
    const response = await open(callback, { 'sec-fetch-site': 'cross-site' })
    return locationOf(response, callback).replace(server.base, '')
  }
  return { ...own, open, start, finish, signInByProvider: async () => finish(await start()) }
}
