// The inputs of sources, and the rows of which the caller may see or change one.
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, rejectDryRun } from '../../engine/plain-routes.ts'
import type { RouteRequest } from '../../engine/route.ts'
import type { Db } from '../../kernel/database/database.ts'
import { raw, sql, type Sql } from '../../kernel/database/sql.ts'
import { FieldError, Problem } from '../../kernel/errors/problems.ts'
import { hasRole, type Caller } from '../../kernel/security/caller.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { SOURCE_TYPES } from './importer.ts'
import { columnName, MAPPING_NAMES, type Mapping } from './mappings.ts'
import { findRun, findSource, NEW_STATUSES, PRECEDENCES, VANISHED, type Run, type Source } from './source.ts'

const mapping: values.ValueType<Mapping> = {
  schema: Type.Partial(Type.Object(Object.fromEntries(MAPPING_NAMES.map((name) => [name, columnName.schema])))),
  parse: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return new FieldError('not_object')
    const parsed: Record<string, string> = {}
    for (const [name, each] of Object.entries(value)) {
      if (!MAPPING_NAMES.includes(name)) return new FieldError('not_choice', { words: MAPPING_NAMES.join(', ') })
      const result = columnName.parse(each)
      if (result instanceof FieldError) return result
      parsed[name] = result
    }
    return parsed
  },
}
/** Calendar programs write `webcal:` for URLs of calendars. */
const documentUrl: values.ValueType<string> = {
  schema: values.url.schema,
  parse: (value) => values.url.parse(typeof value === 'string' ? value.replace(/^webcals?:/i, 'https:') : value),
}

const MAX_HOURS = 720
export const sourceInputs = (site: Site): Params => ({
  name: param(values.plainText(200), 'Name of the source.'),
  type: param(values.oneOf(SOURCE_TYPES), 'Type of the document.', { fallback: 'icalendar' }),
  url: param(documentUrl, 'URL of the document, of the site, or of the other calendar. Without one, each run needs a file.', {
    isOptional: true,
  }),
  mapping: param(
    mapping,
    'The time zone of times without one (`timezone`). iCalendar: the field that categories become (`categories`). CSV: the column of each field by its name, the `locale` of dates and numbers, and the `separator` (`comma`, `semicolon` or `tab`).',
    { fallback: {} },
  ),
  language: param(values.oneOf(site.languages), 'Language of the texts in the document.', { fallback: site.defaultLanguage }),
  status: param(values.oneOf(NEW_STATUSES), 'Status of new records.', { fallback: 'publish' }),
  vanished: param(
    values.oneOf(VANISHED),
    'Action for a record that the document no longer has: `keep` changes nothing, `cancel` cancels the event, and `trash` moves it to the trash.',
    { fallback: 'keep' },
  ),
  precedence: param(
    values.oneOf(PRECEDENCES),
    'Whether a field that an editor changed keeps the value of the editor, or gets that of the source.',
    {
      fallback: 'editors',
    },
  ),
  every_hours: param(values.integer(1, MAX_HOURS), 'Hours between two runs. Without it, runs are started by requests only.', {
    isOptional: true,
  }),
})

type SentSource = Partial<
  Pick<Source, 'name' | 'type' | 'url' | 'mapping' | 'language' | 'status' | 'vanished' | 'precedence' | 'every_hours'>
>
/** Parses the body of a write. Null removes the URL or the schedule. Throws 400 with all invalid inputs. */
export function parseSource(params: Params, { query, body, ctx }: RouteRequest): { sent: SentSource; ignored: readonly string[] } {
  rejectDryRun(ctx)
  const { values: sent, ignored } = requireValidParams({ ...params, ...languageOnly(ctx.site) }, { query, body }, ctx)
  const cleared = Object.fromEntries(
    ['url', 'every_hours'].flatMap((name) => (body[name] === null || body[name] === '' ? [[name, null]] : [])),
  )
  return { sent: { ...sent, ...cleared }, ignored }
}

/** The sources that the caller may see: all for administrators, otherwise those of the caller. */
export const sourcesOf = (caller: Caller): Sql => (hasRole(caller, 'administrator') ? raw('true') : sql`s.owner_id = ${caller.id}`)
export async function requireSource(db: Db, { path, ctx }: RouteRequest, lock = false): Promise<Source> {
  const id = Number(path['id'])
  const found = Number.isSafeInteger(id)
    ? await findSource(db, id, sql`${sourcesOf(ctx.caller)}${raw(lock ? ' for update of s' : '')}`)
    : null
  if (!found) throw new Problem('rest_source_not_found')
  return found
}
export async function requireRun(db: Db, source: Source, { path }: RouteRequest): Promise<Run> {
  const id = Number(path['run_id'])
  const found = Number.isSafeInteger(id) ? await findRun(db, id, sql`x.source_id = ${source.id}`) : null
  if (!found) throw new Problem('rest_run_not_found')
  return found
}
