// One entry of the security log.
import type { SecurityEntry, UserRole } from '@kalends/client'
import { wallOfReader } from '../../lib/days.ts'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useRoleNames } from '../people/person-names.ts'
import { useUserNames } from '../people/people-queries.ts'
import { useSecurityActions } from './security-actions.ts'

export function SecurityEntryRow({ entry }: { readonly entry: SecurityEntry }) {
  const { wallTime } = useFormats()
  const { nameOf } = useSecurityActions()
  const facts = useEntryFacts()(entry)
  return (
    <li className="run-row log-entry">
      <time className="soft" dateTime={entry.at_utc}>
        <bdi>{wallTime(wallOfReader(entry.at_utc))}</bdi>
      </time>
      <div className="grow">
        <b>{nameOf(entry.action)}</b>
        <ul className="log-facts soft small">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** The person, the address and the details of an entry in words. Details without words of their own are left out. */
function useEntryFacts(): (entry: SecurityEntry) => string[] {
  const t = useText()
  const nameOf = useUserNames()
  const roles = useRoleNames()
  return ({ actor, address, details }) => {
    const id = (name: string): number | undefined => (typeof details[name] === 'number' ? details[name] : undefined)
    const text = (name: string): string | undefined => (typeof details[name] === 'string' ? details[name] : undefined)
    const [user, login, role, successor] = [id('user'), text('login'), text('role'), id('reassigned_to')]
    const method = methodName(text('method'), t)
    return [
      actor && t('By {name}', { name: actor.login ?? `#${actor.id}` }),
      user !== undefined && user !== actor?.id && t('Person: {name}', { name: nameOf(user) }),
      login !== undefined && t('Login: {login}', { login }),
      role !== undefined && t('Role: {role}', { role: roles[role as UserRole] ?? role }),
      successor !== undefined && t('Records taken over by {name}', { name: nameOf(successor) }),
      method !== undefined && t('Method: {method}', { method }),
      id('ended') !== undefined && t('{count} devices', { count: id('ended') ?? 0 }),
      id('webhook') !== undefined && t('Webhook {number}', { number: `#${id('webhook')}` }),
      address !== null && t('From {address}', { address }),
      address === null && actor === null && t('On the server itself'),
    ].filter((fact) => typeof fact === 'string')
  }
}
function methodName(method: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  if (method === undefined) return undefined
  const names: Readonly<Record<string, string>> = {
    password: t('Password'),
    passkey: t('Passkey'),
    oidc: t('Single sign-on'),
    invitation: t('Invitation'),
  }
  return names[method] ?? method
}
