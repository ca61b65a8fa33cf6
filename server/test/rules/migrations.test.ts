// Merged migrations are never edited: the digest of each migration is committed in migration-digests.json.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations, type Migration } from '../../src/kernel/database/migrations.ts'

const FILE = 'server/test/rules/migration-digests.json'
const digests = JSON.parse(readFileSync(new URL('migration-digests.json', import.meta.url), 'utf8')) as Readonly<Record<string, string>>
const migrations = await readMigrations()

type Listed = Pick<Migration, 'name' | 'digest'>
function findEdits(found: readonly Listed[], committed: Readonly<Record<string, string>>): string[] {
  const names = new Set(found.map(({ name }) => name))
  const last = Object.keys(committed).toSorted().at(-1) ?? ''
  return [
    ...found.flatMap(({ name, digest }) => {
      if (committed[name] === digest) return []
      if (name in committed)
        return [`${name} was edited. Databases that have applied it would be refused: restore it, and put the change in a new migration.`]
      if (name < last) return [`${name} is new, but does not sort after ${last}. Give it a higher number.`]
      return [`${name} is new. Add this line to ${FILE}: "${name}": "${digest}". Then add a dump as server/test/upgrades/README.md says.`]
    }),
    ...Object.keys(committed).flatMap((name) => (names.has(name) ? [] : [`${name} was deleted or renamed. Restore it.`])),
  ]
}

test('no merged migration is edited, deleted or renamed, and new migrations sort last', () => {
  assert.deepEqual(findEdits(migrations, digests), [])
})

test('the check finds an edit, a deletion, a new migration, and one that sorts before another', () => {
  const committed = { '0001_a.sql': 'aa', '0002_b.sql': 'bb' }
  const [a, b] = [
    { name: '0001_a.sql', digest: 'aa' },
    { name: '0002_b.sql', digest: 'bb' },
  ]
  const messages = (...found: Listed[]): string => findEdits(found, committed).join('\n')
  assert.equal(messages(a, b), '')
  assert.match(messages(a, { ...b, digest: 'cc' }), /^0002_b\.sql was edited\. .* put the change in a new migration\.$/)
  assert.match(messages(b), /^0001_a\.sql was deleted or renamed/)
  assert.match(messages(a, b, { name: '0003_c.sql', digest: 'cc' }), /^0003_c\.sql is new\. Add this line .*: "0003_c\.sql": "cc"/)
  assert.match(messages(a, { name: '0001_z.sql', digest: 'cc' }, b), /^0001_z\.sql is new, but does not sort after 0002_b\.sql/)
})
