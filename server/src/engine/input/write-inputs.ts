// The inputs of a write: its parameters, the fields of its kind, and the inputs that it does not know (contract 2.7).
import { FieldError, invalidParams, mergeFieldErrors, OTHER_FIELD_TEXTS } from '../../kernel/errors/problems.ts'
import { NAMES_MAX } from '../../kernel/http/header-values.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { closestName } from '../../kernel/text/edit-distance.ts'
import { DRY_RUN } from './dry-run-input.ts'
import { languageParam } from '../definition/resource.ts'
import type { Kind, Params, RequestContext, Site } from '../definition/kind.ts'
import { parseQuery, type ParsedQuery } from './parse-input.ts'

/** Parameters of every write, besides the fields of its kind. They may be in the query or in the body. */
export const writeParams = ({ languages }: Pick<Site, 'languages'>): Params => ({
  i18n_language: languageParam(languages),
  ...DRY_RUN,
})

export interface ParsedWriteInputs extends ParsedQuery {
  /** The body without the parameters in it. */
  readonly fields: Inputs
}
/**
 * Parses the parameters of a write in its query and in its body. A parameter that is also a field of the kind is a field in the body.
 * A field in the query is ignored if responses contain it, because their keys are never unknown.
 */
export function parseWriteInputs(
  kind: Kind,
  params: Params,
  { query, body }: { readonly query: Inputs; readonly body: Inputs },
  ctx: RequestContext,
): ParsedWriteInputs {
  const isField = (name: string): boolean => Object.hasOwn(kind.fields, name)
  const isShown = (name: string): boolean => isField(name) && kind.fields[name]?.output !== null
  const isParam = (name: string): boolean => Object.hasOwn(params, name) && !isField(name)
  const sent = Object.entries(body)
  const fields = Object.fromEntries(sent.filter(([name]) => !isParam(name)))
  const inQuery = parseQuery(params, query)
  const inBody = parseQuery(params, Object.fromEntries(sent.filter(([name, value]) => isParam(name) && value !== null)))
  const paramNames = Object.keys(params)
  const unknown: UnknownInput[] = [
    ...inQuery.ignored.filter((name) => !isShown(name)).map((name) => ({ path: '', name, known: paramNames })),
    ...unknownFields(
      kind,
      Object.keys(fields).filter((name) => !isField(name)),
      { path: '', more: paramNames },
    ),
  ]
  const { fieldErrors, ignored } = judgeUnknownInputs(unknown, ctx)
  return {
    values: { ...inQuery.values, ...inBody.values },
    fieldErrors: mergeFieldErrors(inQuery.fieldErrors, inBody.fieldErrors, fieldErrors),
    ignored: [...inQuery.ignored.filter(isShown), ...ignored],
    fields,
  }
}
/** The same for a write without fields. Throws 400 with all invalid inputs. */
export function requireValidInputs(...write: Parameters<typeof parseWriteInputs>): ParsedWriteInputs {
  const parsed = parseWriteInputs(...write)
  if (Object.keys(parsed.fieldErrors).length > 0) throw invalidParams(parsed.fieldErrors)
  return parsed
}

/** The parameters of a write without a kind, in its query or in its body. Throws 400 with all invalid inputs. */
export function requireValidParams(
  params: Params,
  { query, body }: { readonly query: Inputs; readonly body: Inputs },
  ctx: RequestContext,
): Pick<ParsedQuery, 'values' | 'ignored'> {
  const [inQuery, inBody] = [
    parseQuery(params, query),
    parseQuery(params, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))),
  ]
  const known = Object.keys(params)
  const unknown = judgeUnknownInputs(
    [...inQuery.ignored, ...inBody.ignored].map((name) => ({ path: '', name, known })),
    ctx,
  )
  const fieldErrors = mergeFieldErrors(inQuery.fieldErrors, inBody.fieldErrors, unknown.fieldErrors)
  if (Object.keys(fieldErrors).length > 0) throw invalidParams(fieldErrors)
  return { values: { ...inQuery.values, ...inBody.values }, ignored: unknown.ignored }
}

/** An input that a write does not know, and the names that it may be a misspelling of. */
export interface UnknownInput {
  /** Prefix of the name in errors: '' for the record itself, `venue.0.` for one created inline. */
  readonly path: string
  readonly name: string
  readonly known: readonly string[]
}
interface UnknownFieldOptions {
  readonly path: string
  /** Names of inputs in addition to the fields of the kind. */
  readonly more?: readonly string[]
}
export function unknownFields({ fields }: Kind, names: readonly string[], { path, more = [] }: UnknownFieldOptions): UnknownInput[] {
  const known = [...Object.keys(fields).filter((name) => fields[name]?.input), ...more]
  return names.map((name) => ({ path, name, known }))
}

/** Rejects unknown inputs, at most 20 of them by name. Names that begin with `_` are ignored; so are all others if the request is lenient. */
export function judgeUnknownInputs(
  unknown: Iterable<UnknownInput>,
  { strict }: RequestContext,
): Pick<ParsedQuery, 'fieldErrors' | 'ignored'> {
  const rejected: [string, FieldError][] = []
  const ignored: string[] = []
  for (const { path, name, known } of unknown) {
    if (!strict || name.startsWith('_')) ignored.push(path + name)
    else if (rejected.length < NAMES_MAX) rejected.push([path + name, unknownInput({ path, name, known })])
  }
  return { fieldErrors: mergeFieldErrors(Object.fromEntries(rejected)), ignored }
}
function unknownInput({ path, name, known }: UnknownInput): FieldError {
  const closest = closestName(name, known)
  return closest === null
    ? new FieldError('unknown', {}, OTHER_FIELD_TEXTS.unknown_input)
    : new FieldError('unknown', { name: path + closest }, OTHER_FIELD_TEXTS.misspelled_input)
}
