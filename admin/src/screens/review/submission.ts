// A submission with its changes by field and language: a new record, or a working copy beside the version that visitors see.
import { etagOf, type Client, type FieldChange, type QueuedReview, type ReviewNote, type Status, type WorkingCopy } from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'

export const COLLECTIONS = { event: 'events', venue: 'venues', organizer: 'organizers' } as const
type Row = Readonly<Record<string, unknown>>

/** A venue or an organizer that visitors do not see yet. */
export interface HiddenLink {
  readonly collection: 'venues' | 'organizers'
  readonly id: number
  readonly name: string
}
export interface Submission {
  readonly status: Status
  readonly title: string
  readonly language: string
  readonly changes: readonly FieldChange[]
  /** Names of linked records by field and ID, which may not exist yet. */
  readonly names: ReadonlyMap<string, string>
  readonly hidden: readonly HiddenLink[]
  readonly copy: WorkingCopy<Row> | null
  /** The version that is decided on. */
  readonly etag: string | undefined
  readonly notes: readonly ReviewNote[]
}

const TEXTS: Readonly<Record<QueuedReview['kind'], readonly string[]>> = {
  event: ['title', 'excerpt', 'description', 'slug', 'event_status_reason'],
  venue: ['venue', 'description', 'slug'],
  organizer: ['organizer', 'description', 'slug'],
}
/** Fields of a new record. */
const SHOWN: Readonly<Record<QueuedReview['kind'], readonly string[]>> = {
  event: [
    'start_date',
    'end_date',
    'all_day',
    'timezone',
    'recurrence',
    'venue',
    'online_url',
    'organizer',
    'categories',
    'tags',
    'image',
    'cost',
    'website',
    'hours',
  ],
  venue: ['address', 'zip', 'city', 'stateprovince', 'country', 'phone', 'website', 'image', 'hours'],
  organizer: ['phone', 'email', 'website', 'image'],
}

export async function loadSubmission(client: Client, item: QueuedReview, signal: AbortSignal): Promise<Submission> {
  const collection = COLLECTIONS[item.kind]
  const records = client[collection] as unknown as { get(id: number, options: object): Promise<Row> }
  const read = (language: string): Promise<Row> => records.get(item.id, { language, signal })
  const { notes } = await client.reviewNotes(collection, item.id, { signal })
  const record = await read(pageSettings.default_language)
  const copyIn = async (language?: string): Promise<WorkingCopy<Row>> =>
    (await client.getWorkingCopy(collection, item.id, { signal, ...(language && { language }) })) as unknown as WorkingCopy<Row>
  const copy = item.is_copy ? await copyIn() : null
  const states = copy === null ? await newStates(record, read) : await copiedStates(copy, read, copyIn)
  const changes = states.flatMap((state) => changesOf(item.kind, state, states[0]?.after))
  const last = states[0]?.after ?? record
  return {
    status: record['status'] as Status,
    title: item.title,
    language: item.language,
    changes: changes.map(({ before, after, ...change }) => ({ ...change, before: withoutNames(before), after: withoutNames(after) })),
    names: new Map(changes.flatMap(({ field, before, after }) => [...namesIn(field, before), ...namesIn(field, after)])),
    hidden: item.kind === 'event' ? [...hiddenIn('venues', last['venue']), ...hiddenIn('organizers', last['organizer'])] : [],
    copy,
    etag: etagOf(copy ?? record),
    notes,
  }
}

/** The record in one language, now and as it would be. */
interface LanguageState {
  readonly language: string
  readonly before: Row | null
  readonly after: Row
  /** Names of the fields to compare; null compares all that a new record has. */
  readonly fields: readonly string[] | null
}
async function newStates(record: Row, read: (language: string) => Promise<Row>): Promise<LanguageState[]> {
  const first = String(record['language'])
  const languages = new Set([first, ...Object.keys((record['translations'] as object | null) ?? {})])
  return Promise.all([...languages].map(async (language) => ({ language, before: null, after: await read(language), fields: null })))
}
async function copiedStates(
  copy: WorkingCopy<Row>,
  read: (language: string) => Promise<Row>,
  copyIn: (language: string) => Promise<WorkingCopy<Row>>,
): Promise<LanguageState[]> {
  return Promise.all(
    Object.entries(copy.inputs).map(async ([language, inputs]) => {
      const { preview } = await copyIn(language)
      return { language, before: await read(language), after: preview ?? inputs, fields: Object.keys(inputs) }
    }),
  )
}

/** A translation of a new record has only texts, and a text that equals the original is a fallback. */
function changesOf(kind: QueuedReview['kind'], { language, before, after, fields }: LanguageState, first: Row | undefined): FieldChange[] {
  const isFirst = after === first
  const names = fields ?? [...TEXTS[kind].filter((name) => name !== 'slug'), ...(isFirst ? SHOWN[kind] : [])]
  return names
    .map((field) => ({
      field: TEXTS[kind][0] === field && kind !== 'event' ? 'name' : field,
      language: TEXTS[kind].includes(field) ? language : null,
      before: before?.[field] ?? null,
      after: after[field] ?? null,
    }))
    .filter((change) => before !== null || (!isEmpty(change.after) && (isFirst || change.after !== first?.[change.field])))
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

interface Named {
  readonly id: number
  readonly name?: string
  readonly venue?: string
  readonly organizer?: string
  readonly status?: Status
}
const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && 'id' in value
const nameOf = ({ name, venue, organizer }: Named): string => name ?? venue ?? organizer ?? ''
/** Links and pictures as their IDs, as the history has them. */
const withoutNames = (value: unknown): unknown =>
  isNamed(value) ? value.id : Array.isArray(value) ? value.map((each: unknown) => (isNamed(each) ? each.id : each)) : value
const namesIn = (field: string, value: unknown): [string, string][] =>
  (Array.isArray(value) ? value : []).filter(isNamed).map((each) => [`${field} ${each.id}`, nameOf(each)])
const hiddenIn = (collection: HiddenLink['collection'], value: unknown): HiddenLink[] =>
  (Array.isArray(value) ? value : [])
    .filter(isNamed)
    .filter(({ status }) => status === 'draft' || status === 'pending')
    .map((each) => ({ collection, id: each.id, name: nameOf(each) }))
