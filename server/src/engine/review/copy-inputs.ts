// The inputs of a working copy: those that differ from the record, without secrets, and in a form that can be shown and applied later.
import { isDeepStrictEqual } from 'node:util'
import { FieldError, mergeFieldErrors, type FieldErrors } from '../../kernel/errors/problems.ts'
import { isObject, type Inputs } from '../../kernel/http/request-parsing.ts'
import type { Field, Kind, RequestContext } from '../definition/kind.ts'
import { isSecretInput } from '../definition/resource.ts'
import type { InputsByLanguage } from './working-copies.ts'

/** Fields that decide who sees and who edits the record. They change at once or not at all. */
const IMMEDIATE = ['status', 'author']

export interface ProposedInputs {
  readonly inputs: Inputs
  readonly fieldErrors: FieldErrors
}
/** `shown` is the record as the caller sees it. A value that equals the shown one counts as not sent (contract 2.9). */
export function proposedInputs(kind: Kind, sent: Inputs, shown: Readonly<Record<string, unknown>>, ctx: RequestContext): ProposedInputs {
  const fieldErrors = mergeFieldErrors()
  const inputs: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(sent)) {
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
    if (!field?.input || value === undefined || isDeepStrictEqual(value, shown[name])) continue
    if (IMMEDIATE.includes(name) || isSecretInput(kind, name)) fieldErrors[name] = new FieldError('not_in_copy')
    else inputs[name] = storableValue(field, value, ctx)
  }
  return { inputs, fieldErrors }
}

/** HTML is stored sanitized, an image as the ID that its URL was imported to, and a linked record as its ID. */
function storableValue({ storage, input }: Field, value: unknown, ctx: RequestContext): unknown {
  if (storage.in === 'text' && storage.html && typeof value === 'string') {
    const html = input?.parse(value, ctx.cleaned)
    return typeof html === 'string' ? html : value
  }
  if (storage.in === 'reference' && storage.shows) {
    const parsed = input?.parse(value)
    const id = typeof parsed === 'string' ? ctx.importedImages?.get(parsed) : parsed
    return typeof id === 'number' ? id : value
  }
  if (storage.in !== 'links') return value
  const to = ctx.site.kinds.get(storage.to)
  const storable = (item: unknown): unknown => (isObject(item) && to ? storableItem(to, item, ctx) : item)
  return Array.isArray(value) ? value.map(storable) : storable(value)
}
const storableItem = (kind: Kind, item: Inputs, ctx: RequestContext): Inputs =>
  'id' in item
    ? { id: item['id'] }
    : Object.fromEntries(
        Object.entries(item).map(([name, value]) => {
          const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
          return [name, field ? storableValue(field, value, ctx) : value]
        }),
      )

/** Replaces the inputs of one language. A field that all languages share has the value of the last request that sent it. */
export function mergeInputs(kind: Kind, before: InputsByLanguage, language: string, inputs: Inputs): InputsByLanguage {
  const isKept = (name: string): boolean => kind.fields[name]?.storage.in === 'text' || !Object.hasOwn(inputs, name)
  const others = Object.entries(before)
    .filter(([each]) => each !== language)
    .map(([each, own]) => [each, Object.fromEntries(Object.entries(own).filter(([name]) => isKept(name)))] as const)
    .filter(([, own]) => Object.keys(own).length > 0)
  return { ...Object.fromEntries(others), [language]: inputs }
}
