// Contract 13.3.3: `collapse=series` and its total equal those of a computation from the dates and links of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, raw } from '../../src/kernel/database/sql.ts'
import { Random } from '../model/random.ts'
import { isFullRun, reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, type Json } from '../support/server.ts'
import { collapse, makeWorld, NOW, randomQuery, readDates, type Collapsed, type ListQuery } from './collapse-world.ts'

const server = await testServer({ CACHE_MB: '0' }, { now: () => NOW }, false)
const { database } = server.app
const links = await makeWorld(server, new Random(seed), scaled(300, 60))
const dates = await readDates(server)

const shown = ({ json }: { readonly json: Json }): Collapsed[] =>
  (json['events'] as Json[]).map((event) => ({ id: event['id'] as number, matching: event['matching_dates'] as number | null }))
/** Returns the first difference between a page of the list and the list that is wanted. */
async function difference(query: ListQuery, random: Random): Promise<string | null> {
  const wanted = collapse(dates, query)
  const per_page = random.pick([2, 10, 100])
  const page = 1 + random.below(Math.ceil(wanted.length / per_page) + 1)
  const ask = (more: Json) => {
    const params = new URLSearchParams({
      collapse: 'series',
      ...query.params,
      per_page: String(per_page),
      ...(more as Record<string, string>),
    })
    return server.get(`/events?${params.toString()}`, query.as ? { as: query.as } : {})
  }
  const isWalk = random.chance(0.3)
  const first = await ask(isWalk ? { cursor: '' } : { page: String(page) })
  const cursor = isWalk ? first.json['next_cursor'] : null
  const second = cursor === null ? [] : shown(await ask({ cursor }))
  const found = [...shown(first), ...second]
  const start = isWalk ? 0 : (page - 1) * per_page
  const part = wanted.slice(start, start + (isWalk ? 2 : 1) * per_page)
  if (first.json['total'] === wanted.length && JSON.stringify(found) === JSON.stringify(part)) return null
  const at = part.findIndex((each, i) => JSON.stringify(each) !== JSON.stringify(found[i]))
  return JSON.stringify({
    ...query.params,
    as: query.as,
    per_page,
    page,
    total: [first.json['total'], wanted.length],
    at,
    wanted: part[at],
    found: found[at],
  })
}
/** Returns all differences in a run at the full count, otherwise the first one. */
async function differences(n: number, random: Random): Promise<string[]> {
  const found: string[] = []
  for (let i = 0; i < n && (isFullRun || found.length === 0); i++) {
    const one = await difference(randomQuery(random, links), random)
    if (one !== null) found.push(one)
  }
  return found
}

void test('13.3.3 collapsed lists and their totals equal brute force', async () => {
  const queries = scaled(10_000, 200)
  const found = await differences(queries, new Random(seed + 1))
  reportEvidence('collapse', { queries, dates: dates.length, different: found.length })
  assert.equal(found.length, 0, found.slice(0, 3).join('\n'))
})

/** Faults in stored functions. Lists must then differ. */
const FAULTS: readonly { readonly name: string; readonly in: string; readonly from: string; readonly to: string }[] = [
  {
    name: 'previous dates are those of the series, not of the list',
    in: 'listing_rows',
    from: 'lag(s.starts_at) over w',
    to: '(select max(x.starts_at) from shown x where x.series = s.series and (x.starts_at, x.id) < (s.starts_at, s.id))',
  },
  {
    name: 'a series without an end is so in every list',
    in: 'listing_rows',
    from: 'join refs f on f.record_id = r.id and f.ref_id = o.ref_id where r.id = o.series and r.expanded_until <= (o.latest_at at time zone',
    to: `where r.id = o.series and r.expanded_until <= ('9999-01-01'::timestamptz at time zone`,
  },
]
for (const fault of FAULTS)
  void test(`noticed: ${fault.name}`, async () => {
    const [stored] = await database.query<{ text: string }>(
      sql`select pg_get_functiondef(oid) as text from pg_proc where proname = ${fault.in}`,
    )
    const text = stored?.text ?? ''
    assert.equal(text.split(fault.from).length, 2, text)
    const apply = async (definition: string): Promise<void> => {
      await database.query(raw(definition))
      await database.query(sql`select sync_listings(array(select id from events))`)
    }
    await apply(text.replace(fault.from, fault.to))
    const found = await differences(scaled(1_000, 250), new Random(seed + 2))
    await apply(text)
    assert.notEqual(found.length, 0, 'The fault was not noticed.')
    reportEvidence('collapse', { [fault.name]: found.length })
  })
