// Keeps a copy of the calendar in a SQLite file. It may be killed at any time, and continues when it is started again.
import { argv, env } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { createClient, type MirrorStore } from '@kalends/client'

const [file = 'calendar.sqlite', seconds] = argv.slice(2)
const db = new DatabaseSync(file)
db.exec(`
  create table if not exists records (kind text, id integer, version integer, series integer, record text, primary key (kind, id));
  create index if not exists records_series on records (kind, series);
  create table if not exists position (id integer primary key check (id = 1), cursor text)`)
const put = db.prepare('insert or replace into records values (?, ?, ?, ?, ?)')
const remove = db.prepare('delete from records where kind = ? and id = ?')
const versions = db.prepare('select id, version from records where kind = ?1 and (?2 is null or series = ?2)')
const saveCursor = db.prepare('insert or replace into position values (1, ?)')
const loadCursor = db.prepare('select cursor from position')

function inTransaction<T>(items: readonly T[], write: (item: T) => void): void {
  db.exec('begin')
  for (const item of items) write(item)
  db.exec('commit')
}
const store: MirrorStore = {
  loadCursor: () => (loadCursor.get()?.['cursor'] as string | undefined) ?? null,
  saveCursor: (cursor) => void saveCursor.run(cursor),
  put: (entries) =>
    inTransaction(entries, ({ kind, id, version, series, record }) => void put.run(kind, id, version, series, JSON.stringify(record))),
  remove: (kind, ids) => inTransaction(ids, (id) => void remove.run(kind, id)),
  versions: (kind, series) => versions.all(kind, series ?? null).map(({ id, version }) => [Number(id), Number(version)]),
}

const kalends = createClient({ baseUrl: env['KALENDS_URL'] ?? 'http://127.0.0.1:3000', token: env['KALENDS_TOKEN'] })
await kalends.mirror({ store, dates: env['DATES'] === 'true', ...(seconds && { everyMs: Number(seconds) * 1_000 }) })
console.log(`${file}: ${String(db.prepare('select count(*) as n from records').get()?.['n'])} records`)
