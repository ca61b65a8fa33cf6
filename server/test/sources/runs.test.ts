// Runs of sources: outcomes, repeated runs, vanished records, changes of editors, duplicates, dry runs and undo (contract 19).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addRun } from '../../src/features/sources/import-worker.ts'
import { storeRunPage } from '../../src/features/sources/run-pages.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { calendarFile, counted, simpleEvent, sourceServer, type ShownRun } from './setup.ts'

const server = await sourceServer()
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => simpleEvent(`uid-${from + i}`, `Concert ${from + i}`, 1 + ((from + i) % 28)))

test('19.3 a file that is imported three times changes the calendar once', async () => {
  const source = await server.createSource()
  const file = calendarFile(many(30))
  assert.deepEqual(counted(await server.run(source, file)), { new: 30 })
  for (const _ of [2, 3]) assert.deepEqual(counted(await server.run(source, file)), { unchanged: 30 })
  const listed = await server.get(`/events?external_id=source-${source}:uid-7&status=any`, { as: 'editor' })
  const [event] = listed.json['events'] as Record<string, unknown>[]
  assert.equal(event?.['title'], 'Concert 7')
  assert.equal(event?.['author'], server.ids.editor)
  assert.equal(listed.json['total'], 1)
})

test('19.3 a changed event is updated, and only its changed fields', async () => {
  const source = await server.createSource({ status: 'draft' })
  const first = await server.run(source, calendarFile([simpleEvent('a', 'Old title', 3, ['DESCRIPTION:Text'])]))
  const [item] = await server.items(source, first.id)
  assert.equal((await server.event(item?.record_id))['status'], 'draft')
  const second = await server.run(source, calendarFile([simpleEvent('a', 'New title', 3, ['DESCRIPTION:Text'])]))
  assert.deepEqual(counted(second), { changed: 1 })
  const history = await server.get(`/events/${item?.record_id}/history`, { as: 'editor' })
  const [last] = history.json['history'] as { changes: { field: string }[] }[]
  assert.deepEqual(
    last?.changes.map(({ field }) => field),
    ['title'],
  )
})

test('19.4 a value that an editor changed here is kept, and the report says so; the source may take precedence', async () => {
  const source = await server.createSource()
  const file = (title: string, description: string) => calendarFile([simpleEvent('a', title, 3, [`DESCRIPTION:${description}`])])
  const first = await server.run(source, file('Jazz', 'One'))
  const [item] = await server.items(source, first.id)
  await server.patch(`/events/${item?.record_id}`, { title: 'Jazz in the park' })
  const second = await server.run(source, file('Jazz night', 'Two'))
  const [kept] = await server.items(source, second.id)
  assert.deepEqual([kept?.outcome, kept?.left_alone, kept?.reason], ['changed', ['title'], 'edited'])
  const event = await server.event(item?.record_id)
  assert.equal(event['title'], 'Jazz in the park')
  assert.match(String(event['description']), /Two/)
  assert.deepEqual(counted(await server.run(source, file('Jazz night', 'Two'))), { left_alone: 1 })
  await server.patch(`/sources/${source}`, { precedence: 'source' })
  assert.deepEqual(counted(await server.run(source, file('Jazz night', 'Two'))), { changed: 1 })
  assert.equal((await server.event(item?.record_id))['title'], 'Jazz night')
})

test('19.4 dates that an editor changed are kept together', async () => {
  const source = await server.createSource()
  const first = await server.run(source, calendarFile([simpleEvent('a', 'Talk', 3)]))
  const [item] = await server.items(source, first.id)
  await server.patch(`/events/${item?.record_id}`, { end_date: '2028-01-03T22:00:00Z' })
  const second = await server.run(source, calendarFile([simpleEvent('a', 'Talk', 9)]))
  assert.deepEqual((await server.items(source, second.id))[0]?.left_alone, ['end_date'])
  assert.equal((await server.event(item?.record_id))['utc_start_date'], '2028-01-03 18:00:00')
})

test('19.4 a record that an editor moved to the trash or deleted does not come back', async () => {
  const source = await server.createSource()
  const file = calendarFile(many(2))
  const [trashed, deleted] = await server.items(source, (await server.run(source, file)).id)
  await server.remove(`/events/${trashed?.record_id}`)
  await server.remove(`/events/${deleted?.record_id}?force=true`)
  const items = await server.items(source, (await server.run(source, file)).id)
  assert.deepEqual(
    items.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['left_alone', 'trashed'],
      ['left_alone', 'deleted'],
    ],
  )
})

for (const [vanished, outcome] of [
  ['keep', 'kept'],
  ['cancel', 'canceled'],
  ['trash', 'trashed'],
] as const)
  test(`19.3 records that vanish: ${vanished}, and what comes back is as before`, async () => {
    const source = await server.createSource({ vanished })
    const file = calendarFile(many(10))
    const first = await server.run(source, file)
    const gone = (await server.items(source, first.id)).at(-1)
    const second = await server.run(source, calendarFile(many(9)))
    assert.deepEqual(counted(second), { unchanged: 9, [outcome]: 1 })
    const { status, event_status } = await server.event(gone?.record_id)
    assert.deepEqual(
      [status, event_status],
      { keep: ['publish', 'scheduled'], cancel: ['publish', 'cancelled'], trash: ['trash', 'scheduled'] }[vanished],
    )
    assert.deepEqual(counted(await server.run(source, calendarFile(many(9)))), { unchanged: 9 })
    const back = await server.run(source, file)
    assert.deepEqual(counted(back), vanished === 'keep' ? { unchanged: 10 } : { unchanged: 9, changed: 1 })
    const event = await server.event(gone?.record_id)
    assert.deepEqual([event['status'], event['event_status']], ['publish', 'scheduled'])
  })

test('19.3 more than 30 % of the upcoming records gone stops the run before it writes, until somebody accepts it', async () => {
  const source = await server.createSource({ vanished: 'trash' })
  await server.run(source, calendarFile(many(10)))
  const stopped = await server.run(source, calendarFile(many(6)))
  assert.deepEqual([stopped.state, stopped.reason, counted(stopped)], ['stopped', 'too_many_gone', {}])
  assert.deepEqual(counted(await server.run(source, calendarFile(many(6)), '?accept_gone=true')), { unchanged: 6, trashed: 4 })
  assert.equal((await server.run(source, calendarFile([]))).reason, 'too_many_gone')
})

test('19.3 events that have ended may leave the document', async () => {
  const source = await server.createSource({ vanished: 'trash' })
  const past = Array.from({ length: 5 }, (_, i) => [`UID:p${i}`, `SUMMARY:Past ${i}`, `DTSTART:2020010${i + 1}T100000Z`])
  await server.run(source, calendarFile([...past, ...many(3)]))
  const second = await server.run(source, calendarFile(many(3)))
  assert.deepEqual([second.state, counted(second)], ['finished', { unchanged: 3, kept: 5 }])
})

test('19.3 new UIDs at each export are matched by start, title and place, and the report says so', async () => {
  const source = await server.createSource({ vanished: 'trash' })
  const export_ = (n: number) => calendarFile(many(20).map((lines, i) => [`UID:export-${n}-${i}`, ...lines.slice(1), `LOCATION:Hall ${i}`]))
  assert.deepEqual(counted(await server.run(source, export_(1))), { new: 20 })
  for (const n of [2, 3]) {
    const run = await server.run(source, export_(n))
    assert.deepEqual(counted(run), { unchanged: 20 })
    for (const { notes } of await server.items(source, run.id)) assert.deepEqual(notes, ['matched_by_content'])
  }
})

test('19.3 the same document in two sources makes records of each, and lists likely duplicates', async () => {
  const [a, b] = [await server.createSource(), await server.createSource()]
  const file = calendarFile([simpleEvent('twice', 'Only once', 17, ['LOCATION:Somewhere'])])
  const [first] = await server.items(a, (await server.run(a, file)).id)
  const [second] = await server.items(b, (await server.run(b, file)).id)
  assert.deepEqual([second?.outcome, second?.duplicates], ['new', [first?.record_id]])
  assert.notEqual(second?.record_id, first?.record_id)
})

test('19.2 a dry run reports what a run would do, and writes nothing', async () => {
  const source = await server.createSource()
  const rows = async (): Promise<unknown> =>
    (await server.get('/events?records=true&status=any&start_date=2000-01-01', { as: 'admin' })).json['total']
  const before = await rows()
  const dry = await server.run(source, calendarFile(many(3)), '?dry_run=true')
  assert.deepEqual([dry.state, counted(dry)], ['finished', { new: 3 }])
  assert.equal(await rows(), before)
  const undo = await server.post(`/sources/${source}/runs/${dry.id}/undo`, {}, { as: 'editor' })
  assert.equal(undo.json['code'], 'rest_run_not_undoable')
  assert.deepEqual(counted(await server.run(source, calendarFile(many(3)))), { new: 3 })
  const again = await server.run(source, calendarFile([...many(2), simpleEvent('uid-2', 'Renamed', 3)]), '?dry_run=true')
  assert.deepEqual(counted(again), { unchanged: 2, changed: 1 })
  assert.deepEqual(counted(await server.run(source, calendarFile(many(3)))), { unchanged: 3 })
})

test('19.5 undo of a run restores the records and what the source knew of them', async () => {
  const source = await server.createSource({ vanished: 'trash' })
  const first = await server.run(source, calendarFile(many(120)))
  const ids = (await server.items(source, first.id)).map(({ record_id }) => record_id)
  const renamed = [...many(100).map((lines) => lines.map((line) => line.replace('Concert', 'Recital'))), simpleEvent('extra', 'Extra', 5)]
  const second = await server.run(source, calendarFile(renamed))
  assert.deepEqual(counted(second), { changed: 100, new: 1, trashed: 20 })
  const edited = ids[3]
  await server.patch(`/events/${edited}`, { website: 'https://editor.example' })
  const extra = (await server.items(source, second.id, '?outcome=new'))[0]?.record_id
  const undone = await server.post(`/sources/${source}/runs/${second.id}/undo`, {}, { as: 'editor' })
  assert.equal(undone.status, 202)
  assert.equal((await server.ended(source, second.id)).state, 'undone')
  assert.equal((await server.event(ids[0]))['title'], 'Concert 0')
  assert.equal((await server.event(ids[110]))['status'], 'publish')
  assert.equal((await server.event(extra))['status'], 'trash')
  assert.equal((await server.event(edited))['title'], 'Recital 3')
  const skipped = (await server.items(source, second.id)).filter(({ reason }) => reason === 'changed_since')
  assert.deepEqual(
    skipped.map(({ record_id }) => record_id),
    [edited],
  )
  assert.deepEqual(counted(await server.run(source, calendarFile(many(120)))), { unchanged: 119, changed: 1 })
  const third = await server.run(source, calendarFile([...many(120), simpleEvent('extra', 'Extra', 5)]))
  assert.deepEqual(counted(third), { unchanged: 119, left_alone: 1, changed: 1 })
  assert.equal((await server.event(extra))['status'], 'publish')
})

test('19.2.6 a run that is canceled stops after the items that are being stored, and the next run imports the others', async () => {
  const source = await server.createSource()
  const file = calendarFile(many(1_000))
  const id = Number((await server.startRun(source, file)).json['id'])
  const path = `/sources/${source}/runs/${id}`
  const countsOf = async (): Promise<ShownRun['counts']> => (await server.get(path, { as: 'editor' })).json['counts'] as ShownRun['counts']
  while ((await countsOf())['new'] === 0) await pause(20)
  const canceled = await server.post(`${path}/cancel`, {}, { as: 'editor' })
  assert.equal(canceled.status, 200, canceled.text)
  const { state, reason, counts } = canceled.json as unknown as ShownRun
  assert.deepEqual([state, reason], ['stopped', 'canceled'])
  const written = counts['new'] ?? 0
  assert.ok(written > 0 && written < 1_000, String(written))
  assert.equal((await server.post(`${path}/cancel`, {}, { as: 'editor' })).json['code'], 'rest_run_ended')
  assert.deepEqual(counted(await server.run(source, file)), { unchanged: written, new: 1_000 - written })
  assert.deepEqual(await countsOf(), counts)
  const second = await server.run(source, calendarFile([...many(999), simpleEvent('uid-999', 'Renamed', 3)]))
  assert.deepEqual(counted(second), { unchanged: 999, changed: 1 })
})

test('19.2.6 nothing is stored of a page that was being fetched when its run was canceled', async () => {
  const { database } = server.app
  const source = await server.createSource()
  // The run has no job, so no process works on it.
  const run = { sourceId: source, requestedBy: null, isDryRun: false, acceptsGone: false, document: null, now: systemClock.now() }
  const id = (await addRun(database, run)) ?? 0
  const page = { part: 'events', page: 1, total: 1, pages: 1, content: Buffer.from('[]') }
  const pages = (): Promise<unknown[]> => database.query(sql`select page from source_pages where run_id = ${id}`)
  await storeRunPage(database, id, page)
  assert.equal((await pages()).length, 1)
  assert.equal((await server.post(`/sources/${source}/runs/${id}/cancel`, {}, { as: 'editor' })).json['reason'], 'canceled')
  await assert.rejects(storeRunPage(database, id, { ...page, page: 2 }), { message: 'canceled' })
  assert.deepEqual(await pages(), [])
})

test('19.2 faulty events fail with their reason, and the others are imported', async () => {
  const source = await server.createSource()
  const bad = [
    ['UID:no-title', 'DTSTART:20280101T100000Z'],
    ['UID:backwards', 'SUMMARY:Backwards', 'DTSTART:20280101T100000Z', 'DTEND:20280101T090000Z'],
    ['UID:no-start', 'SUMMARY:No start'],
    ['UID:impossible', 'SUMMARY:Impossible', 'DTSTART:20280231T100000Z'],
    ['UID:zone', 'SUMMARY:Zone', 'DTSTART;TZID=Nowhere/Land:20280101T100000'],
    ['UID:lines', 'SUMMARY:Lines', 'DTSTART:20280101T100000Z', 'RRULE:FREQ=SOMETIMES'],
  ]
  const run = await server.run(source, calendarFile([...bad, ...many(3)]))
  assert.deepEqual([run.state, counted(run)], ['finished', { new: 3, failed: 6 }])
  const items = await server.items(source, run.id, '?outcome=failed')
  assert.deepEqual(
    items.map(({ external_id, errors }) => [external_id, errors[0]?.field, errors[0]?.code]),
    [
      ['no-title', 'title', 'required'],
      ['backwards', 'end_date', 'backwards'],
      ['no-start', null, 'no_start'],
      ['impossible', null, 'invalid_time'],
      ['zone', null, 'unknown_time_zone'],
      ['lines', null, 'invalid_lines'],
    ],
  )
})

test('19.2 something that is no iCalendar file fails the run', async () => {
  const source = await server.createSource()
  const run = await server.run(source, '<html>Sign in</html>')
  assert.deepEqual([run.state, run.reason], ['failed', 'not_icalendar'])
  assert.equal((await server.startRun(source, null)).json['code'], 'rest_missing_callback_param')
})
