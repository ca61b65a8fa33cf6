// Merges duplicates: the person chooses the record that stays, sees how many events move to it, and merges.
import { useQuery } from '@tanstack/react-query'
import { changeIdOf, type Client } from '@kalends/client'
import { useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { sum } from '../events/event-queries.ts'
import { ALL_RECORDS } from '../events/event-search.ts'
import { LIBRARY_KEY, useReportChange } from './use-library-change.ts'

export interface Mergeable {
  readonly id: number
  readonly name: string
  readonly detail: string
}
type MergedPlural = 'venues' | 'organizers' | 'tags'
const EVENT_FILTERS = { venues: 'venue', organizers: 'organizer', tags: 'tags' } as const

/** Runs the merge without storing it, so that a refusal is known before, and counts the events in every status. */
async function previewMerge(client: Client, plural: MergedPlural, keptId: number, from: readonly number[]): Promise<number> {
  await client[plural].merge(keptId, from, { dryRun: true })
  return sum(Object.values(await client.countByStatus('events', { ...ALL_RECORDS, [EVENT_FILTERS[plural]]: from })))
}

interface MergeDialogProps {
  readonly plural: MergedPlural
  readonly records: readonly Mergeable[]
  readonly onClose: () => void
  readonly onMerged: (keptId: number) => void
}
export function MergeDialog({ plural, records, onClose, onMerged }: MergeDialogProps) {
  const t = useText()
  const client = useClient()
  const report = useReportChange()
  const [keptId, setKeptId] = useState(records[0]?.id ?? 0)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const from = records.map(({ id }) => id).filter((id) => id !== keptId)
  const preview = useQuery({
    queryKey: [LIBRARY_KEY, plural, 'merge', keptId, from],
    queryFn: () => previewMerge(client, plural, keptId, from),
    gcTime: 0,
  })
  const merge = async (): Promise<void> => {
    const merged = await client[plural].merge(keptId, from)
    // The dialog closes first, because its preview can no longer be loaded.
    onMerged(keptId)
    await report(changeIdOf(merged), t('Merged into “{name}”.', { name: records.find(({ id }) => id === keptId)?.name ?? '' }))
  }
  const problem = error ?? preview.error
  return (
    <Dialog
      title={t('Merge duplicates')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={preview.data === undefined}
            onPress={() => {
              setPending(true)
              setError(null)
              merge()
                .catch(setError)
                .finally(() => setPending(false))
            }}
          >
            {t('Merge {count} entries', { count: records.length })}
          </Button>
        </>
      }
    >
      <KeptChoice records={records} keptId={keptId} onChange={setKeptId} />
      <p role="status">
        {preview.data === undefined
          ? problem === null && t('Counting the events…')
          : t('{count} events move to it. The others disappear from the list; their links lead to it.', { count: preview.data })}
      </p>
      {problem !== null && <Note kind="problem">{messageOf(problem, t)}</Note>}
    </Dialog>
  )
}

interface KeptChoiceProps {
  readonly records: readonly Mergeable[]
  readonly keptId: number
  readonly onChange: (id: number) => void
}
function KeptChoice({ records, keptId, onChange }: KeptChoiceProps) {
  const t = useText()
  return (
    <RadioGroup className="radio-group" value={String(keptId)} onChange={(value) => onChange(Number(value))}>
      <Label className="label">{t('Which one stays?')}</Label>
      {records.map(({ id, name, detail }) => (
        <Radio key={id} value={String(id)} className="radio">
          <span className="dot" />
          <span>
            <bdi>{name}</bdi>
            {detail && <bdi className="detail">{detail}</bdi>}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
