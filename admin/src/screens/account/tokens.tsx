// The tokens with which programs act for the person.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf, useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmissionForm } from '../../ui/submission-form.tsx'
import { Section } from './section.tsx'

const KEY = ['tokens']

export function TokensSection() {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const { day } = useFormats()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.tokens.list({ signal }) })
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY })
  const revoke = useMutation({ mutationFn: (id: number) => client.tokens.revoke(id), onSettled })
  return (
    <Section title={t('Tokens')} lead={t('A program with a token can do what you can do. Give each program its own.')}>
      {revoke.error && <Note kind="problem">{messageOf(revoke.error, t)}</Note>}
      <QueryState query={query}>
        {({ tokens }) => (
          <ul className="list">
            {tokens.map(({ id, label, created_utc, last_used_utc }) => (
              <li key={id}>
                <div className="grow">
                  <bdi>{label || t('Without a name')}</bdi>
                  <p className="faint small">
                    {last_used_utc === null
                      ? t('Created {day}, never used', { day: day(created_utc) })
                      : t('Created {day}, last used {used}', { day: day(created_utc), used: day(last_used_utc) })}
                  </p>
                </div>
                <Button size="small" variant="danger" onPress={() => revoke.mutate(id)}>
                  {t('Revoke')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <NewToken onCreated={onSettled} />
    </Section>
  )
}

const FIELDS = ['label'] as const
function NewToken({ onCreated }: { readonly onCreated: () => Promise<void> }) {
  const t = useText()
  const client = useClient()
  const [label, setLabel] = useState('')
  const [secret, setSecret] = useState<string | null>(null)
  const submission = useSubmission(async () => {
    const token = await client.tokens.create({ label })
    setSecret(token.secret)
    setLabel('')
    await onCreated()
  }, FIELDS)
  return (
    <SubmissionForm submission={submission}>
      {secret !== null && (
        <Note kind="good">
          <p>{t('Copy the token now. It is not shown again.')}</p>
          <code className="mono secret" dir="ltr">
            {secret}
          </code>
        </Note>
      )}
      <TextField name="label" label={t('Name of the program')} value={label} onChange={setLabel} isRequired />
      <div className="row">
        <Button type="submit" icon="plus" isPending={submission.isPending}>
          {t('Create a token')}
        </Button>
      </div>
    </SubmissionForm>
  )
}
