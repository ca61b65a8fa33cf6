// Body → typed values: only what was sent, all faults at once, what a GET gave may come back whole (contract 2.6 to 2.9).
import { isDeepStrictEqual } from 'node:util'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { collectFaults, Fault, type Faults } from '../../kernel/errors/problems.ts'
import type { CleanedHtml } from '../../kernel/validation/value-types.ts'
import type { Kind, Param, Params } from '../definition/resource.ts'

export interface Body {
  /** What was sent and differs from what is shown; null clears. */
  readonly values: Readonly<Record<string, unknown>>
  readonly faults: Faults
  readonly missing: readonly string[]
  readonly ignored: readonly string[]
}

/** Inputs that every operation takes beside the fields. */
const COMMON: readonly string[] = ['i18n_language']

/** `shown` is the record as the caller sees it now, or null when it is to be created. */
export function readBody(kind: Kind, inputs: Inputs, shown: Readonly<Record<string, unknown>> | null, cleaned?: CleanedHtml): Body {
  const values: Record<string, unknown> = {}
  const faults = collectFaults()
  const ignored: string[] = []
  for (const [name, value] of Object.entries(inputs)) {
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
    if (!field) {
      if (!COMMON.includes(name)) ignored.push(name)
      continue
    }
    if (!field.sort || value === undefined || (shown && isDeepStrictEqual(value, shown[name]))) continue
    if (isEmpty(value)) {
      if (field.required && field.place.in !== 'text') faults[name] = new Fault('required')
      // Null takes every link away; an empty list those that the caller is shown.
      else values[name] = field.place.in === 'links' && value !== null && shown ? [] : null
      continue
    }
    const read = field.sort.read(value, cleaned)
    if (read instanceof Fault) faults[name] = read
    else values[name] = read === '' ? null : read
  }
  const missing = shown
    ? []
    : Object.keys(kind.fields).filter((name) => kind.fields[name]?.required && (values[name] ?? faults[name] ?? null) === null)
  return { values, faults, missing, ignored }
}

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

export interface Query {
  readonly values: Readonly<Record<string, unknown>>
  readonly faults: Faults
  readonly ignored: readonly string[]
}

/** Query → typed values. An empty value counts as not sent. */
export function readQuery(params: Params, inputs: Inputs): Query {
  const values: Record<string, unknown> = {}
  const faults = collectFaults()
  const ignored: string[] = []
  for (const [name, value] of Object.entries(inputs)) {
    const param: Param | undefined = Object.hasOwn(params, name) ? params[name] : undefined
    if (!param) ignored.push(name)
    else if (value !== '') {
      const read = param.sort.read(value)
      if (read instanceof Fault) faults[name] = read
      else values[name] = read
    }
  }
  return { values, faults, ignored }
}
