// Plans a write before anything is stored: parses the inputs, resolves references and derives columns, also for records created inline.
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { boolean } from '../../kernel/validation/value-types.ts'
import { mergeFieldErrors, FieldError, forbidden, invalidParams, missingParams } from '../../kernel/errors/problems.ts'
import type { ExternalIds } from '../definition/external-ids.ts'
import type { RequestContext, Kind, DerivedColumns, StoredRow } from '../definition/kind.ts'
import type { LinkItem } from '../definition/storage.ts'
import { parseBody, type ParsedBody } from '../input/parse-input.ts'
import { judgeUnknownInputs, unknownFields, type UnknownInput } from '../input/write-inputs.ts'
import { deriveLifecycle } from './lifecycle.ts'
import { resolveReferences, USERS, type ResolvedReferences, type Reference } from '../input/resolve-references.ts'
import { linkFields } from '../definition/resource.ts'
import type { Texts } from '../texts/texts.ts'
import { applyTextChange, writeLanguage, type TextChange } from '../texts/write-texts.ts'
import { canAttempt } from '../access/permissions.ts'

/** The target of a link: an existing record, or the plan of a record that is created unless one like it exists. */
export type Target = { readonly id: number } | { readonly plan: WritePlan; readonly forceNew: boolean }
export interface WritePlan {
  readonly kind: Kind
  readonly values: Readonly<Record<string, unknown>>
  readonly columns: Readonly<Record<string, unknown>>
  readonly text: TextChange
  /** Link fields that were sent. Null removes all links, including hidden ones. */
  readonly links: Readonly<Record<string, readonly Target[] | null>>
  /** All external ids of the record after the write, if they were sent. */
  readonly externalIds?: ExternalIds
}
/** The record before the write: its row, its texts, and its JSON form as the caller sees it. */
export interface CurrentRecord {
  readonly row: StoredRow
  readonly texts: Texts
  readonly shown: Readonly<Record<string, unknown>>
}
interface ParsedWrite {
  readonly kind: Kind
  readonly body: ParsedBody
  /** Prefix of parameter names in errors: '' for the record itself, `venue.0.` for one created inline. */
  readonly path: string
  readonly before: CurrentRecord | null
  /** Whether the client requests a new record even if a matching record exists. Only inline records have this. */
  readonly forceNew: boolean
  readonly inner: ReadonlyMap<LinkItem, ParsedWrite>
}

export interface PlannedWrite extends WritePlan {
  /** Unknown inputs of records created inline that were ignored. */
  readonly ignored: readonly string[]
}

export interface WriteInput {
  readonly inputs: Inputs
  /** Null if the record is to be created. */
  readonly before: CurrentRecord | null
}
/** Returns the plan of a write. Throws 400 with all errors of its parameters and fields at once. */
export async function planWrite(db: Db, kind: Kind, { inputs, before }: WriteInput, ctx: RequestContext): Promise<PlannedWrite> {
  const draft = parseWrite(kind, { inputs, before, path: '' }, ctx)
  const unknown = judgeUnknownInputs(unknownInlineInputs(draft), ctx)
  const fieldErrors = mergeFieldErrors(ctx.paramErrors, unknown.fieldErrors)
  const found = await resolveReferences(db, [...referencesIn(draft, ctx)], ctx)
  const plan = buildPlan(draft, { found, fieldErrors, ctx })
  if (draft.body.missing.length > 0) throw missingParams(draft.body.missing, fieldErrors)
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  return { ...plan, ignored: unknown.ignored }
}

function parseWrite(kind: Kind, { inputs, before, path }: WriteInput & Pick<ParsedWrite, 'path'>, ctx: RequestContext): ParsedWrite {
  const body = parseBody(kind, inputs, before?.shown ?? null, ctx.cleaned)
  const inner = new Map<LinkItem, ParsedWrite>()
  for (const [name, storage] of linkFields(kind)) {
    const items = (body.values[name] ?? []) as readonly LinkItem[]
    const to = ctx.site.kinds.get(storage.to)
    items.forEach((item, i) => {
      if (!to || !('create' in item)) return
      if (!canAttempt(ctx.caller, to, 'create')) throw forbidden(ctx.caller.id === null)
      const single = items.length === 1 && !Array.isArray(inputs[name])
      const innerPath = `${path}${name}.${single ? '' : `${i}.`}`
      inner.set(item, parseInlineWrite(to, item.create, innerPath, ctx))
    })
  }
  return { kind, body, path, before, forceNew: false, inner }
}

/** Parses an inline record. Beside the fields of its kind, it may have `create`, which requests a new record. */
function parseInlineWrite(kind: Kind, { create = null, ...inputs }: Inputs, path: string, ctx: RequestContext): ParsedWrite {
  const draft = parseWrite(kind, { inputs, before: null, path }, ctx)
  const forceNew = create === null || create === '' ? false : boolean.parse(create)
  if (!(forceNew instanceof FieldError)) return { ...draft, forceNew }
  return { ...draft, body: { ...draft.body, fieldErrors: mergeFieldErrors(draft.body.fieldErrors, { create: forceNew }) } }
}

/** Yields the unknown inputs of records created inline. `parseWriteInputs` finds those of the record itself. */
function* unknownInlineInputs({ inner }: ParsedWrite): Generator<UnknownInput> {
  for (const draft of inner.values()) {
    yield* unknownFields(draft.kind, draft.body.unknown, draft)
    yield* unknownInlineInputs(draft)
  }
}

/** Yields all references in a write. */
function* referencesIn(draft: ParsedWrite, ctx: RequestContext): Generator<Reference> {
  const { kind, body } = draft
  if (typeof body.values['author'] === 'number') yield { kind: USERS, by: 'id', value: body.values['author'] }
  for (const [name, { storage }] of Object.entries(kind.fields)) {
    const value = body.values[name]
    const id = storage.in === 'reference' ? referencedId(value, ctx) : null
    if (storage.in === 'reference' && typeof id === 'number') yield { kind: storage.to, by: 'id', value: id }
    if (storage.in !== 'links' || !value) continue
    for (const item of value as readonly LinkItem[]) {
      if ('id' in item) yield { kind: storage.to, by: 'id', value: item.id }
      if ('text' in item) for (const by of ['slug', 'name'] as const) yield { kind: storage.to, by, value: item.text }
    }
  }
  for (const inner of draft.inner.values()) yield* referencesIn(inner, ctx)
}
/** Returns the id that a reference field contains, or the error of the image URL in it. Null or 0 stands for none. */
const referencedId = (value: unknown, ctx: RequestContext): number | FieldError | null =>
  typeof value === 'string' ? (ctx.importedImages?.get(value) ?? new FieldError('unknown')) : (value as number) || null

interface PlanContext {
  readonly found: ResolvedReferences
  /** Collects the errors of the record and of records created inline. */
  readonly fieldErrors: Record<string, FieldError>
  readonly ctx: RequestContext
}
function buildPlan(draft: ParsedWrite, context: PlanContext): WritePlan {
  const { found, fieldErrors, ctx } = context
  const { kind, body, path, before } = draft
  const stored = before?.row ?? null
  const fail = (name: string, fieldError: FieldError): void => {
    fieldErrors[path + name] ??= fieldError
  }
  for (const [name, fieldError] of Object.entries(body.fieldErrors)) fail(name, fieldError)
  if (path) for (const name of body.missing) fail(name, new FieldError('required'))
  const columns: Record<string, unknown> = {}
  const links: Record<string, readonly Target[] | null> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = body.values[name]
    const { storage } = field
    if (storage.in === 'column' && (value !== undefined || !stored)) columns[storage.column] = value ?? field.defaultValue
    if (storage.in === 'reference' && (value !== undefined || !stored)) {
      const id = referencedId(value, ctx)
      columns[storage.column] = typeof id === 'number' ? found({ kind: storage.to, by: 'id', value: id }) : null
      if (id && columns[storage.column] === null) fail(name, id instanceof FieldError ? id : new FieldError('unknown'))
      if (stored && columns[storage.column] === stored['id']) fail(name, new FieldError('cycle'))
    }
    if (storage.in === 'links' && value !== undefined) {
      const targets = value === null ? null : linkTargets(value as readonly LinkItem[], storage.to, draft, context)
      if (targets instanceof FieldError) fail(name, targets)
      else links[name] = targets
    }
  }
  const author = body.values['author']
  if (typeof author === 'number' && found({ kind: USERS, by: 'id', value: author }) === null) fail('author', new FieldError('unknown'))
  const derivations: DerivedColumns[] = [
    ...(kind.access === 'owned' ? [deriveLifecycle(body.values, stored, ctx)] : []),
    ...(kind.deriveColumns ? [kind.deriveColumns(body.values, stored, ctx)] : []),
  ]
  for (const derived of derivations) {
    Object.assign(columns, derived.columns)
    for (const [name, fieldError] of Object.entries(derived.fieldErrors)) fail(name, fieldError)
  }
  const text = textOf(kind, body.values, before, ctx)
  for (const [name, fieldError] of Object.entries(text.fieldErrors)) fail(name, fieldError)
  const externalIds = body.values['external_ids'] as ExternalIds | null | undefined
  return { kind, values: body.values, columns, links, text, ...(externalIds !== undefined && { externalIds: externalIds ?? {} }) }
}

/** Returns the targets in the order in which they were sent, without duplicates. */
function linkTargets(items: readonly LinkItem[], to: string, draft: ParsedWrite, context: PlanContext): Target[] | FieldError {
  const { found, ctx } = context
  const targets = new Map<string, Target>()
  for (const item of items) {
    const inner = draft.inner.get(item)
    if (inner) {
      targets.set(`inline ${targets.size}`, { plan: buildPlan(inner, context), forceNew: inner.forceNew })
      continue
    }
    if ('id' in item) {
      const id = found({ kind: to, by: 'id', value: item.id })
      if (id === null) return new FieldError('unknown')
      targets.set(`id ${id}`, { id })
    } else if ('text' in item) {
      const id = found({ kind: to, by: 'slug', value: item.text }) ?? found({ kind: to, by: 'name', value: item.text })
      const kind = ctx.site.kinds.get(to)
      if (id === null && !(kind && canAttempt(ctx.caller, kind, 'create'))) return new FieldError('unknown_name')
      if (id !== null) targets.set(`id ${id}`, { id })
      else if (kind) targets.set(`name ${fold(item.text)}`, { plan: planByName(kind, item.text, ctx), forceNew: false })
    }
  }
  return [...targets.values()]
}
/** Plans a new record that has only a name. */
function planByName(kind: Kind, name: string, ctx: RequestContext): WritePlan {
  const values = { [kind.title]: name }
  const columns = Object.values(kind.fields).flatMap(({ storage, defaultValue }) =>
    storage.in === 'column' ? [[storage.column, defaultValue]] : [],
  )
  return { kind, values, columns: Object.fromEntries(columns), links: {}, text: textOf(kind, values, null, ctx) }
}

function textOf(kind: Kind, values: Readonly<Record<string, unknown>>, before: CurrentRecord | null, ctx: RequestContext): TextChange {
  const texts = before?.texts ?? new Map()
  const original = before ? String(before.row['language']) : ctx.language
  const language = writeLanguage(texts, original, ctx)
  return applyTextChange(kind, texts, values, { original, defaultLanguage: ctx.site.defaultLanguage, language })
}
