// Two calendars: a caller without access cannot detect whether a hidden record exists (contract 8.4, 8.5).
// WORLDS_REQUESTS sets the number of requests (800; 5,000 in `npm run evidence -- series-visibility`), WORLDS_SEED the seed (1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/kernel/database/sql.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { NS } from '../support/server.ts'
import { readsOfSeries } from './two-calendars-series.ts'
import { lasting, openWorlds } from './two-calendars-setup.ts'
import { compareReads, compareWorlds, compareWrite, report } from './two-calendars.ts'

const COUNT = Number(process.env['WORLDS_REQUESTS'] ?? scaled(5_000, 800))
const SEED = Number(process.env['WORLDS_SEED'] ?? 1)
const worlds = await openWorlds()

void test('8.4 8.5 hidden records change no response: status, headers and body are the same without them', async (t) => {
  const tally = await compareWorlds(worlds, COUNT, SEED)
  t.diagnostic(`seed ${SEED}: ${report(tally)}`)
  reportEvidence('series-visibility', { two_calendars: { requests: tally.asked, different: tally.difference === null ? 0 : 1 } })
  assert.equal(tally.difference, null, `Hidden records show, seed ${SEED}, request ${tally.asked}:\n${tally.difference}`)
  assert.ok(tally.found > 0.4 * COUNT && tally.lists > 0.2 * COUNT, 'Too little was found to tell anything.')
})

void test('13 8.4 8.5 hidden series, hidden dates and what protected dates hold change no response', async (t) => {
  const paths = readsOfSeries(worlds.known.seriesIds, lasting)
  const { asked, difference } = await compareReads(worlds, paths)
  t.diagnostic(`${asked} pairs of answers about series`)
  reportEvidence('series-visibility', { two_calendars_series: { requests: asked, different: difference === null ? 0 : 1 } })
  assert.equal(difference, null, `Hidden records show, request ${asked}:\n${difference}`)
})

void test('7.3 8.4 an inline record with the name of a hidden record: the response is the same as without the hidden record', async () => {
  const names = await worlds.full.app.database.query<{ kind: 'venue' | 'organizer'; name: string }>(sql`
select 'venue' as kind, t.venue as name from venue_texts t join venues r using (id) where r.status <> 'publish'
union all select 'organizer', t.organizer from organizer_texts t join organizers r using (id) where r.status <> 'publish'`)
  assert.ok(names.length >= 10)
  let step = 0
  for (const { kind, name } of names)
    for (const as of ['contributor', 'other'] as const) {
      step += 1
      // A caller may learn that a slug is taken (8.4), so each record gets its own.
      const body = {
        title: `Write ${step}`,
        start_date: '2032-01-01',
        end_date: '2032-01-02',
        [kind]: { [kind]: name, slug: `own-${step}` },
      }
      const request = { method: 'POST', url: `${NS}/events`, as, headers: { 'content-type': 'application/json' }, body }
      const { status, difference } = await compareWrite(worlds, 100_000 + 10 * step, request)
      assert.equal(difference, null, `Hidden records show: ${difference}`)
      assert.equal(status, 201)
    }
})
