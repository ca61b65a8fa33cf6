// Every route that the running server answers has a row in the table of rights, and every operation of interface.json is there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ACTIONS, RIGHTS } from '../../src/engine/visibility.ts'
import { ROLES } from '../../src/kernel/caller.ts'
import { testServer, NS } from '../support/server.ts'

const { app } = await testServer()
interface Operation {
  readonly method: string
  readonly path: string
}
const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
/** Addresses that are not of the interface: they tell nothing of records. */
const WATCHED = ['/livez', '/readyz']

/** Routes of the router that no row speaks of. */
function withoutRow(router: string): string[] {
  const found: string[] = []
  for (const { methods, path } of routesIn(router)) {
    if (WATCHED.includes(path)) continue
    const own = path
      .replace(/^\/:root\([^/]*\)(?=\/)/, '')
      .replace(NS, '')
      .replace(':id(^\\d+$)', '{id}')
      .replace(':slug', '{slug}')
      .replace(/\/$/, '')
    for (const method of methods) if (!served.has(`${method === 'HEAD' ? 'GET' : method} ${own}`)) found.push(`${method} ${path}`)
  }
  return found
}
/** Paths and methods out of the router's own picture of itself. */
function routesIn(router: string): { path: string; methods: string[] }[] {
  const stack: string[] = []
  return router.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) return []
    const depth = (match[1] ?? '').length / 4
    stack.length = depth
    stack.push(match[2] ?? '')
    return match[3] ? [{ path: stack.join(''), methods: match[3].split(', ') }] : []
  })
}

test('permissions: every route of the router has a row', () => {
  const picture = app.http.app.printRoutes({ commonPrefix: false })
  assert.ok(routesIn(picture).length > 20, picture)
  assert.deepEqual(withoutRow(picture), [])
})
test('permissions: a route without a row is seen', () => {
  assert.deepEqual(withoutRow('├── /calendar/events/v1/secrets (GET, HEAD)\n'), [
    'GET /calendar/events/v1/secrets',
    'HEAD /calendar/events/v1/secrets',
  ])
})
test('permissions: every row names a role for every action', () => {
  for (const row of Object.values(RIGHTS)) assert.deepEqual(Object.keys(row), [...ACTIONS])
  for (const row of Object.values(RIGHTS)) for (const role of Object.values(row)) assert.ok(ROLES.includes(role))
})
test('1.1 every operation of interface.json is served', () => {
  const { operations } = JSON.parse(readFileSync(new URL('../../../conformance/interface.json', import.meta.url), 'utf8')) as {
    operations: Operation[]
  }
  assert.equal(operations.length, 52)
  assert.deepEqual(
    operations.filter(({ method, path }) => !served.has(`${method} ${path}`)),
    [],
  )
})
