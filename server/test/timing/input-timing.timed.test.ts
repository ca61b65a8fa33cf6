// No input, whatever it is, blocks the event loop: at most 50 ms of CPU for every started 100 kB, and linear growth.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { judgeOf, NS } from '../support/document.ts'
import { isFullRun, reportEvidence, resumable } from '../support/evidence.ts'
import { examine, type Examined } from './examine.ts'
import { QUADRATIC_FAULTS } from './faults.ts'
import { inputsOf, requiredBy, type Input, type Records } from './inputs.ts'
import { measuredServer, type MeasuredServer } from './measured.ts'
import { PATTERNS } from './patterns.ts'

const { document } = judgeOf()
const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags']

/** All inputs of the document, on records of this server. */
async function inputsFor({ base, token }: MeasuredServer): Promise<Input[]> {
  const records: Record<string, Records[string]> = {}
  for (const plural of KINDS) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ ...requiredBy(plural), slug: `timing-${plural}` })
    const answer = await fetch(`${base}${NS}/${plural}`, { method: 'POST', headers, body })
    assert.equal(answer.status, 201)
    records[plural] = (await answer.json()) as Records[string]
  }
  return inputsOf(document, records, token)
}

/** Inputs that are read alike are tried once; those of a body together, and its HTML alone, as it is stored. */
function reduced(inputs: readonly Input[]): Input[] {
  const alike = inputs.filter(({ place, takes }) => ['query', 'path', 'header'].includes(place) || takes === 'fixed')
  const once = new Map(alike.map((input) => [input.kind, input]))
  const whole = inputs.filter(({ name }) =>
    /^POST \/(events|venues|media) body all fields$|^PATCH \/events\/\{id\} body description$/.test(name),
  )
  return [
    ...once.values(),
    ...whole.map((input) => ({
      ...input,
      lengths: input.lengths.filter((length) => length <= 200_000 || input.kind.endsWith('all fields')),
    })),
  ]
}

const server = await measuredServer()
after(() => server.stop())

void test('11.1 every input of every operation is read in linear time', async () => {
  const inputs = await inputsFor(server)
  const chosen = isFullRun ? inputs : reduced(inputs)
  // Each path is a part that an interrupted run does not repeat.
  const parts = Map.groupBy(chosen, ({ name }) => name.split(' ').slice(0, 2).join(' '))
  // Reads come first: a feed returns the whole calendar, and writes add records to it.
  const readsFirst = [...parts].sort(([a], [b]) => Number(b.startsWith('GET ')) - Number(a.startsWith('GET ')))
  const results: Examined[] = []
  for (const [part, own] of readsFirst)
    results.push(await resumable('input-timing', part, () => examine(server, own, PATTERNS, isFullRun ? 'all' : 'longest')))
  const total = (of: (result: Examined) => number): number => results.reduce((sum, result) => sum + of(result), 0)
  const worst = results.map((result) => result.worst).sort((a, b) => b.ms - a.ms)
  const steepest = results.map((result) => result.steepest).sort((a, b) => b.ratio - a.ratio)
  const statuses: Record<string, number> = {}
  for (const result of results) for (const [status, n] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + n
  const figures = {
    inputs: chosen.length,
    operations: Object.values(document.paths).flatMap(Object.keys).length,
    patterns: PATTERNS.length,
    requests: total(({ requests }) => requests),
    statuses,
    worst_cpu_ms_per_100_kb: worst.slice(0, 10),
    growth_measured: total(({ grown }) => grown),
    steepest_growth_for_four_times_the_length: steepest.slice(0, 5),
  }
  reportEvidence('input-timing', figures)
  assert.deepEqual(
    results.flatMap(({ faults }) => faults),
    [],
  )
  assert.equal(statuses['500'] ?? 0, 0)
  assert.ok((statuses['200'] ?? 0) > 100 && (statuses['400'] ?? 0) > 100)
})

void test('11.2 a request beyond its rate costs the same, whatever its query', async () => {
  const limited = await measuredServer({ RATE_LIMIT_ANONYMOUS: '1' })
  try {
    const path = `${NS}/events`
    const hostile = `${path}?${'a&'.repeat(4_000)}`
    const costOf = async (url: string, n = 100): Promise<number> => {
      const before = await limited.cpu()
      for (let i = 0; i < n; i += 1) assert.equal(await limited.send({ method: 'GET', path: url }), 429)
      return ((await limited.cpu()) - before) / n
    }
    await limited.send({ method: 'GET', path })
    await costOf(path)
    const rounds: number[] = []
    let figures = {}
    for (let round = 0; round < 3; round += 1) {
      const [plain, with_query] = [await costOf(path), await costOf(hostile)]
      rounds.push(with_query / plain)
      figures = { refused_cpu_ms: { plain, with_query } }
    }
    reportEvidence('input-timing', figures)
    assert.ok(Math.min(...rounds) <= 2, `${rounds.join(', ')} times the CPU`)
  } finally {
    await limited.stop()
  }
})

void test('a quadratic reader is noticed, each of several', async () => {
  const copy = await copyServer()
  await copy.faulty(QUADRATIC_FAULTS, async () => {
    const faulty = await measuredServer({}, join(copy.folder, 'server/test/timing/served.ts'))
    try {
      const inputs = reduced(await inputsFor(faulty))
      for (const { input, file } of QUADRATIC_FAULTS) {
        // Short enough for a quadratic reader to come to its end.
        const own = inputs
          .filter(({ name }) => name.includes(input))
          .map((each) => ({ ...each, lengths: each.lengths.map((length) => Math.min(length, 20_000)) }))
        const { faults } = await examine(faulty, own, PATTERNS, 'longest', 1)
        assert.equal(faults.length, 1, `nothing was noticed of the fault in ${file}`)
      }
    } finally {
      await faulty.stop()
    }
  })
})
