// Contract 14.4.4: after the undo of any random request, every record and list shows what it showed before, or the answer names what is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form, glass } from '../media/pictures.ts'
import { Random, seedOf } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import { RandomCalendar, type RandomRequest } from './random-requests.ts'
import { deleteRecords, readShown, type Shown } from './shown.ts'

const REQUESTS = scaled(5_000, 100)
/** Requests of one calendar, and how many of them are undone together, the last one first. */
const PER_CALENDAR = 12
const LAST = 3
/** Calendars of a part. */
const PART = scaled(10, 1)

const server = await testServer({ CACHE_MB: '0' }, { now: () => Temporal.Instant.from('2027-01-01T12:00:00Z') }, false)
await server.request('POST', '/media', { as: 'admin', upload: form(await glass(), { alt: 'Glass' }, 'glass.png') })

/** The requests of the current calendar, for messages. */
let sentRequests: RandomRequest[] = []
interface Written {
  readonly request: RandomRequest
  readonly changeId: string
  readonly before: Shown
}
interface Undone {
  readonly change_id: string | null
  readonly skipped: Json[]
  readonly not_restored: { kind: string; id: number; reason: string }[]
}
async function undo(changeId: string, request: RandomRequest): Promise<Undone> {
  const answer = await server.post(`/changes/${changeId}/undo`, {})
  assert.equal(answer.status, 200, `${JSON.stringify(request)}: ${answer.text}\n${JSON.stringify(sentRequests)}`)
  return answer.json as unknown as Undone
}

let figures = { requests: 0, undone: 0, redone: 0, named: 0 }
async function runCalendar(calendar: number): Promise<void> {
  await deleteRecords(server)
  const random = new Random(seedOf(seed, calendar))
  const writer = new RandomCalendar(server, random)
  sentRequests = []
  await writer.start()
  let shown = await readShown(server)
  for (let i = 0; i < PER_CALENDAR; i += LAST) shown = await writeAndUndo(writer, random, shown)
}
test('14.4.4 the undo of a random request restores what was shown, or names what it could not restore', async () => {
  const totals = { ...figures }
  for (let from = 0; totals.requests < REQUESTS; from += PART) {
    const done = await resumable('undo', `calendars ${from}`, async () => {
      figures = { requests: 0, undone: 0, redone: 0, named: 0 }
      for (let calendar = from; calendar < from + PART; calendar += 1) await runCalendar(calendar)
      return figures
    })
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += done[name]
  }
  reportEvidence('undo', totals)
  assert.ok(totals.undone > totals.requests / 2 && totals.redone > 0 && totals.named > 0, JSON.stringify(totals))
})

/**
 * Sends some requests, and undoes them, the last one first. Some of them are then written again by another undo.
 * `current` is what is shown at first; the result is what is shown at the end.
 */
async function writeAndUndo(writer: RandomCalendar, random: Random, current: Shown): Promise<Shown> {
  const written: Written[] = []
  let after = current
  for (let i = 0; i < LAST; i += 1) {
    const before = after
    const request = await writer.request()
    const answer = await writer.send(request)
    sentRequests.push(request)
    assert.ok(answer.status < 500, `${JSON.stringify(request)}: ${answer.text}`)
    const changeId = answer.headers.get('x-change-id')
    if (changeId === null) continue
    figures.requests += 1
    written.push({ request, changeId, before })
    after = await readShown(server)
  }
  for (const { request, changeId, before } of written.toReversed()) {
    const { not_restored, change_id } = await undo(changeId, request)
    if (not_restored.length > 0) {
      figures.named += 1
      // Earlier states have what is lost.
      return readShown(server)
    }
    const shown = await readShown(server)
    assert.deepEqual(shown, before, JSON.stringify(sentRequests))
    figures.undone += 1
    if (change_id !== null && random.chance(0.3)) {
      const redone = await undo(change_id, request)
      if (redone.not_restored.length > 0) return readShown(server)
      assert.deepEqual(await readShown(server), after, `again: ${JSON.stringify(request)}`)
      figures.redone += 1
      return after
    }
    after = shown
  }
  return after
}
