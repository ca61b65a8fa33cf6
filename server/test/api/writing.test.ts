// Contract 7.1 to 7.6 and 7.10: times, zones, what is linked or made along, terms, cost, addresses, extensions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, testServer, unique, type Caller, type Json } from '../support/server.ts'

const server = await testServer()
const nairobi = await testServer({ SITE_TIMEZONE: 'Africa/Nairobi' })
const NOBODY = 8_000_000_000_000
const DATES = { start_date: '2031-05-05 10:00', end_date: '2031-05-05 12:00' }
const body = (more: Json = {}): Json => ({ title: unique(), ...DATES, ...more })
const event = (more: Json = {}, as?: Caller) => server.make('events', body(more), as)
const refused = async (more: Json, as: Caller = 'admin') => badInputs(await server.post('/events', body(more), { as }))
const change = async ({ id }: { id: number }, more: Json): Promise<Json> => {
  const answer = await server.patch(`/events/${id}`, more)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
/** Wall times and instants without the year 2031. */
const times = (record: Json) =>
  ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].map((name) => String(record[name]).replace('2031-', '').replace(/:00$/, ''))
/** How many records of a kind, of any status, carry a word. */
const left = async (plural: string, word: string): Promise<unknown> =>
  (await server.get(`/${plural}?search=${word}&starts_after=1900-01-01&status=any,trash`, { as: 'admin' })).json['total']
const PEOPLE = ['venue', 'organizer'] as const
const TERMS = ['categories', 'tags'] as const
const OWNED = { events: () => body(), venues: () => ({ venue: unique() }), organizers: () => ({ organizer: unique() }) }

const LISBON = 'Europe/Lisbon'
for (const [what, timezone, start_date, end_date, wanted] of [
  ['bare, no zone', undefined, '2031-07-01 12:00', '2031-07-01 13:00', ['07-01 12:00', '07-01 13:00', '07-01 12:00', '07-01 13:00']],
  ['bare, in a zone', LISBON, '2031-07-01 12:00', '2031-12-01', ['07-01 12:00', '12-01 00:00', '07-01 11:00', '12-01 00:00']],
  ['offsets', 'UTC+5:30', '2031-07-01T12:00+02:00', '2031-07-01T12:00-03:00', ['07-01 15:30', '07-01 20:30', '07-01 10:00', '07-01 15:00']],
  ['Z', 'Asia/Tokyo', '2031-07-01T20:00Z', '2031-07-01T21:00Z', ['07-02 05:00', '07-02 06:00', '07-01 20:00', '07-01 21:00']],
  ['Unix time', LISBON, 1_940_760_000, '@1940763600', ['07-02 13:00', '07-02 14:00', '07-02 12:00', '07-02 13:00']],
  ['both sorts', LISBON, '2031-07-01 12:00', '2031-07-01T12:00Z', ['07-01 12:00', '07-01 13:00', '07-01 11:00', '07-01 12:00']],
  ['a gap', LISBON, '2031-03-30 01:30', '2031-03-30 01:45', ['03-30 02:30', '03-30 02:45', '03-30 01:30', '03-30 01:45']],
  ['an overlap', LISBON, '2031-10-26 01:30', '2031-10-26 02:30', ['10-26 01:30', '10-26 02:30', '10-26 00:30', '10-26 02:30']],
  ['one moment', LISBON, '2031-07-01 12:00', '2031-07-01 12:00', ['07-01 12:00', '07-01 12:00', '07-01 11:00', '07-01 11:00']],
] as const)
  void test(`7.1 times: ${what}`, async () => {
    const sent = { start_date, end_date, ...(timezone && { timezone }) }
    const made = await event(sent)
    assert.deepEqual(times(made), wanted)
    assert.deepEqual(times((await server.get(`/events/${made.id}`)).json), wanted)
    assert.deepEqual(times(await change(await event(), sent)), wanted)
  })
void test('7.1 without a zone a bare value is wall time at the site', async () => {
  const made = await nairobi.make('events', body())
  assert.deepEqual([made['timezone'], ...times(made)], ['Africa/Nairobi', '05-05 10:00', '05-05 12:00', '05-05 07:00', '05-05 09:00'])
})
void test('7.1 omitted values are kept: the time zone, the other time, the local times in another zone, the second occurrence of a repeated hour', async () => {
  const made = await event({ timezone: 'Asia/Tokyo' })
  assert.deepEqual(times(await change(made, { start_date: '2031-05-05 11:00' })), [
    '05-05 11:00',
    '05-05 12:00',
    '05-05 02:00',
    '05-05 03:00',
  ])
  assert.deepEqual(times(await change(made, { end_date: '2031-05-05T04:00Z' })), [
    '05-05 11:00',
    '05-05 13:00',
    '05-05 02:00',
    '05-05 04:00',
  ])
  assert.deepEqual(times(await change(made, { timezone: LISBON })), ['05-05 11:00', '05-05 13:00', '05-05 10:00', '05-05 12:00'])
  const both = await change(made, { timezone: 'UTC-3', start_date: '2031-05-05 09:00' })
  assert.deepEqual(times(both), ['05-05 09:00', '05-05 13:00', '05-05 12:00', '05-05 16:00'])
  const second = await event({ timezone: LISBON, start_date: '2031-10-26T01:30Z', end_date: '2031-10-26 05:00' })
  const later = await change(second, { end_date: '2031-10-26 06:00' })
  assert.deepEqual(times(later), ['10-26 01:30', '10-26 06:00', '10-26 01:30', '10-26 06:00'])
})
void test('7.1 the pair does not run backwards, by its instants', async () => {
  const made = await event({ timezone: 'Asia/Tokyo' })
  assert.deepEqual(await refused({ end_date: '2031-05-05 09:59:59' }), ['end_date'])
  assert.deepEqual(await refused({ start_date: '2031-05-05T10:00-05:00', end_date: '2031-05-05T11:00+05:00' }), ['end_date'])
  for (const sent of [{ end_date: '2031-05-05 09:59:59' }, { start_date: '2031-05-05 12:00:01' }, { end_date: '2031-05-05T10:00+10:00' }])
    assert.deepEqual(badInputs(await server.patch(`/events/${made.id}`, sent)), Object.keys(sent))
  assert.deepEqual(times((await server.get(`/events/${made.id}`)).json), times(made))
  const turned = await event({ start_date: '2031-05-05T11:00+05:00', end_date: '2031-05-05T10:00-05:00' })
  assert.deepEqual(times(turned).slice(2), ['05-05 06:00', '05-05 15:00'])
})

for (const [sent, shown, summer, winter] of [
  ['europe/paris', 'Europe/Paris', 'CEST', 'CET'],
  ['AFRICA/NAIROBI', 'Africa/Nairobi', 'EAT', 'EAT'],
  ['Asia/Tokyo', 'Asia/Tokyo', 'JST', 'JST'],
  ['America/Los_Angeles', 'America/Los_Angeles', 'PDT', 'PST'],
  ['Asia/Kolkata', 'Asia/Kolkata', 'IST', 'IST'],
  ['asia/calcutta', 'Asia/Calcutta', 'IST', 'IST'],
  ['America/Sao_Paulo', 'America/Sao_Paulo', 'UTC-3', 'UTC-3'],
  ['Asia/Kathmandu', 'Asia/Kathmandu', 'UTC+5:45', 'UTC+5:45'],
  ['UTC', 'UTC', 'UTC', 'UTC'],
  ['UTC+3', 'UTC+3', 'UTC+3', 'UTC+3'],
  ['utc-9:30', 'UTC-9:30', 'UTC-9:30', 'UTC-9:30'],
] as const)
  void test(`7.2 timezone ${sent} and its abbreviation`, async () => {
    const made = await event({ timezone: sent, start_date: '2031-07-01', end_date: '2031-12-01' })
    assert.deepEqual([made['timezone'], made['timezone_abbr']], [shown, summer])
    const cold = await change(made, { start_date: '2031-01-10' })
    assert.deepEqual([cold['timezone'], cold['timezone_abbr']], [shown, winter])
    assert.equal((await server.get(`/events/${made.id}`, { root: '/ar' })).json['timezone_abbr'], winter)
  })
void test('7.2 an invalid time zone is 400', async () => {
  for (const timezone of ['Mars/Olympus', 'Paris', 'UTC+15', 'UTC+5:60', '+02:00', 'GMT+2:00', 7])
    assert.deepEqual(await refused({ timezone }), ['timezone'], String(timezone))
})
void test('7.2 all_day: from the first second of the first day to the last of the last, also on change', async () => {
  const long = { start_date: '2031-07-01 15:00', end_date: '2031-07-03 09:00', all_day: true, timezone: LISBON }
  const days = ['07-01 00:00', '07-03 23:59:59', '06-30 23:00', '07-03 22:59:59']
  assert.deepEqual(times(await event(long)), days)
  const plain = await event({ ...long, all_day: false })
  assert.deepEqual(times(plain), ['07-01 15:00', '07-03 09:00', '07-01 14:00', '07-03 08:00'])
  assert.deepEqual(times(await change(plain, { all_day: true })), days)
  assert.deepEqual(times(await change(plain, { timezone: 'UTC+2' })), ['07-01 00:00', '07-03 23:59:59', '06-30 22:00', '07-03 21:59:59'])
  assert.deepEqual(times(await change(plain, { end_date: '2031-07-01' })).slice(0, 2), ['07-01 00:00', '07-01 23:59:59'])
})

for (const kind of PEOPLE) {
  const plural = `${kind}s`
  const fresh = (word: string): Json => ({ [kind]: `Made ${word}`, phone: '+351 1' })
  void test(`7.3 ${kind}: an id, {id}, a record to create, or a list mixing them, in order`, async () => {
    const [a, b] = [await server.make(plural, { [kind]: unique() }), await server.make(plural, { [kind]: unique() })]
    const shapes: readonly (readonly [unknown, readonly (number | string)[]])[] = [
      [a.id, [a.id]],
      [String(a.id), [a.id]],
      [{ id: a.id, phone: 'unread' }, [a.id]],
      [
        [b.id, { id: String(a.id) }],
        [b.id, a.id],
      ],
      [fresh('one'), ['Made one']],
      [
        [b.id, fresh('two'), { id: a.id }, fresh('three')],
        [b.id, 'Made two', a.id, 'Made three'],
      ],
      [[], []],
      [null, []],
    ]
    for (const [sent, wanted] of shapes)
      for (const record of [await event({ [kind]: sent }), await change(await event({ [kind]: b.id }), { [kind]: sent })]) {
        const shown = record[kind] as (Json & { id: number })[]
        const found = shown.map((each, i) => (typeof wanted[i] === 'number' ? each.id : each[kind]))
        assert.deepEqual(found, wanted, JSON.stringify(sent))
        for (const made of shown.filter((_, i) => typeof wanted[i] === 'string')) {
          const { json } = await server.get(`/${plural}/${made.id}`)
          assert.deepEqual([json['phone'], json['author'], json['status']], ['+351 1', server.ids.admin, 'publish'])
        }
      }
    assert.equal((await server.get(`/${plural}/${a.id}`)).json['phone'], null)
  })
  void test(`7.3 ${kind}: one transaction: a request that fails writes nothing`, async () => {
    const word = unique()
    const good = fresh(word)
    const { slug } = await event()
    for (const sent of [NOBODY, [good, NOBODY], { id: NOBODY }, [good, {}], [good, { ...good, website: 'x' }], 'text', [good, true]])
      assert.equal((await refused({ title: word, [kind]: sent })).length, 1, JSON.stringify(sent))
    assert.deepEqual(await refused({ title: word, [kind]: good, website: 'x' }), ['website'])
    assert.equal((await server.post('/events', body({ title: word, slug, [kind]: good }))).status, 409)
    const mine = await event()
    assert.deepEqual(badInputs(await server.patch(`/events/${mine.id}`, { [kind]: good, website: 'x' })), ['website'])
    assert.deepEqual([await left(plural, word), await left('events', word)], [0, 0])
  })
  void test(`7.3 ${kind}: a record that the caller may not create is 403`, async () => {
    const word = unique()
    const sent = { title: word, [kind]: { ...fresh(word), author: server.ids.editor } }
    const answer = await server.post('/events', body(sent), { as: 'author' })
    assert.deepEqual([answer.status, answer.json['code']], [403, 'rest_forbidden'])
    assert.deepEqual([await left(plural, word), await left('events', word)], [0, 0])
    assert.equal((await server.post('/events', body(sent), { as: 'editor' })).status, 201)
  })
}
void test('7.3 a form makes records along too', async () => {
  const form = 'title=F&start_date=2031-01-01&end_date=2031-01-02&venue[venue]=Hall&venue[city]=Faro&organizer[0][organizer]=Club'
  const { status, json } = await server.request('POST', '/events', { as: 'admin', form })
  const [venue, organizer] = [json['venue'] as Json[], json['organizer'] as Json[]]
  assert.deepEqual([status, venue[0]?.['venue'], venue[0]?.['city'], organizer[0]?.['organizer']], [201, 'Hall', 'Faro', 'Club'])
})

for (const field of TERMS) {
  void test(`7.4 ${field}: ids, slugs or names, one or a list; a slug takes precedence over a name`, async () => {
    const word = unique()
    const a = await server.make(field, { name: `Aço ${word}`, slug: `iron-${word}`, i18n_language: 'pt-pt' })
    await server.patch(`/${field}/${a.id}`, { i18n_language: 'en', name: `Steel ${word}` })
    const b = await server.make(field, { name: `Bâ ${word}`, slug: word })
    await server.make(field, { name: word, slug: `other-${word}` })
    const ways = [
      a.id,
      String(a.id),
      { id: a.id },
      `iron-${word}`,
      `steel-${word}`,
      `Aço ${word}`,
      `ACO ${word.toUpperCase()}`,
      [`aço ${word}`, a.id],
    ]
    for (const sent of ways) {
      assert.deepEqual(idsOf((await event({ [field]: sent }, 'contributor'))[field]), [a.id], JSON.stringify(sent))
      assert.deepEqual(idsOf((await change(await event({ [field]: b.id }), { [field]: sent }))[field]), [a.id], JSON.stringify(sent))
    }
    // By name: Bâ, then Steel.
    assert.deepEqual(idsOf((await event({ [field]: [`aco ${word}`, word] }))[field]), [b.id, a.id])
    assert.deepEqual(await refused({ [field]: [`Steel ${word}`] }, 'contributor'), [field])
  })
  void test(`7.4 ${field}: a new name is created once for callers with permission and is 400 for others; an unknown ID is 400`, async () => {
    const word = unique()
    assert.deepEqual(await refused({ [field]: `New ${word}` }, 'contributor'), [field])
    assert.deepEqual(await refused({ [field]: [`New ${word}`, NOBODY] }), [field])
    assert.deepEqual(await refused({ [field]: String(NOBODY) }), [field])
    assert.equal((await server.get(`/${field}?hide_empty=false&search=${word}`)).json['total'], 0)
    const [made] = (await event({ [field]: [`New ${word}`] }, 'author'))[field] as (Json & { id: number })[]
    assert.equal(made?.['name'], `New ${word}`)
    assert.deepEqual(idsOf((await event({ [field]: [`NÉW ${word}`, `new ${word}`] }))[field]), [made?.id])
    assert.equal((await server.get(`/${field}?hide_empty=false&search=${word}`)).json['total'], 1)
  })
}

for (const [sent, cost, values, currency_code] of [
  [7.5, '7.5', ['7.5'], null],
  ['10', '10', ['10'], null],
  ['€10 - €25', '€10 - €25', ['10', '25'], 'EUR'],
  ['1.234,56 €', '1.234,56 €', ['1234.56'], 'EUR'],
  ['£1,234.50', '£1,234.50', ['1234.5'], 'GBP'],
  ['12 USD', '12 USD', ['12'], 'USD'],
  ['KES 1,500', 'KES 1,500', ['1500'], 'KES'],
  [['30 EUR', '4 EUR', '100 EUR'], /4.*100/, ['4', '30', '100'], 'EUR'],
  [[9, 10], /9.*10/, ['9', '10'], null],
  [0, '0', ['0'], null],
  ...['Free', 'FREE', 'Gratuit', 'Grátis', 'Bure', 'مجاني'].map((word) => [word, word, ['0'], null] as const),
  ['Donation', 'Donation', [], null],
  [null, null, [], null],
] as const)
  void test(`7.5 cost ${JSON.stringify(sent)}`, async () => {
    for (const record of [await event({ cost: sent }), await change(await event({ cost: '£99' }), { cost: sent })]) {
      const details = record['cost_details'] as Json
      assert.deepEqual([details['values'], details['currency_code']], [values, currency_code])
      if (cost instanceof RegExp) assert.match(String(record['cost']), cost)
      else assert.equal(record['cost'], cost)
    }
  })
void test('7.5 cost: the symbol and its position; a value that is neither a string nor a number is 400', async () => {
  const currency = (sent: string) => event({ cost: sent }).then(({ cost_details }) => cost_details)
  const euro = { currency_symbol: '€', currency_code: 'EUR', values: ['5'] }
  assert.deepEqual(await currency('€5'), { ...euro, currency_position: 'prefix' })
  assert.deepEqual(await currency('5 €'), { ...euro, currency_position: 'postfix' })
  for (const cost of [true, { amount: 5 }, [['5']]]) assert.deepEqual(await refused({ cost }), ['cost'])
})

void test('7.6 website: absolute http(s), in any script; email: checked', async () => {
  const good = ['https://example.org', 'http://example.org:8080/a?b=c#d', 'https://münchen.example/straße', 'https://مثال.إختبار/']
  const bad = [
    'example.org',
    '//example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'https://',
    'https://exa mple.org',
    'mailto:a@b.org',
  ]
  for (const [plural, sent] of Object.entries(OWNED)) {
    for (const website of good) assert.equal((await server.make(plural, { ...sent(), website }))['website'], website)
    for (const website of bad) assert.deepEqual(badInputs(await server.post(`/${plural}`, { ...sent(), website })), ['website'], website)
  }
  for (const email of ['a@example.org', 'first.last+tag@mail.example.co.ke'])
    assert.equal((await server.make('organizers', { organizer: 'E', email }))['email'], email)
  for (const email of ['a', 'a@', '@b.org', 'a b@c.org', 'a@b@c.org', 'a@b..org'])
    assert.deepEqual(badInputs(await server.post('/organizers', { organizer: 'E', email })), ['email'], email)
})
void test('7.6 image: an unknown ID, another scheme and a URL that cannot be fetched are 400', async () => {
  for (const [plural, sent] of Object.entries(OWNED))
    for (const image of [NOBODY, 'nope', 'ftp://example.org/a.png', 'file:///etc/hosts', 'http://127.0.0.1:1/a.png'])
      assert.deepEqual(badInputs(await server.post(`/${plural}`, { ...sent(), image })), ['image'], String(image))
})

void test('7.10 event: post_parent, ticketed, custom_fields', async () => {
  const parent = await event()
  const custom_fields = { text: 'é ق', number: 1.5, whole: 0, yes: true, no: false }
  const made = await event({ post_parent: parent.id, ticketed: 'yes', custom_fields })
  assert.deepEqual([made['post_parent'], made['ticketed'], made['custom_fields']], [parent.id, true, custom_fields])
  const other = await change(made, { post_parent: null, ticketed: false, custom_fields: { other: 'x' } })
  assert.deepEqual([other['post_parent'], other['ticketed'], other['custom_fields']], [null, false, { other: 'x' }])
  for (const bad of [{ a: { b: 1 } }, { a: [1] }, { a: null }, [1], 'text'])
    assert.deepEqual(await refused({ custom_fields: bad }), ['custom_fields'])
  assert.deepEqual((await refused({ post_parent: NOBODY, ticketed: 'maybe' })).sort(), ['post_parent', 'ticketed'])
  assert.deepEqual(badInputs(await server.patch(`/events/${made.id}`, { post_parent: made.id })), ['post_parent'])
})
void test('7.10 venue: geo_lat, geo_lng, slug; organizer: slug', async () => {
  const slug = unique()
  const made = await server.make('venues', { venue: 'G', geo_lat: -6.81, geo_lng: '39.28', slug })
  assert.deepEqual([made['geo_lat'], made['geo_lng'], made.slug], [-6.81, 39.28, slug])
  const { json } = await server.patch(`/venues/${made.id}`, { geo_lat: 0, geo_lng: null, slug: `${slug}-b` })
  assert.deepEqual([json['geo_lat'], json['geo_lng'], json['slug']], [0, null, `${slug}-b`])
  for (const sent of [{ geo_lat: 90.1 }, { geo_lat: 'x' }, { geo_lng: -180.1 }])
    assert.deepEqual(badInputs(await server.post('/venues', { venue: 'G', ...sent })), Object.keys(sent))
  const organizer = await server.make('organizers', { organizer: 'G', slug })
  assert.equal((await server.patch(`/organizers/${organizer.id}`, { slug: `${slug}-c` })).json['slug'], `${slug}-c`)
})
