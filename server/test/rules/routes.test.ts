// Every route that the running server answers has a row in the table of rights, and every operation of interface.json is there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ACTIONS, MINIMUM_ROLES } from '../../src/engine/access/permissions.ts'
import { ROLES } from '../../src/kernel/security/caller.ts'
import { ownPath, routesIn, servedBy, type Served } from '../support/router.ts'
import { testServer, NS } from '../support/server.ts'

const { app } = await testServer()
interface Operation {
  readonly method: string
  readonly path: string
}
const served = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
/** Addresses that are not of the interface: they tell nothing of records. */
const WATCHED = ['/livez', '/readyz']
/** Pages for people, with or without a language root. They show of records what an anonymous caller reads in the interface. */
const PAGES = [
  '/',
  '/subscribe',
  '/docs',
  '/docs/:param',
  '/docs/errors/:param',
  '/docs/search',
  '/docs/reference',
  '/docs/reference/:param',
  '/docs/assets/:name',
  '/events',
  '/events/{slug}',
  '/events/{slug}/{date}',
  '/venues/{slug}',
  '/organizers/{slug}',
  '/categories/{slug}',
  // Unknown pages below these paths.
  '/*',
  '/events*',
  '/sitemap.xml',
  '/robots.txt',
  '/assets/:name',
  '/admin',
  '/admin*',
  '/admin/assets/:name',
  '/embed',
  '/embed.js',
  '/embed/calendar.json',
  '/embed/frame.js',
  '/embed/generator.css',
  '/embed/generator.js',
  '/embed/list',
  '/embed/month',
  '/embed/style.css',
  '/embed/:name(^[\\w-]+\\.js$)',
]
/** Bytes of pictures: whoever has the address may have them. */
const FILES = /^\/media\/:digest\(/

/** Routes of the router that no row speaks of. */
function withoutRow(routes: readonly Served[]): string[] {
  const found: string[] = []
  for (const { methods, path } of routes) {
    const own = ownPath(path, NS)
    const isPage = !path.includes(NS) && PAGES.includes(own)
    if (WATCHED.includes(own) || FILES.test(path) || isPage) continue
    for (const method of methods) if (!served.has(`${method === 'HEAD' ? 'GET' : method} ${own}`)) found.push(`${method} ${path}`)
  }
  return found
}
test('permissions: every route of the router has a row', () => {
  const routes = servedBy(app.http.app)
  assert.ok(routes.length > 20, JSON.stringify(routes))
  assert.deepEqual(withoutRow(routes), [])
})
test('permissions: a route without a row is seen', () => {
  assert.deepEqual(withoutRow(routesIn('├── /calendar/events/v1/secrets (GET, HEAD)\n')), [
    'GET /calendar/events/v1/secrets',
    'HEAD /calendar/events/v1/secrets',
  ])
})
test('permissions: every row names a role for every action', () => {
  for (const row of Object.values(MINIMUM_ROLES)) assert.deepEqual(Object.keys(row), [...ACTIONS])
  for (const row of Object.values(MINIMUM_ROLES)) for (const role of Object.values(row)) assert.ok(ROLES.includes(role))
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
