// Prints the events of next weekend in French; with a token in KALENDS_TOKEN it also adds a picnic, once, however often it is run.
import { env, exit } from 'node:process'
import { createClient, isKalendsError, type Event } from '@kalends/client'

const kalends = createClient({
  baseUrl: env['KALENDS_URL'] ?? 'http://127.0.0.1:3000',
  token: env['KALENDS_TOKEN'],
  language: 'fr',
  onWarning: ({ kind, values }) => console.warn(kind, values),
})

/** Saturday and Sunday to come, as dates. */
function nextWeekend(today = new Date()): { saturday: string; sunday: string } {
  const day = (ahead: number): string => new Date(today.getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
  const ahead = (6 - today.getUTCDay() + 7) % 7 || 7
  return { saturday: day(ahead), sunday: day(ahead + 1) }
}

// Wall times are printed as they are: the zone of the event has been applied already.
const format = new Intl.DateTimeFormat('fr', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
function line({ title, start_date, all_day, venue, cost }: Event): string {
  const when = format.format(new Date(`${start_date.replace(' ', 'T')}Z`))
  const place = venue.map((each) => [each.venue, each.city].filter(Boolean).join(', ')).join(' ; ')
  return [all_day ? when.replace(/ à .*$/, '') : when, title, place, cost].filter(Boolean).join(' · ')
}

async function addPicnic(saturday: string): Promise<void> {
  const picnic = await kalends.events.create(
    {
      title: 'Pique-nique au parc',
      start_date: `${saturday} 12:00`,
      end_date: `${saturday} 15:00`,
      timezone: 'Europe/Paris',
      cost: 'Gratuit',
      tags: ['plein air'],
    },
    { idempotencyKey: `picnic-${saturday}` },
  )
  console.log(`Ajouté : ${picnic.title} (${picnic.rest_url})`)
}

try {
  const { saturday, sunday } = nextWeekend()
  if (env['KALENDS_TOKEN']) await addPicnic(saturday)
  let count = 0
  for await (const event of kalends.events.all({ from: saturday, to: sunday })) {
    console.log(line(event))
    count += 1
  }
  console.log(`${count} événement${count > 1 ? 's' : ''} du ${saturday} au ${sunday}`)
} catch (error) {
  if (!isKalendsError(error)) throw error
  console.error(`${error.message} (${error.code})`)
  for (const [name, { message }] of Object.entries(error.details)) console.error(`  ${name} : ${message}`)
  exit(1)
}
