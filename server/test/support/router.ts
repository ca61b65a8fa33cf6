// The routes of a running server, out of the router's own picture of itself: what is served is there, whoever registered it.
import type { FastifyInstance } from 'fastify'

export interface Served {
  readonly path: string
  readonly methods: readonly string[]
}

export const servedBy = (app: FastifyInstance): Served[] => routesIn(app.printRoutes({ commonPrefix: false }))

export function routesIn(picture: string): Served[] {
  const stack: string[] = []
  return picture.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) return []
    const depth = (match[1] ?? '').length / 4
    stack.length = depth
    stack.push(match[2] ?? '')
    return match[3] ? [{ path: stack.join(''), methods: match[3].split(', ') }] : []
  })
}

/** A path of the router as the interface writes it: without root and namespace, with the names of its parameters in braces; other paths without the root only. */
export function ownPath(path: string, namespace: string): string {
  const plain = path
    .replace(/^\/:root\([^/]*\)(?=\/|$)/, '')
    .replace(/^\/:root\([^/]*\)\*$/, '/*')
    .replace(':id(^\\d+$)', '{id}')
    .replace(/:(date|version|change_id|delivery_id|run_id)\([^/]*\)/g, '{$1}')
    .replace(/:(slug|source|external_id)/g, '{$1}')
  return plain.includes(namespace) ? plain.replace(namespace, '').replace(/\/$/, '') : plain || '/'
}
