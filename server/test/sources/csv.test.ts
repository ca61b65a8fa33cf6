// CSV sources over HTTP: faulty rows, the file of failed rows, mappings, previews and the command (contract 19.8).
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { isFullRun, reportEvidence, scaled } from '../support/evidence.ts'
import { badInputs, type Json } from '../support/server.ts'
import { counted, sourceServer } from './setup.ts'

const folder = await mkdtemp(join(tmpdir(), 'import-csv-'))
after(() => rm(folder, { recursive: true, force: true }))
const server = await sourceServer({ MEDIA_DIR: join(folder, 'media') })
const failedRows = async (source: number, run: number) => {
  const answer = await server.get(`/sources/${source}/runs/${run}/failed-rows`, { as: 'editor' })
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/csv; charset=utf-8; header=present'])
  return answer.text
}

const COUNT = scaled(10_000)
const MAX_MS = 60_000
test('19.8 the good rows of a large file are imported, and the bad ones are in a file with reasons', { timeout: 600_000 }, async () => {
  const isFaulty = (i: number): boolean => i % 20 === 7
  const FAULTS = ['2028-02-30 19:00', 'soon', '', '3/4/2028']
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const date = isFaulty(i) ? FAULTS[((i / 20) % FAULTS.length) | 0] : `2028-01-${String(1 + (i % 28)).padStart(2, '0')} 19:00`
    return `${i},"Event, ${i}",${date},Hall ${i % 7},=1+${i}`
  })
  const file = `Number,Name,When,Where,Remark\r\n${rows.join('\r\n')}\r\n`
  const mapping = { id: 'Number', title: 'Name', start_date: 'When', venue: 'Where' }
  const source = await server.createSource({ type: 'csv', mapping })
  const began = performance.now()
  const used = process.cpuUsage()
  const run = await server.run(source, file)
  const ms = Math.round(performance.now() - began)
  const { user, system } = process.cpuUsage(used)
  const faulty = rows.filter((_, i) => isFaulty(i)).length
  assert.deepEqual([run.state, counted(run)], ['finished', { new: COUNT - faulty, failed: faulty }])
  if (isFullRun) assert.ok(ms <= MAX_MS, `${ms} ms`)
  // The venues of one batch are looked up once.
  for (const { position, record_id } of (await server.items(source, run.id, '?outcome=new&per_page=9')).slice(-3))
    assert.deepEqual(
      ((await server.event(record_id))['venue'] as Json[]).map(({ venue }) => venue),
      [`Hall ${position % 7}`],
    )
  const [header, ...failed] = parse(await failedRows(source, run.id), { bom: true })
  assert.deepEqual(header, ['Number', 'Name', 'When', 'Where', 'Remark', 'error'])
  assert.deepEqual(
    failed.map(([number]) => Number(number)),
    rows.flatMap((_, i) => (isFaulty(i) ? [i] : [])),
  )
  assert.ok(failed.every(([number, name, , , remark]) => name === `Event, ${number}` && remark === `'=1+${number}`))
  const reasons = new Set(failed.map((row) => row[5]))
  assert.deepEqual(
    [...reasons].filter((reason) => !/^start_date: The (?:date|event) /.test(reason ?? '')),
    [],
  )
  assert.equal(reasons.size, 3)
  assert.deepEqual(counted(await server.run(source, file)), { unchanged: COUNT - faulty, failed: faulty })
  reportEvidence('import-csv', { rows: COUNT, faulty, ms, max_ms: MAX_MS, processor_ms: Math.round((user + system) / 1_000) })
})

test('19.8 the file of failed rows can be corrected and imported; formulas in it are texts', async () => {
  const source = await server.createSource({ type: 'csv' })
  const cells = ['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", '＝1']
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
  const first = await server.run(source, `title,start_date,${cells.map((_, i) => `c${i}`).join(',')}\nFixed,someday,${quoted.join(',')}\n`)
  assert.deepEqual(counted(first), { failed: 1 })
  const text = await failedRows(source, first.id)
  const [, row = []] = parse(text, { bom: true })
  assert.deepEqual(
    row.slice(2, -1),
    // The apostrophe of a cell of the document is read as that of a spreadsheet, and is written again.
    cells.map((cell) => (cell.startsWith("'") ? cell : `'${cell}`)),
  )
  const second = await server.run(source, text.replace('someday', '2028-01-10'))
  assert.deepEqual(counted(second), { new: 1 })
  const other = await server.createSource({ type: 'csv' })
  const third = await server.run(other, text)
  assert.deepEqual((await failedRows(other, third.id)).split('\r\n'), text.split('\r\n'))
})

test('19.8 a corrected file of failed rows is a part of the document, so no record is gone', async () => {
  const source = await server.createSource({ type: 'csv', vanished: 'trash' })
  const good = Array.from({ length: 9 }, (_, i) => `${i},Good ${i},2028-01-10\n`).join('')
  const first = await server.run(source, `id,title,start_date\n${good}9,Late,soon\n`)
  const corrected = (await failedRows(source, first.id)).replace('soon', '2028-01-11')
  const second = await server.run(source, corrected)
  assert.deepEqual([second.state, counted(second)], ['finished', { new: 1 }])
  assert.deepEqual(counted(await server.run(source, `id,title,start_date\n${good}9,Late,2028-01-11\n`)), { unchanged: 10 })
})

test('19.8 errors of the calendar are reasons too, and a run of another type has no rows', async () => {
  const source = await server.createSource({ type: 'csv' })
  const rows = ['No link,2028-01-10,not a link,', ',2028-01-10,,', 'Backwards,2028-01-10 19:00,,2028-01-10 18:00', 'Good,2028-01-10,,']
  const run = await server.run(source, `title,start_date,website,end_date\n${rows.join('\n')}\n`)
  assert.deepEqual(counted(run), { new: 1, failed: 3 })
  const errors = (await server.items(source, run.id, '?outcome=failed')).map((item) => item.errors.map(({ field }) => field))
  assert.deepEqual(errors, [['website'], ['title'], ['end_date']])
  const [, ...failed] = parse(await failedRows(source, run.id), { bom: true })
  assert.deepEqual(
    failed.map((row) => row[4]?.split(':')[0]),
    ['website', 'title', 'end_date'],
  )
  const other = await server.createSource()
  const calendar = await server.run(other, 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n')
  assert.equal(await failedRows(other, calendar.id), 'error\r\nThe event has no start.\r\n')
})

test('19.8 a dry run shows the fields of the first rows, and other runs do not', async () => {
  const source = await server.createSource({ type: 'csv', mapping: { locale: 'de' } })
  const file = `title;start_date;venue\n${Array.from({ length: 12 }, (_, i) => `T${i};${i === 3 ? 'x' : '3.4.2028 19:30'};Saal\n`).join('')}`
  const dry = await server.run(source, file, '?dry_run=true')
  const answer = await server.get(`/sources/${source}/runs/${dry.id}/items?per_page=10`, { as: 'editor' })
  const items = answer.json['items'] as Json[]
  assert.equal(items.length, 10)
  assert.deepEqual(items[0]?.['fields'], {
    title: 'T0',
    start_date: '2028-04-03 19:30:00',
    end_date: null,
    all_day: false,
    timezone: 'UTC',
    venue: { venue: 'Saal' },
  })
  assert.deepEqual(
    (items[3]?.['errors'] as Json[] | undefined)?.map(({ code }) => code),
    ['invalid_date'],
  )
  const real = await server.run(source, file)
  assert.deepEqual(counted(real), { new: 11, failed: 1 })
  const shown = (await server.get(`/sources/${source}/runs/${real.id}/items`, { as: 'editor' })).json['items'] as Json[]
  assert.ok(shown.every(({ fields }) => fields === null))
})

test('19.2 a run names the columns with their fields, and a run that writes nothing has an example of each', async () => {
  const source = await server.createSource({ type: 'csv' })
  const file = 'Wer;start_date;Ort;venue\n;2028-01-10;;\nChor;2028-01-11;Halle;Saal\n'
  const columns = async ({ id }: { id: number }) => {
    const { json } = await server.get(`/sources/${source}/runs/${id}`, { as: 'editor' })
    return (json['columns'] as Json[] | null)?.map(({ name, field, example }) => [name, field, example])
  }
  const fields = [null, 'start_date', null, 'venue']
  const examples = ['Chor', '2028-01-10', 'Halle', 'Saal']
  const shown = (own: readonly unknown[], all: readonly unknown[]) =>
    ['Wer', 'start_date', 'Ort', 'venue'].map((name, i) => [name, own[i], all[i] ?? null])
  const missing = await server.run(source, file)
  assert.equal(missing.reason, 'columns_missing')
  assert.deepEqual(await columns(missing), shown(fields, examples))

  await server.patch(`/sources/${source}`, { mapping: { title: 'Wer', venue: '' } }, { as: 'editor' })
  const dry = await server.run(source, file, '?dry_run=true')
  const mapped = ['title', 'start_date', null, null]
  assert.deepEqual(await columns(dry), shown(mapped, examples))
  const real = await server.run(source, file)
  assert.deepEqual([counted(real), await columns(real)], [{ new: 1, failed: 1 }, shown(mapped, [])])
  const [, event] = await server.items(source, real.id)
  assert.deepEqual((await server.event(event?.record_id))['venue'], [])

  const again = await server.run(source, file, '?dry_run=true')
  assert.deepEqual(await columns(again), shown(mapped, examples))
  await server.remove(`/events/${event?.record_id}?force=true`, { as: 'admin' })
  assert.deepEqual(await columns(again), shown(mapped, []))
})

test('19.1 a mapping has the keys of its type', async () => {
  const mappings: [type: string, mapping: Json, bad: string[]][] = [
    ['csv', { title: 'Name', locale: 'pt-PT', separator: 'tab', timezone: 'Europe/Lisbon' }, []],
    ['csv', { locale: 'not a locale' }, ['mapping']],
    ['csv', { locale: 'xx' }, ['mapping']],
    ['csv', { separator: '|' }, ['mapping']],
    ['csv', { color: 'Color' }, ['mapping']],
    ['csv', { title: 'x'.repeat(1_000) }, ['mapping']],
    ['icalendar', { title: 'Name' }, ['mapping']],
    ['icalendar', { categories: 'Name' }, ['mapping']],
  ]
  for (const [type, mapping, bad] of mappings) {
    const answer = await server.post('/sources', { name: 'x', type, mapping }, { as: 'editor' })
    assert.deepEqual(
      bad.length === 0 ? answer.json['mapping'] : badInputs(answer),
      bad.length === 0 ? mapping : bad,
      JSON.stringify(mapping),
    )
  }
  const source = await server.createSource({ type: 'csv', mapping: { title: 'Name' } })
  assert.deepEqual(badInputs(await server.patch(`/sources/${source}`, { type: 'icalendar' }, { as: 'editor' })), ['mapping'])
  assert.deepEqual(await server.run(source, 'title,start_date\nx,2028-01-10\n').then(({ state, reason }) => [state, reason]), [
    'failed',
    'columns_missing',
  ])
})

test('19.8 a permanent deletion erases the row that failed to change its record', async () => {
  const source = await server.createSource({ type: 'csv' })
  const made = await server.run(source, 'id,title,start_date\n1,Secret,2028-01-10\n')
  const failed = await server.run(source, 'id,title,start_date\n1,Secret,never\n')
  const [item] = await server.items(source, made.id)
  assert.match(await failedRows(source, failed.id), /Secret/)
  assert.equal((await server.remove(`/events/${item?.record_id}?force=true`, { as: 'admin' })).status, 200)
  assert.doesNotMatch(await failedRows(source, failed.id), /Secret/)
})

test('19.8 the command imports CSV with a mapping', async () => {
  const file = join(folder, 'club.csv')
  await writeFile(file, 'Name;Datum\nShell;3.4.2028 19:30\nBad;never\n')
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: server.database_url, MEDIA_DIR: join(folder, 'media'), PUBLIC_URL: server.base }
  const kalends = (...args: readonly string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      execFile(process.execPath, [main, 'import', 'csv', file, '--user', 'editor', ...args], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      )
    })
  const output = await kalends('--map', 'title=Name', '--map', 'start_date=Datum', '--map', 'locale=de')
  assert.equal(output.code, 0, output.err)
  assert.match(output.out, /^Bad: start_date: The date is not valid/m)
  const again = await kalends('--json')
  assert.equal((JSON.parse(again.out) as { counts: Record<string, number> }).counts['unchanged'], 1)
  for (const wrong of ['title', 'color=x', 'separator=x']) assert.equal((await kalends('--map', wrong)).code, 2, wrong)
})
