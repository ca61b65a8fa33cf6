// Resets a date of a series: it follows its series again, in all fields or in some (contract 13.5.2).
import type { Db } from '../../kernel/database/database.ts'
import { FieldError, invalidParams } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import type { Kind, Params, RequestContext } from '../definition/kind.ts'
import { param } from '../definition/resource.ts'
import { recordIdOf } from '../read/entries.ts'
import { findOne, type RecordLocator } from '../read/records.ts'
import { findEditable } from '../write/write-records.ts'
import { dateEffect } from './effect.ts'
import { resetException } from './reset-exception.ts'
import { findEditableDate, type EntryResult } from './scopes.ts'

export const RESET_PARAMS: Params = {
  fields: param(
    values.listOf(values.boundedText(100)),
    'Names of the fields to reset, such as `website` or `title.fr`. The name of a text without a language stands for all languages. Default: all fields.',
  ),
}
export interface ResetRequest {
  readonly locator: RecordLocator
  /** Names of the fields to reset; none stands for all. */
  readonly fields: readonly string[]
  /** Throws if the client requires another version of the date. */
  readonly precondition: (version: number) => void
}
/** A date without changes of its own stays as it is, so that the request can be repeated. */
export async function resetEntry(
  db: Db,
  kind: Kind,
  { locator, fields, precondition }: ResetRequest,
  ctx: RequestContext,
): Promise<EntryResult> {
  const entry = await findEditableDate(db, kind, { locator, inputs: {} }, ctx)
  if (!entry) {
    // A record that the caller may not edit is 404 or 403.
    await findEditable(db, kind, locator, ctx)
    throw invalidParams({ id: new FieldError('not_date') })
  }
  precondition(entry['version'] as number)
  rejectUnknownFields(kind, fields)
  const id = entry['id'] as number
  const isReset = (name: string): boolean => fields.length === 0 || fields.some((field) => name === field || name.startsWith(`${field}.`))
  const keep = (entry['overrides'] as readonly string[]).filter((name) => !isReset(name))
  if (recordIdOf(entry) === id) await resetException(db, kind, { exception: entry, keep }, ctx)
  const after = await findOne(db, kind, { id }, ctx)
  const version = after['version'] as number
  const isLogged = version !== entry['version']
  return { id, version, isLogged, ignored: [], reused: [], possibleDuplicates: [], effect: dateEffect(entry, after, !isLogged) }
}

/** Only names of fields that a date can have for itself are accepted. */
function rejectUnknownFields(kind: Kind, names: readonly string[]): void {
  const seriesFields = ['overrides', ...(kind.listing?.recurring.seriesFields ?? [])]
  const fields = Object.entries(kind.fields).filter(([name, { input }]) => input && !seriesFields.includes(name))
  const texts = new Set(fields.flatMap(([name, { storage }]) => (storage.in === 'text' ? [name] : [])))
  const known = fields.map(([name]) => name)
  const isKnown = (name: string): boolean => known.includes(name) || texts.has(name.split('.', 1)[0] ?? '')
  if (!names.every(isKnown)) throw invalidParams({ fields: new FieldError('not_choice', { words: known.join(', ') }) })
}
