// Changes of a published event by somebody who may not publish: they are kept in a working copy until an editor publishes it.
import {
  etagOf,
  isKalendsError,
  type BatchOperation,
  type Client,
  type Event,
  type EventDetail,
  type Me,
  type WorkingCopy,
} from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'
import { planSave } from './inputs.ts'
import { loadEvent, readValues, type LoadedEvent } from './load.ts'
import { checkedBatch } from './save.ts'
import type { EventValues } from './values.ts'

export type EventCopy = WorkingCopy<Event>

/** Whether changes of the event by this person wait for an editor. */
export const isProposal = ({ author, status }: Pick<EventDetail, 'author' | 'status'>, me: Me): boolean =>
  pageSettings.authentication && !me.may.publish && author === me.id && !['draft', 'pending', 'trash'].includes(status)

interface LoadOptions {
  readonly languages: readonly string[]
  readonly me: Me
  readonly signal?: AbortSignal
}
/** Loads the event, and the working copy of a person who may not publish. The copy has the values that are stored for this person. */
export async function loadForEditing(client: Client, id: number, { languages, me, signal }: LoadOptions): Promise<LoadedEvent> {
  const published = await loadEvent(client, id, languages, signal)
  if (!isProposal(published.record, me)) return published
  const copy = await findCopy(client, id, signal)
  if (copy === null) return { ...published, proposal: { published: published.values, copy } }
  const opened = [...new Set([...languages, ...Object.keys(copy.inputs)])]
  const { values } = await loadEvent(client, id, opened, signal)
  return { ...published, values: await copiedValues(client, copy, { ...published, values }), proposal: { published: values, copy } }
}

async function findCopy(client: Client, id: number, signal?: AbortSignal): Promise<EventCopy | null> {
  try {
    return await client.getWorkingCopy('events', id, { signal })
  } catch (error) {
    if (isKalendsError(error, 'rest_working_copy_not_found')) return null
    throw error
  }
}

/** The values of the event as it would be. A copy that can no longer be applied has none, so the published ones are shown. */
async function copiedValues(client: Client, { id, preview }: EventCopy, { original, values }: LoadedEvent): Promise<EventValues> {
  if (preview === null) return values
  const read = async (language: string): Promise<EventDetail> =>
    ((await client.getWorkingCopy('events', id, { language })).preview ?? preview) as EventDetail
  return (await readValues(read, original, Object.keys(values.texts))).values
}

/** Inputs that the editor offers. Others that the copy has stay as they are. */
const OFFERED = [
  'title',
  'description',
  'slug',
  'all_day',
  'start_date',
  'end_date',
  'timezone',
  'venue',
  'organizer',
  'categories',
  'tags',
  'online_url',
  'image',
  'cost',
  'website',
  'featured',
  'hide_from_listings',
]
const notOffered = (inputs: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => !OFFERED.includes(name)))

interface Proposed {
  readonly loaded: LoadedEvent
  readonly values: EventValues
  /** Sends the copy to the editors with this note. Null only stores it. */
  readonly note: string | null
}
/** Stores the values as a working copy in one request. A copy without changes is deleted. */
export async function saveProposal(client: Client, { loaded, values, note }: Proposed): Promise<void> {
  const { record, original, proposal } = loaded
  if (proposal === null) return
  const { published, copy } = proposal
  const { writes, before } = planSave(published, values, { original, nowUtc: new Date().toISOString() })
  const bodies = new Map(Object.entries(copy?.inputs ?? {}).map(([language, own]) => [language, notOffered(own)]))
  for (const { language, body } of writes) bodies.set(language, { ...bodies.get(language), ...body })
  const path = `/events/${record.id}/working-copy`
  const ifMatch = copy === null ? {} : { headers: { 'If-Match': etagOf(copy) ?? `"${copy.version}"` } }
  const isEmpty = [...bodies.values()].every((body) => Object.keys(body).length === 0)
  if (isEmpty) return copy === null ? undefined : void (await client.deleteWorkingCopy('events', record.id))
  const puts = [...bodies].map(
    ([language, body], index): BatchOperation => ({
      id: `copy-${language}`,
      method: 'PUT',
      path: `${path}?i18n_language=${language}`,
      body,
      ...(index === 0 && ifMatch),
    }),
  )
  const submit: BatchOperation[] = note === null ? [] : [{ id: 'submit', method: 'POST', path: `${path}/submit`, body: { note } }]
  await checkedBatch(client.batch([...before, ...puts, ...submit], { atomic: true }))
}
