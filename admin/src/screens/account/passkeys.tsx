// The passkeys of the person.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from './section.tsx'

const KEY = ['passkeys']

export function PasskeysSection() {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const { day } = useFormats()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.passkeys.list({ signal }) })
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY })
  const remove = useMutation({ mutationFn: (id: number) => client.passkeys.delete(id), onSettled })
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await client.passkeys.start()
      // The person may close the dialog of the browser, which is not an error.
      const credential = await startRegistration({ optionsJSON: options as never }).catch(() => null)
      if (credential !== null) await client.passkeys.create({ label: new Date().toISOString().slice(0, 10), credential })
    },
    onSettled,
  })
  const error = add.error ?? remove.error
  return (
    <Section title={t('Passkeys')} lead={t('Sign in with your fingerprint, your face or the PIN of your device, without a password.')}>
      {error && <Note kind="problem">{messageOf(error, t)}</Note>}
      <QueryState query={query}>
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <ul className="list">
                {passkeys.map(({ id, label, created_utc }) => (
                  <li key={id}>
                    <div className="grow">
                      <bdi>{label || t('Passkey')}</bdi>
                      <p className="faint small">{t('Added {day}', { day: day(created_utc) })}</p>
                    </div>
                    <Button size="small" variant="danger" onPress={() => remove.mutate(id)}>
                      {t('Remove')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {browserSupportsWebAuthn() ? (
              <div className="row">
                <Button icon="key" isPending={add.isPending} onPress={() => add.mutate()}>
                  {t('Add a passkey')}
                </Button>
              </div>
            ) : (
              <Note kind="information">{t('This browser does not support passkeys.')}</Note>
            )}
          </>
        )}
      </QueryState>
    </Section>
  )
}
