// The forged requests of the CSRF test as data: each operation, in every way in which a page of another origin can send it.
import type { Json } from '../support/server.ts'
import type { ForgedOperation } from './forged-operations.ts'

const WAYS = {
  fetch: { types: ['json', 'text', 'form', 'multipart', 'none'], mode: 'cors', dest: 'empty' },
  'fetch without cookies': { types: ['json', 'text', 'form', 'multipart', 'none'], mode: 'cors', dest: 'empty' },
  header: { types: ['json', 'text', 'form', 'multipart', 'none'], mode: 'cors', dest: 'empty' },
  'header without cookies': { types: ['json', 'text', 'form', 'multipart', 'none'], mode: 'cors', dest: 'empty' },
  override: { types: ['json', 'none'], mode: 'cors', dest: 'empty' },
  'no-cors': { types: ['text', 'form', 'multipart', 'none'], mode: 'no-cors', dest: 'empty' },
  keepalive: { types: ['text', 'none'], mode: 'no-cors', dest: 'empty' },
  beacon: { types: ['json', 'text', 'form', 'multipart', 'none'], mode: 'no-cors', dest: 'empty' },
  form: { types: ['text', 'form', 'multipart'], mode: 'navigate', dest: 'iframe' },
  'form in a window': { types: ['form'], mode: 'navigate', dest: 'document' },
  image: { types: ['none'], mode: 'no-cors', dest: 'image' },
  script: { types: ['none'], mode: 'no-cors', dest: 'script' },
  stream: { types: ['none'], mode: 'cors', dest: 'empty' },
  frame: { types: ['none'], mode: 'navigate', dest: 'iframe' },
  window: { types: ['none'], mode: 'navigate', dest: 'document' },
} as const satisfies Readonly<Record<string, { types: readonly string[]; mode: string; dest: string }>>
type Way = keyof typeof WAYS
type BodyType = (typeof WAYS)[Way]['types'][number]
const GET_ONLY: readonly Way[] = ['image', 'script', 'stream', 'frame', 'window']
const POST_ONLY: readonly Way[] = ['beacon', 'form', 'form in a window', 'override']
const ANY_METHOD: readonly Way[] = ['fetch', 'fetch without cookies', 'header', 'header without cookies']

export interface ForgedRequest {
  readonly way: Way
  readonly type: BodyType
  /** The method that is sent, and the method of the operation. */
  readonly method: string
  readonly meant: string
  readonly url: string
  readonly body: Json
  readonly file: string | undefined
}
export const forgedRequests = (base: string, operations: readonly ForgedOperation[]): ForgedRequest[] =>
  operations.flatMap((operation) =>
    (Object.keys(WAYS) as Way[]).flatMap((way) => {
      const method = methodOf(operation, way)
      if (method === null) return []
      const types = method === 'GET' ? (['none'] as const) : WAYS[way].types
      const { body, file, path, method: meant } = operation
      return types.map((type): ForgedRequest => ({ way, type, method, meant, url: base + path, body, file }))
    }),
  )
/** The method with which an operation is forged in a way: forms and requests without CORS have GET and POST only. */
function methodOf({ method }: ForgedOperation, way: Way): string | null {
  // One way shows what a GET of the path of a write does.
  if (GET_ONLY.includes(way)) return method === 'GET' || way === 'image' ? 'GET' : null
  if (method === 'GET') return POST_ONLY.includes(way) ? null : 'GET'
  if (way === 'override') return method === 'POST' ? null : 'POST'
  return ANY_METHOD.includes(way) ? method : 'POST'
}

/** Whether a browser sends the request at all. It asks first, and is refused, unless the request is simple or has no cookies. */
export function isSent({ way, method, type }: ForgedRequest): boolean {
  if (way === 'fetch without cookies') return true
  if (way === 'header' || way === 'header without cookies' || way === 'override') return false
  return (method === 'GET' || method === 'POST') && type !== 'json'
}
/** How a request looks to the server: its method, and the headers by which a browser says how it was made. */
export const appearanceOf = ({ method, way }: ForgedRequest): string => `${method} ${WAYS[way].mode} ${WAYS[way].dest}`
