// Random writes to one series and its dates: copies of feeds with filters and windows equal the lists after each of them (contract 14.1.3, 14.1.7).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../model/random.ts'
import { reportEvidence, scaled, seed } from '../support/evidence.ts'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'
import { FeedCopy } from './feed-copy.ts'

const HISTORIES = scaled(500, 12)
const ROUNDS = 2
const server = await testServer({ CACHE_MB: '0' })
const random = new Random(seed)

interface Series {
  readonly id: number
  readonly dates: readonly number[]
  readonly organizer: number
}
const CHANGES: Readonly<Record<string, (series: Series) => Json>> = {
  linked: ({ organizer }) => ({ organizer: [organizer] }),
  unlinked: () => ({ organizer: [] }),
  titled: () => ({ title: unique() }),
  hidden: () => ({ hide_from_listings: true }),
  shown: () => ({ hide_from_listings: false }),
  moved: () => ({ start_date: '2027-05-05 12:00', end_date: '2027-05-05 13:00' }),
  featured: () => ({ featured: true }),
}
type Write = readonly [name: string, send: (series: Series) => Promise<Answer>]
const dateWrites = [0, 1, 2, 3].flatMap((at): Write[] => [
  ...Object.entries(CHANGES).flatMap(([name, change]) =>
    ['this', 'following', 'all'].map((scope): Write => {
      const send = (series: Series): Promise<Answer> => server.patch(`/events/${series.dates[at]}?scope=${scope}`, change(series))
      return [`${name} ${scope} at ${at}`, send]
    }),
  ),
  [`reset at ${at}`, ({ dates }) => server.post(`/events/${dates[at]}/reset`, {})],
  [`excluded at ${at}`, ({ dates }) => server.remove(`/events/${dates[at]}?scope=this`)],
  [`ended at ${at}`, ({ dates }) => server.remove(`/events/${dates[at]}?scope=following`)],
  [`deleted at ${at}`, ({ dates }) => server.remove(`/events/${dates[at]}?force=true`)],
  [`draft at ${at}`, ({ dates }) => server.patch(`/events/${dates[at]}`, { status: 'draft' })],
])
const WRITES: readonly Write[] = [
  ...dateWrites,
  ['shortened', ({ id }) => server.patch(`/events/${id}`, { recurrence: 'FREQ=WEEKLY;COUNT=3' })],
  ['single', ({ id }) => server.patch(`/events/${id}`, { recurrence: null })],
  ['draft', ({ id }) => server.patch(`/events/${id}`, { status: 'draft' })],
  ['published', ({ id }) => server.patch(`/events/${id}`, { status: 'publish' })],
  ['trashed', ({ id }) => server.remove(`/events/${id}`)],
]
const filtersOf = ({ organizer }: Series): string[] => [
  `organizer=-${organizer}`,
  `organizer=${organizer}`,
  `start_date=2027-01-13&end_date=2027-12-31&organizer=-${organizer}`,
  'from=2027-05-12&to=2027-05-20',
  'start_date=2027-05-10&end_date=2027-12-31',
  'featured=true',
]

async function makeSeries(): Promise<Series> {
  const organizer = (await server.make('organizers', { organizer: unique() })).id
  const body = { title: unique(), start_date: '2027-05-05 10:00', end_date: '2027-05-05 11:00', recurrence: 'FREQ=WEEKLY;COUNT=6' }
  const { id } = await server.make('events', { ...body, organizer: random.chance(0.3) ? [organizer] : [] })
  const { json } = await server.get(`/events?series=${id}&from=2027-01-01&to=2027-12-31`)
  return { id, dates: (json['events'] as { id: number }[]).map((date) => date.id), organizer }
}
async function removeAll(): Promise<void> {
  const every = 'records=true&type=single,series&start_date=2000-01-01&end_date=2100-01-01&per_page=100'
  for (const status of ['any', 'trash']) {
    const { json } = await server.get(`/events?${every}&status=${status}`, { as: 'admin' })
    for (const { id } of json['events'] as { id: number }[]) await server.remove(`/events/${id}?force=true`)
  }
}

void test(`14.1.3 14.1.7 copies of ${HISTORIES} random series equal the lists`, { timeout: 3_600_000 }, async () => {
  let compared = 0
  for (let history = 0; history < HISTORIES; history += 1) {
    const series = await makeSeries()
    const story: string[] = []
    const write = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        const [name, send] = random.pick(WRITES)
        story.push(`${name}: ${(await send(series)).status}`)
      }
    }
    await write(random.below(4))
    const copies = filtersOf(series).map((filter) => new FeedCopy(server, random.pick([undefined, 'author', 'admin'] as const), filter))
    for (const copy of copies) await copy.start()
    story.push('start')
    for (let round = 0; round < ROUNDS; round += 1) {
      await write(1 + random.below(3))
      story.push('compare')
      for (const copy of copies) {
        await copy.follow(random)
        const where = `seed ${seed}, history ${history}, caller ${copy.as ?? 'anonymous'}, filter ${copy.filter}: ${story.join('; ')}`
        assert.deepEqual(await copy.differences(), [], where)
        compared += 1
      }
    }
    await removeAll()
  }
  reportEvidence('changes', { series_histories: HISTORIES, compared_copies: compared })
})
