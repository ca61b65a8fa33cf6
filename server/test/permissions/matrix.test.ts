// The quick part of the permission matrix (matrix/cells.ts selects it), updates by contributors and authors, and route coverage.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ownPath, routesIn, servedBy, type Served } from '../support/router.ts'
import { NS, testServer } from '../support/server.ts'
import { OPERATIONS, quickCellsOf } from './matrix/cells.ts'
import { fields } from './matrix/fields-suite.ts'
import { LEFT_OUT } from './matrix/operations.ts'
import { openStage } from './matrix/stage.ts'
import { matrix } from './matrix/suite.ts'
import { CALLERS, FURTHER_CALLERS } from './matrix/table.ts'

const server = await testServer({}, undefined, false)
const stage = await openStage(server)
await matrix(stage, quickCellsOf, ({ cells }) => assert.ok(cells > 2_500, `only ${cells} cells`))
fields(stage, {
  ways: ['change'],
  writers: ['contributor', 'author'],
  statuses: ['event'],
  confused: ['event'],
  linked: ['visible'],
  callers: [...CALLERS, ...FURTHER_CALLERS],
})

/** Paths end before a parameter that only matches a pattern. The list of events is also a page with the same path outside of the namespace. */
const nameOf = (path: string): string => {
  const own = ownPath(path, NS).replace(/(?<=:digest)\(.*/s, '')
  return own === '/events' && !path.includes(NS) ? 'page /events' : own
}
/** Routes that the matrix does not cover and that have no documented exception. */
function uncovered(routes: readonly Served[]): string[] {
  const asked = new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`))
  const names = routes.flatMap(({ path, methods }) =>
    methods.flatMap((method) =>
      (method === 'HEAD' && methods.includes('GET')) || LEFT_OUT[nameOf(path)] ? [] : [`${method} ${nameOf(path)}`],
    ),
  )
  return [...new Set(names)].filter((name) => !asked.has(name))
}
void test('every route of the running server has cells, or a reason to have none', () => {
  const routes = servedBy(server.app.http.app)
  assert.ok(routes.length > 30, `${routes.length} routes`)
  assert.deepEqual(uncovered(routes), [])
  const served = new Set(routes.flatMap(({ path, methods }) => [nameOf(path), ...methods.map((method) => `${method} ${nameOf(path)}`)]))
  assert.deepEqual(
    [...OPERATIONS.map(({ method, path }) => `${method} ${path}`), ...Object.keys(LEFT_OUT)].filter((name) => !served.has(name)),
    [],
    'cells of routes that are not served',
  )
})
void test('a route without cells is seen', () => {
  assert.deepEqual(uncovered(routesIn(`├── ${NS}/events/:id(^\\d+$)/attendees (GET, HEAD)\n├── ${NS}/export (POST)\n`)), [
    'GET /events/{id}/attendees',
    'POST /export',
  ])
})
void test('the tables are independent: they import nothing', () => {
  for (const file of ['table.ts', 'fields-table.ts'])
    assert.doesNotMatch(readFileSync(new URL(`matrix/${file}`, import.meta.url), 'utf8'), /\bimport\b|\brequire\b/, file)
})
