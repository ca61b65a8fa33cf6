// Matches the path of an operation in a batch with the writes on records, by the same rules as the router.
import type { Route } from '../../engine/route.ts'
import { OPERATION_ID } from '../../engine/batch-route.ts'

export interface MatchedPath {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  /** The operation whose record the path names instead of an id, or null. */
  readonly pathReference: string | null
}

/** Returns null if the path is not that of a write on a record. Uploads cannot be part of a batch. */
export function matchPath(routes: readonly Route[], method: Route['method'], path: string): MatchedPath | null {
  const segments = path.replace(/\/$/, '').split('/')
  for (const route of routes) {
    if (route.method !== method || typeof route.access === 'string' || route.acceptsFile) continue
    const matched = matchSegments(route.path.split('/'), segments)
    if (matched) return { route, ...matched }
  }
  return null
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): Omit<MatchedPath, 'route'> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  let pathReference: string | null = null
  for (const [i, expected] of pattern.entries()) {
    const sent = segments[i] ?? ''
    const reference = /^\{([^{}]*)\}$/.exec(sent)?.[1]
    const name = /^\{(\w+)\}$/.exec(expected)?.[1]
    if (reference !== undefined) {
      if (name !== 'id' || !OPERATION_ID.test(reference)) return null
      pathReference = reference
      continue
    }
    const decoded = decodeSegment(sent)
    if (name === undefined ? decoded !== expected : !decoded || (name === 'id' && !/^\d+$/.test(decoded))) return null
    if (name !== undefined && decoded !== null) params[name] = decoded
  }
  return { params, pathReference }
}
function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
