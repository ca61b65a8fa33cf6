// Reads a list with cursors while 8 writers create and delete records: every record that exists all the time is returned exactly once.
// `npm run evidence -- cursor` runs it 500 times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../model/random.ts'
import { reportEvidence, resumable, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Json } from '../support/server.ts'

const WRITERS = 8
const RUNS = scaled(500)
const RUNS_PER_PART = 50
const server = await testServer({ DATABASE_POOL_SIZE: '16' })

interface Target {
  readonly plural: 'events' | 'venues' | 'tags'
  readonly orders: readonly string[]
  /** Parameters that select the records of this test only. */
  readonly filters: string
  readonly body: (random: Random) => Json
  /** The ids of the records that exist all the time. */
  readonly lasting: readonly number[]
}
const LASTING = 24
/** A limit, because a list that grows at its end faster than it is read has no last page. */
const WRITES_PER_WRITER = 10
/** Few distinct sort values, so that most pages end between records with equal values. */
async function prepare(plural: Target['plural']): Promise<Target> {
  const word = unique()
  const bodies: Readonly<Record<Target['plural'], (random: Random) => Json>> = {
    events: (random) => {
      const day = `2031-05-${10 + random.below(3)}`
      return { title: `${word} ${random.pick(['a', 'b', 'c'])}`, start_date: `${day} 10:00`, end_date: `${day} 11:00` }
    },
    venues: (random) => ({ venue: `${word} ${random.below(3)}`, date: `2020-01-0${1 + random.below(3)}` }),
    tags: () => ({ name: `${word} ${unique()}` }),
  }
  const orders = {
    events: ['event_date', 'title', 'modified', 'id', 'date'],
    venues: ['date', 'modified', 'id'],
    tags: ['name', 'count', 'description', 'id'],
  }[plural]
  const more = { events: '&from=2000-01-01', venues: '', tags: '&hide_empty=false' }[plural]
  const [body, random] = [bodies[plural], new Random(seed)]
  const lasting: number[] = []
  for (let i = 0; i < LASTING; i += 1) lasting.push((await server.make(plural, body(random))).id)
  return { plural, orders, filters: `search=${word}${more}`, body, lasting }
}

/** Returns the path of the next page, or null at the end. */
type Follow = (page: Json, query: string, number: number) => string | null
const byCursor: Follow = (page, query) => (page['next_cursor'] === null ? null : `${query}&cursor=${String(page['next_cursor'])}`)
/** Seeded fault: pages are counted by an offset. */
const byOffset: Follow = (page, query, number) => ((page['total_pages'] as number) > number ? `${query}&page=${number + 1}` : null)
/** Seeded fault: the position is the sort value alone, without the id. */
const withoutTieBreak: Follow = (page, query) => {
  if (page['next_cursor'] === null) return null
  const [version, list, time, , ...value] = Buffer.from(String(page['next_cursor']), 'base64url').toString().split(' ')
  const id = query.includes('order=asc') ? '9'.repeat(15) : '1'
  return `${query}&cursor=${Buffer.from([version, list, time, id, ...value].join(' ')).toString('base64url')}`
}

interface Read {
  readonly pages: number
  readonly writes: number
  /** Lasting records that were not returned exactly once, with how often they were. */
  readonly wrong: readonly string[]
}
/** Reads the whole list once while the writers work. */
async function readOnce(target: Target, random: Random, follow: Follow): Promise<Read> {
  const { plural, filters, body, lasting } = target
  const query = `/${plural}?${filters}&per_page=${2 + random.below(6)}&orderby=${random.pick(target.orders)}&order=${random.pick(['asc', 'desc'])}`
  let [isReading, writes, pages] = [true, 0, 0]
  const write = async (own: Random): Promise<void> => {
    const made: number[] = []
    for (let left = WRITES_PER_WRITER; left > 0 || made.length > 0; left -= 1) {
      const isFull = made.length >= 3 || left <= 0 || !isReading
      if (isFull && made.length === 0) return
      if (isFull) await server.remove(`/${plural}/${made.shift() ?? 0}${plural === 'tags' ? '' : '?force=true'}`, { as: 'admin' })
      else made.push((await server.make(plural, body(own))).id)
      writes += 1
    }
  }
  const writers = Array.from({ length: WRITERS }, () => write(new Random(random.below(2 ** 31))))
  const seen = new Map<number, number>()
  try {
    for (let path: string | null = follow === byOffset ? query : `${query}&cursor=`; path !== null; ) {
      const { status, json, text } = await server.get(path)
      assert.equal(status, 200, text)
      pages += 1
      for (const { id } of json[plural] as { id: number }[]) seen.set(id, (seen.get(id) ?? 0) + 1)
      path = follow(json, query, pages)
    }
  } finally {
    isReading = false
    await Promise.all(writers)
  }
  const wrong = lasting.flatMap((id) => (seen.get(id) === 1 ? [] : [`${id}: ${seen.get(id) ?? 0} times in ${query}`]))
  return { pages, writes, wrong }
}

const targets = [await prepare('events'), await prepare('venues'), await prepare('tags')] as const

void test(`3.8 ${RUNS} times, a list read with cursors has every lasting record exactly once while ${WRITERS} writers create and delete`, async () => {
  const figures = { runs: 0, pages: 0, writes: 0, wrong: 0 }
  for (let part = 0; part * RUNS_PER_PART < RUNS; part += 1) {
    const reads = await resumable('cursor', `part-${part}`, async () => {
      const random = new Random(seed * 1_000 + part)
      const done: Read[] = []
      for (let run = 0; run < Math.min(RUNS_PER_PART, RUNS - part * RUNS_PER_PART); run += 1)
        done.push(await readOnce(targets[run % targets.length] ?? targets[0], random, byCursor))
      return done
    })
    for (const { pages, writes, wrong } of reads) {
      assert.deepEqual(wrong, [])
      figures.runs += 1
      figures.pages += pages
      figures.writes += writes
    }
  }
  assert.equal(figures.runs, RUNS)
  assert.ok(figures.writes > figures.pages, `the writers made only ${figures.writes} writes during ${figures.pages} pages`)
  reportEvidence('cursor', { ...figures, writers: WRITERS, lasting_records: LASTING })
})

for (const [name, follow] of Object.entries({ 'an offset instead of a position': byOffset, 'a position without the ID': withoutTieBreak }))
  void test(`3.8 the check notices ${name}`, async () => {
    const random = new Random(seed)
    let isNoticed = false
    for (let run = 0; run < 10 && !isNoticed; run += 1) isNoticed = (await readOnce(targets[0], random, follow)).wrong.length > 0
    assert.ok(isNoticed, 'ten runs found no record that is missing or returned twice')
  })
