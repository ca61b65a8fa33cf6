// The devices on which the person is signed in.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from './section.tsx'

const KEY = ['sessions']

export function SessionsSection() {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.sessions.list({ signal }) })
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY })
  const end = useMutation({ mutationFn: (id: number) => client.sessions.end(id), onSettled })
  const endOthers = useMutation({ mutationFn: () => client.sessions.endOthers(), onSettled })
  const error = end.error ?? endOthers.error
  return (
    <Section title={t('Devices')} lead={t('You are signed in on these devices.')}>
      {error && <Note kind="problem">{messageOf(error, t)}</Note>}
      <QueryState query={query}>
        {({ sessions }) => (
          <>
            <ul className="list">
              {sessions.map((session) => (
                <SessionItem key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className="row">
                <Button variant="danger" isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
                  {t('Sign out on all other devices')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryState>
    </Section>
  )
}

function SessionItem({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const t = useText()
  const { moment } = useFormats()
  return (
    <li>
      <div className="grow">
        <bdi>{session.user_agent || t('Unknown device')}</bdi>
        <p className="faint small">
          {t('Last used {time}, from {address}', { time: moment(session.last_seen_utc), address: session.address })}
        </p>
      </div>
      {session.current ? (
        <span className="badge good">{t('This device')}</span>
      ) : (
        <Button size="small" onPress={onEnd}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
