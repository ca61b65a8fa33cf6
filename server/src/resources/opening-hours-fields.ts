// Fields of events and venues with opening hours, and the column that stores them (contract 13.7).
import Type, { type Static } from 'typebox'
import { computed, derived } from '../engine/definition/fields.ts'
import type { DerivedColumns, RequestContext, StoredRow } from '../engine/definition/kind.ts'
import { languageChain, textChanges } from '../engine/texts/texts.ts'
import { fromDatabase } from '../kernel/time/date-times.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { formatHours } from './opening-hours-text.ts'
import { openStatus, type OpeningRun, type OpenStatus } from './open-status.ts'
import { NULLABLE_DATE_TIME } from './shared-fields.ts'
import { DAY, OPEN_DAYS, openingHours, TIME, type SentHours } from './opening-hours-input.ts'
import type { DayRange, Notes, ShownHours, StoredHours } from './opening-hours.ts'

const EXCEPTION = { from: DAY, to: DAY, note: Type.Union([Type.String(), Type.Null()]) }
const HOURS = Type.Object({
  weekly: Type.Array(Type.Object({ days: OPEN_DAYS, opens: TIME, closes: TIME })),
  closed: Type.Array(Type.Object(EXCEPTION)),
  adjusted: Type.Array(Type.Object({ ...EXCEPTION, opens: TIME, closes: TIME })),
})

const hoursField = derived(
  'Opening hours: `weekly` hours, days on which it is `closed`, and days with `adjusted` hours. Times are wall times as `HH:MM`; if `closes` is not after `opens`, it means the next day. A part that is not sent stays; `null` clears it.',
  { input: openingHours, output: Type.Union([HOURS, Type.Null()]) },
  (row, ctx) => showHours(row, ctx),
)

const TEXT = 'Opening hours as a sentence in the requested language. `null` if there are none.'
const OPEN_NOW = 'Whether it is open at the time of the request. `null` without opening hours.'
const NEXT_OPENING = 'When it opens next, as wall time in the time zone of the opening hours. `null` if it does not open again.'
/** The status of the hours that a response shows. Several fields of the response need it. */
const statuses = new WeakMap<WeakKey, OpenStatus>()
/** The opening hours, and the fields that follow from them. `runOf` is the time during which the hours apply. */
export const hoursFields = (runOf: (row: StoredRow, ctx: RequestContext) => OpeningRun) => {
  const status = (row: StoredRow, ctx: RequestContext, { hours }: Shown): OpenStatus | null => {
    if (!hours) return null
    const found = statuses.get(hours) ?? openStatus(hours as ShownHours, runOf(row, ctx), ctx.now)
    statuses.set(hours, found)
    return found
  }
  return {
    hours: hoursField,
    hours_text: computed(TEXT, Type.Union([Type.String(), Type.Null()]), (_, { language }, { hours }) =>
      hours ? formatHours(hours as ShownHours, language) : null,
    ),
    open_now: computed(OPEN_NOW, Type.Union([Type.Boolean(), Type.Null()]), (...args) => status(...args)?.isOpen ?? null, {
      onlyIn: 'single',
      changesAt: (...args) => status(...args)?.changesAt ?? Infinity,
    }),
    next_opening: computed(NEXT_OPENING, NULLABLE_DATE_TIME, (...args) => status(...args)?.nextOpening ?? null, { onlyIn: 'single' }),
  }
}
/** The record as the response shows it, so that nothing reveals hidden hours. */
type Shown = Readonly<Record<string, unknown>>

/** The opening hours of a row with the notes that a reader of the requested language sees. */
function showHours(row: StoredRow, ctx: RequestContext): Static<typeof HOURS> | null {
  const hours = storedHours(row)
  if (!hours) return null
  const chain = languageChain(ctx.language, { original: String(row['language']), defaultLanguage: ctx.site.defaultLanguage })
  const withNote = <E extends DayRange & { readonly note: Notes }>(entry: E) => ({ ...entry, note: firstNote(entry.note, chain) })
  const weekly = hours.weekly.map((stretch) => ({ ...stretch, days: [...stretch.days] }))
  return { weekly, closed: hours.closed.map(withNote), adjusted: hours.adjusted.map(withNote) }
}
const storedHours = (row: StoredRow | null): StoredHours | null => (row?.['hours'] ?? null) as StoredHours | null
const firstNote = (notes: Notes, languages: readonly string[]): string | null =>
  languages.map((language) => notes[language] ?? null).find((text) => text !== null) ?? null

/** An event without an end lasts until further notice. */
export const eventRun = ({ timezone, starts_at: startsAt, ends_at: endsAt }: StoredRow): OpeningRun => ({
  zone: String(timezone),
  startsAt: fromDatabase(String(startsAt)),
  endsAt: typeof endsAt === 'string' ? fromDatabase(endsAt) : null,
})

/** Derives the column from the hours that were sent, and from those that are stored. */
export function deriveHours(sent: SentHours | null | undefined, stored: StoredRow | null, ctx: RequestContext): DerivedColumns {
  if (sent === undefined) return { columns: stored ? {} : { hours: null }, fieldErrors: {} }
  if (sent === null) return { columns: { hours: null }, fieldErrors: {} }
  const errors = Object.entries(sent.errors).map(([path, error]) => [`hours.${path}`, error] as const)
  if (errors.length > 0) return { columns: {}, fieldErrors: Object.fromEntries(errors) }
  const hours = mergeHours(sent, storedHours(stored), noteLanguages(stored, ctx))
  const isNeverOpen = hours.weekly.length === 0 && hours.adjusted.length === 0
  if (isNeverOpen && hours.closed.length > 0) return { columns: {}, fieldErrors: { 'hours.weekly': new FieldError('required') } }
  return { columns: { hours: isNeverOpen ? null : hours }, fieldErrors: {} }
}

/** Whether the record has opening hours after the write. */
export const hasHours = ({ columns }: DerivedColumns, stored: StoredRow | null): boolean =>
  storedHours('hours' in columns ? columns : stored) !== null

/** The language in which notes are written, and the languages that it falls back to. */
interface NoteLanguages {
  readonly language: string
  readonly fallbacks: readonly string[]
}
/** The same language as that of the texts of the write. */
function noteLanguages(stored: StoredRow | null, ctx: RequestContext): NoteLanguages {
  const original = stored ? String(stored['language']) : ctx.language
  const isWritten = ctx.hasExplicitLanguage || !stored || ctx.language in textChanges(stored)
  const language = isWritten ? ctx.language : original
  const [, ...fallbacks] = languageChain(language, { original, defaultLanguage: ctx.site.defaultLanguage })
  return { language, fallbacks: language === original ? [] : fallbacks }
}

/** An exception with the same days, or the same days and times, keeps its notes in other languages. */
function mergeHours(sent: SentHours, stored: StoredHours | null, languages: NoteLanguages): StoredHours {
  const closed = stored?.closed ?? []
  const adjusted = stored?.adjusted ?? []
  return {
    weekly: sent.weekly === undefined ? (stored?.weekly ?? []) : (sent.weekly ?? []),
    closed: sent.closed === undefined ? closed : mergeEntries(sent.closed ?? [], closed, languages),
    adjusted: sent.adjusted === undefined ? adjusted : mergeEntries(sent.adjusted ?? [], adjusted, languages),
  }
}
interface Entry extends DayRange {
  readonly opens?: string
  readonly closes?: string
}
const entryKey = ({ from, to, opens = '', closes = '' }: Entry): string => `${from} ${to} ${opens} ${closes}`
function mergeEntries<E extends Entry & { readonly note: string | null | undefined }>(
  sent: readonly E[],
  stored: readonly (Entry & { readonly note: Notes })[],
  { language, fallbacks }: NoteLanguages,
): (Omit<E, 'note'> & { readonly note: Notes })[] {
  const notes = new Map(stored.map((entry) => [entryKey(entry), entry.note]))
  const merged = new Map(
    sent.map((entry) => {
      const { [language]: old, ...others } = notes.get(entryKey(entry)) ?? {}
      const text = entry.note === undefined ? (old ?? null) : entry.note === firstNote(others, fallbacks) ? null : entry.note
      return [entryKey(entry), { ...entry, note: text === null ? others : { ...others, [language]: text } }]
    }),
  )
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
}
