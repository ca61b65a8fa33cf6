// Prints the events of the next weekend. With a token in KALENDS_TOKEN, it also creates a picnic, only once in repeated runs.
import { env, exit } from 'node:process'
import { createClient, isKalendsError, type Event } from '@kalends/client'

const language = env['KALENDS_LANGUAGE'] ?? 'en'
const kalends = createClient({
  baseUrl: env['KALENDS_URL'] ?? 'http://127.0.0.1:3000',
  token: env['KALENDS_TOKEN'],
  language,
  onWarning: ({ kind, values }) => console.warn(kind, values),
})

/** Returns the dates of the next Saturday and Sunday. */
function findWeekend(today = new Date()): { saturday: string; sunday: string } {
  const addDays = (days: number): string => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const daysToSaturday = (6 - today.getUTCDay() + 7) % 7 || 7
  return { saturday: addDays(daysToSaturday), sunday: addDays(daysToSaturday + 1) }
}

// Dates are local times at the venue, so they are formatted without a conversion between time zones.
const dayFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
function formatEvent({ title, start_date, all_day, venue, cost }: Event): string {
  const date = (all_day ? dayFormat : timeFormat).format(new Date(`${start_date.replace(' ', 'T')}Z`))
  const place = venue.map((each) => [each.venue, each.city].filter(Boolean).join(', ')).join('; ')
  return [date, title, place, cost].filter(Boolean).join(' · ')
}

async function createPicnic(saturday: string): Promise<void> {
  const picnic = await kalends.events.create(
    {
      title: 'Picnic in the park',
      start_date: `${saturday} 12:00`,
      end_date: `${saturday} 15:00`,
      timezone: 'Europe/Paris',
      cost: 'Free',
      tags: ['outdoors'],
    },
    { idempotencyKey: `picnic-${saturday}` },
  )
  console.log(`Created: ${picnic.title} (${picnic.rest_url})`)
}

try {
  const { saturday, sunday } = findWeekend()
  if (env['KALENDS_TOKEN']) await createPicnic(saturday)
  let count = 0
  for await (const event of kalends.events.all({ from: saturday, to: sunday })) {
    console.log(formatEvent(event))
    count += 1
  }
  console.log(`Events from ${saturday} to ${sunday}: ${count}`)
} catch (error) {
  if (!isKalendsError(error)) throw error
  console.error(`${error.message} (${error.code})`)
  for (const [name, { message }] of Object.entries(error.details)) console.error(`  ${name}: ${message}`)
  exit(1)
}
