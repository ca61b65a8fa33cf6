// Holds answers against the document: is this status, this type and this body described.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { routesOf, siteOf } from '../../src/app.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { buildOpenApi } from '../../src/features/openapi/openapi.ts'
import { PATH_PATTERNS } from '../../src/kernel/http/route.ts'
import { NS } from './namespace.ts'

export { NS }

export type Schema = Record<string, unknown>
interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<string, Schema>
}
export interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Schema>; readonly responses: Record<string, Schema> }
}
export interface Told {
  readonly method: string
  /** Path and query, with or without the roots. */
  readonly url: string
  readonly status: number
  readonly type: string
  readonly text: string
}
export interface Verdict {
  /** The operation, or null for an answer of none. */
  readonly operation: string | null
  /** Returns the difference between a response and the document, or null. */
  readonly fault: string | null
  /** Where the schema of its body stands, and the check of it. */
  readonly pointer?: string
  readonly validate?: ValidateFunction
  readonly value?: unknown
}
export interface Judge {
  readonly document: Document
  judge(told: Told): Verdict
  /** The check of a schema of the document. */
  validatorOf(pointer: string): ValidateFunction | undefined
}

export function judgeOf(settings: Pick<Config, 'LANGUAGES'> | null = null): Judge {
  const site = siteOf({ ...readConfig({}), ...settings })
  return judgeBy(buildOpenApi(site, routesOf(site), 'en') as unknown as Document)
}

export function judgeBy(document: Document): Judge {
  const whole = validators(document)
  // A response to `_fields` has only some of the keys.
  let partial: ReturnType<typeof validators> | undefined
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => PATH_PATTERNS[name] ?? '[^/]+')}$`),
  }))
  const judge = ({ method, url, status, type, text }: Told): Verdict => {
    const start = Math.max(0, url.indexOf(NS))
    const [address = '', query = ''] = url.slice(start).split('?', 2)
    // Under a root that is none, nothing is there.
    const isNowhere = start > 0 && status === 404 && (method === 'HEAD' || text.includes('rest_no_route'))
    const path = isNowhere ? undefined : paths.find(({ pattern }) => pattern.test(address.replace(/\/$/, '')))?.path
    const operation = path === undefined ? undefined : document.paths[path]?.[(method === 'HEAD' ? 'GET' : method).toLowerCase()]
    const name = operation?.operationId ?? null
    const say = (fault: string): Verdict => ({ operation: name, fault: `${method} ${path ?? address} ${status}: ${fault}` })
    const media = type.split(';', 1)[0]?.trim() ?? ''
    const found = operation ? operation.responses[status] : outside(document, status)
    // Preflights are answered on every path, known or not (contract 1.3).
    if (method === 'OPTIONS' && status === 204) return { operation: null, fault: null }
    if (!found) return say('the status is not in the document')
    const pointer = operation
      ? ['paths', path ?? '', (method === 'HEAD' ? 'GET' : method).toLowerCase(), 'responses', String(status)]
      : ['components', 'responses', String(found['name'])]
    const target = typeof found['$ref'] === 'string' ? found['$ref'].slice(2).split('/') : pointer
    if (method === 'HEAD' || status === 304 || status === 204)
      return text === '' ? { operation: name, fault: null } : say('a body where there is none')
    const checks = /(^|&)_fields(=|%5B|\[)/i.test(query) && status === 200 ? (partial ??= validators(withoutRequired(document))) : whole
    // An inventory is described in an extension, which code generators ignore.
    const places = ['content', 'x-content'].map((content) => pointerOf([...target, content, media, 'schema']))
    const at = places.find((each) => checks(each))
    const validate = at === undefined ? undefined : checks(at)
    if (at === undefined || !validate) return say(`${media || 'no type'} is not in the document: ${text.slice(0, 200)}`)
    const value = jsonOf(media, text)
    if (value === undefined) return say(`not JSON: ${text.slice(0, 200)}`)
    if (!validate(value)) return say(`${JSON.stringify(validate.errors?.slice(0, 3))} in ${text.slice(0, 300)}`)
    return { operation: name, fault: null, value, ...(checks === whole && { pointer: at, validate }) }
  }
  return { document, judge, validatorOf: whole }
}

const jsonOf = (media: string, text: string): unknown => {
  if (!media.endsWith('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const EARLY: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  404: 'NoRoute',
  405: 'MethodNotAllowed',
  408: 'Timeout',
  414: 'UriTooLong',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  503: 'Overloaded',
}
/** Errors before there is an operation: those of no address or method, and those that any operation can give. */
function outside(document: Document, status: number): Schema | undefined {
  const name = EARLY[status]
  return name === undefined ? undefined : { ...document.components.responses[name], name }
}

function validators(document: Document): (pointer: string) => ValidateFunction | undefined {
  // Other tests validate the document itself. Without optimized and inlined code, schemas compile five times as fast, and most validate few answers.
  const options = { code: { optimize: false }, inlineRefs: false, validateSchema: false } as const
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, ...options })
  ajv.addSchema(document, 'doc')
  const known = new Map<string, ValidateFunction | undefined>()
  return (pointer) => {
    if (!known.has(pointer)) known.set(pointer, ajv.getSchema(`doc#/${pointer}`))
    return known.get(pointer)
  }
}
const pointerOf = (parts: readonly string[]): string =>
  parts.map((part) => encodeURIComponent(decodeURIComponent(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

/** Records may lack keys, pages of them may not. */
function withoutRequired(document: Document): Document {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    name.endsWith('_list') ? schema : loose(schema),
  ])
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> } }
}
const loose = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(loose)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (key === 'required' && Array.isArray(value) ? [] : [[key, loose(value)]])),
  )
}
