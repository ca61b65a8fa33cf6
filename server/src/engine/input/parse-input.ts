// Parses bodies and query strings into typed values, and collects all errors. A client may send back what a GET returned (contract 2.6 to 2.9).
import { isDeepStrictEqual } from 'node:util'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { mergeFieldErrors, FieldError, type FieldErrors } from '../../kernel/errors/problems.ts'
import type { SanitizedHtml } from '../../kernel/text/html.ts'
import type { Field, Kind, Param, Params } from '../definition/kind.ts'

export interface ParsedBody {
  /** Values that were sent and differ from the current ones. Null clears a field. */
  readonly values: Readonly<Record<string, unknown>>
  readonly fieldErrors: FieldErrors
  readonly missing: readonly string[]
  /** Names that are no fields of the kind. */
  readonly unknown: readonly string[]
}

/** `shown` is the record as the caller sees it before the write, or null if it is to be created. */
export function parseBody(
  kind: Kind,
  inputs: Inputs,
  shown: Readonly<Record<string, unknown>> | null,
  cleaned?: SanitizedHtml,
): ParsedBody {
  const values: Record<string, unknown> = {}
  const fieldErrors = mergeFieldErrors()
  const unknown: string[] = []
  for (const [name, value] of Object.entries(inputs)) {
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined
    if (!field) {
      unknown.push(name)
      continue
    }
    if (!field.input || value === undefined || (shown && isDeepStrictEqual(value, shown[name]))) continue
    if (isEmpty(value)) {
      if (field.required && field.storage.in !== 'text' && !(field.acceptsNull && value === null))
        fieldErrors[name] = new FieldError('required')
      // Null removes all links; an empty list removes only the links that the caller can see.
      else values[name] = field.storage.in === 'links' && value !== null && shown ? [] : null
      continue
    }
    const parsed = field.input.parse(value, cleaned)
    if (parsed instanceof FieldError) fieldErrors[name] = parsed
    else values[name] = parsed === '' ? null : parsed
  }
  const isMissing = ([name, field]: [string, Field]): boolean =>
    field.required && (values[name] ?? fieldErrors[name] ?? null) === null && !(field.acceptsNull && Object.hasOwn(values, name))
  const missing = shown ? [] : Object.entries(kind.fields).flatMap((entry) => (isMissing(entry) ? [entry[0]] : []))
  return { values, fieldErrors, missing, unknown }
}

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

export interface ParsedQuery {
  readonly values: Readonly<Record<string, unknown>>
  readonly fieldErrors: FieldErrors
  /** Names of unknown parameters. */
  readonly ignored: readonly string[]
}

/** Parses a query string. An empty value counts as not sent. */
export function parseQuery(params: Params, inputs: Inputs): ParsedQuery {
  const values: Record<string, unknown> = {}
  const fieldErrors = mergeFieldErrors()
  const ignored: string[] = []
  for (const [name, value] of Object.entries(inputs)) {
    const param: Param | undefined = Object.hasOwn(params, name) ? params[name] : undefined
    if (!param) ignored.push(name)
    else if (value !== '') {
      const parsed = param.type.parse(value)
      if (parsed instanceof FieldError) fieldErrors[name] = parsed
      else values[name] = parsed
    }
  }
  return { values, fieldErrors, ignored }
}
