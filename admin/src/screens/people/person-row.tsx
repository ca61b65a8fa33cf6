// One person in the list, with the commands of the row.
import type { User, UserStatus } from '@kalends/client'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useFormats } from '../../lib/format.ts'
import { initialsOf } from '../../lib/initials.ts'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { nameOfUser } from './people-queries.ts'
import { useRoleNames, useUserStatusNames } from './person-names.ts'

interface PersonRowProps {
  readonly user: User
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onStatus: (status: 'active' | 'disabled') => void
  readonly onInvite: () => void
}
export function PersonRow({ user, onEdit, ...commands }: PersonRowProps) {
  const t = useText()
  const { data: me } = useMe()
  const { moment } = useFormats()
  const roles = useRoleNames()
  const name = nameOfUser(user)
  return (
    <li className="person-row">
      <span className="person-mark" data-color={user.id % 5} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className="who">
        <AriaButton className="name" onPress={onEdit}>
          <bdi>{name}</bdi>
        </AriaButton>
        {user.id === me?.id && <span className="faint"> {t('You')}</span>}
        <p className="soft small">
          <bdi>{user.login}</bdi>
          {user.email && (
            <>
              {' · '}
              <bdi>{user.email}</bdi>
            </>
          )}
        </p>
      </div>
      <span className="role">{roles[user.role]}</span>
      <span className="badges">
        <StatusMark status={user.status} />
        {user.second_factor && (
          <span className="badge">
            <Icon name="lock" />
            {t('Second factor')}
          </span>
        )}
      </span>
      <span className="seen soft small">
        {user.last_seen_utc === null ? t('Never signed in') : t('Last seen {time}', { time: moment(user.last_seen_utc) })}
      </span>
      <PersonMenu user={user} onEdit={onEdit} {...commands} />
    </li>
  )
}

const MARKS: Readonly<Record<UserStatus, readonly [kind: string, icon: IconName]>> = {
  active: ['good', 'check'],
  invited: ['waiting', 'mail'],
  disabled: ['off', 'close'],
}
function StatusMark({ status }: { readonly status: UserStatus }) {
  const names = useUserStatusNames()
  const [kind, icon] = MARKS[status]
  return (
    <span className={`badge ${kind}`}>
      <Icon name={icon} />
      {names[status]}
    </span>
  )
}

function PersonMenu({ user, onEdit, onDelete, onStatus, onInvite }: PersonRowProps) {
  const t = useText()
  const again: MenuEntry = { id: 'invite', label: t('New invitation link'), icon: 'link', run: onInvite }
  const entries: MenuEntry[] = [
    { id: 'edit', label: t('Edit'), icon: 'edit', run: onEdit },
    ...(user.status === 'invited' ? [again] : []),
    user.status === 'disabled'
      ? { id: 'enable', label: t('Enable'), icon: 'check', run: () => onStatus('active') }
      : { id: 'disable', label: t('Disable and sign out'), icon: 'lock', run: () => onStatus('disabled') },
    { id: 'delete', label: t('Delete for good'), icon: 'trash', run: onDelete },
  ]
  return (
    <Menu
      label={t('Actions')}
      trigger={<IconButton label={t('More for “{title}”', { title: nameOfUser(user) })} icon="more" />}
      entries={entries}
    />
  )
}
