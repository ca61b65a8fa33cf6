// Marks the words of a search in the records of a list (contract 5.22). It reads records as the caller sees them, so it cannot reveal hidden texts.
import { setImmediate } from 'node:timers/promises'
import { FieldError, type FieldErrors } from '../../kernel/errors/problems.ts'
import { searchTerms } from '../../kernel/text/fold.ts'
import { highlight } from '../../kernel/text/highlight.ts'
import { htmlToSearchText } from '../../kernel/text/html.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { JsonFragment } from '../definition/caching.ts'
import type { Kind, Params } from '../definition/kind.ts'
import { param } from '../definition/resource.ts'
import { appendProperty } from '../response/json-fragments.ts'
import { ownFiltersOf } from './list-conditions.ts'

/** The length of an excerpt. Titles are not shortened. */
const EXCERPT_MAX = 200
/** The part of a field that is read. It bounds the work for long texts. */
const READ_MAX = 20_000
/** Records between two yields to the event loop. */
const TURN = 10
const PARAM = param(
  values.boolean,
  'Whether each record has `highlight`: its searched texts that contain a word of `search`, as HTML with `<mark>` around the matches. Requires `search`.',
  { fallback: false },
)

type ShownRecord = Readonly<Record<string, unknown>>
type SentValues = Readonly<Record<string, unknown>>
/** Whether lists of a kind have a search. */
export const isSearchable = (kind: Kind): boolean => ownFiltersOf(kind).some((filter) => 'searchTerms' in filter)
export const highlightParams = (kind: Kind): Params => (isSearchable(kind) ? { highlight: PARAM } : {})
export const findHighlightErrors = (sent: SentValues): FieldErrors =>
  sent['highlight'] === true && isBlankSearch(sent) ? { search: new FieldError('required_with', { name: 'highlight' }) } : {}
export const isBlankSearch = (sent: SentValues): boolean => String(sent['search'] ?? '').trim() === ''

/** Returns the function that marks the fields of a record; null if the request does not ask for it. */
function highlighter(kind: Kind, sent: SentValues): ((record: ShownRecord) => ShownRecord) | null {
  if (sent['highlight'] !== true) return null
  const terms = searchTerms(String(sent['search']))
  return (record) =>
    Object.fromEntries(
      searchedFields(kind, record).flatMap((name) => {
        const marked = highlight(plainText(kind, name, record[name]), terms, name === kind.title ? undefined : EXCERPT_MAX)
        return marked === null ? [] : [[name, marked]]
      }),
    )
}
/** Searches find protected records by their titles only, for all callers. */
const searchedFields = ({ passwordProtection, searchFields, title }: Kind, record: ShownRecord): readonly string[] =>
  passwordProtection && record[passwordProtection.flagColumn] === true ? [title] : searchFields
function plainText({ fields }: Kind, name: string, value: unknown): string {
  if (typeof value !== 'string') return ''
  const storage = fields[name]?.storage
  const read = value.slice(0, READ_MAX).replace(/[\ud800-\udbff]$/, '')
  return storage?.in === 'text' && storage.html ? htmlToSearchText(read.replace(/<[^<>]*$/, '')) : read
}

interface ShownRecords {
  readonly records: readonly ShownRecord[]
  readonly fragments?: readonly JsonFragment[]
}
/** Adds `highlight` to the records of a page, if the request asks for it. Cached records have none, because it depends on the search. */
export async function addHighlights(kind: Kind, page: ShownRecords, sent: SentValues): Promise<ShownRecords> {
  const mark = highlighter(kind, sent)
  if (!mark) return page
  const { records, fragments } = page
  if (!fragments) return { records: await mapInTurns(records, (record) => ({ ...record, highlight: mark(record) })) }
  return { records, fragments: await mapInTurns(fragments, (each) => appendProperty(each, 'highlight', mark(parseRecord(each)))) }
}
const parseRecord = ({ bytes }: JsonFragment): ShownRecord => JSON.parse(bytes.toString()) as ShownRecord

/** A long text takes some milliseconds, so other requests take turns with the records of a page. */
async function mapInTurns<T, U>(items: readonly T[], convert: (item: T) => U): Promise<U[]> {
  const converted: U[] = []
  for (const item of items) {
    if (converted.length % TURN === TURN - 1) await setImmediate()
    converted.push(convert(item))
  }
  return converted
}
