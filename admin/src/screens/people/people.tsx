// The people who use the calendar: who they are, what they may do, invitations, and their removal.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { InvitedUser, User } from '@kalends/client'
import { useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { MoreEntries } from '../run/more-entries.tsx'
import { RunPage } from '../run/run-page.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleFilters } from './people-filters.tsx'
import { usePeople } from './people-queries.ts'
import { PersonRow } from './person-row.tsx'
import { usePersonActions } from './use-person-actions.ts'

type OpenDialog =
  | { readonly name: 'invite' }
  | { readonly name: 'invited'; readonly user: InvitedUser }
  | { readonly name: 'edit' | 'delete'; readonly user: User }

export function People() {
  const t = useText()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <RunPage
      title={t('People')}
      lead={t('Everybody who signs in to this calendar, and what they may do.')}
      actions={
        <Button variant="primary" icon="plus" onPress={() => setOpen({ name: 'invite' })}>
          {t('Invite a person')}
        </Button>
      }
    >
      <PeopleList onOpen={setOpen} />
      {open && <OpenedDialog open={open} onOpen={setOpen} />}
    </RunPage>
  )
}

function PeopleList({ onOpen }: { readonly onOpen: (open: OpenDialog) => void }) {
  const t = useText()
  const search = useSearch({ from: '/frame/users' })
  const navigate = useNavigate()
  const query = usePeople(search)
  const { problem, setStatus, inviteAgain } = usePersonActions((user) => onOpen({ name: 'invited', user }))
  return (
    <>
      <PeopleFilters search={search} onChange={(next) => void navigate({ to: '/users', search: next, replace: true })} />
      {problem && <Note kind="problem">{problem}</Note>}
      <QueryState query={query}>
        {({ pages }) => {
          const users = pages.flatMap((page) => page.users)
          if (users.length === 0)
            return (
              <section className="card empty">
                <h2>{t('Nobody here')}</h2>
                <p>{t('Nobody matches the search and the filters. Change them to see more people.')}</p>
              </section>
            )
          return (
            <>
              <ul className="card run-list" aria-label={t('People')}>
                {users.map((user) => (
                  <PersonRow
                    key={user.id}
                    user={user}
                    onEdit={() => onOpen({ name: 'edit', user })}
                    onDelete={() => onOpen({ name: 'delete', user })}
                    onStatus={(status) => setStatus(user, status)}
                    onInvite={() => inviteAgain(user)}
                  />
                ))}
              </ul>
              <MoreEntries query={query} shown={users.length} total={pages[0]?.total ?? users.length} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

interface OpenedDialogProps {
  readonly open: OpenDialog
  readonly onOpen: (open: OpenDialog | null) => void
}
function OpenedDialog({ open, onOpen }: OpenedDialogProps) {
  const close = (): void => onOpen(null)
  if (open.name === 'invite') return <InviteDialog onClose={close} onInvited={(user) => onOpen({ name: 'invited', user })} />
  if (open.name === 'invited') return <InvitationDialog user={open.user} onClose={close} />
  return open.name === 'edit' ? <EditDialog user={open.user} onClose={close} /> : <DeleteDialog user={open.user} onClose={close} />
}
