// Opening hours of events and venues over HTTP: input, notes by language, and events until further notice (contract 13.7).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, testServer, type Json } from '../support/server.ts'

const api = await testServer()
const WEEKLY = [{ days: ['tu', 'we', 'th', 'fr'], opens: '10:00', closes: '18:00' }]
const CHRISTMAS = { from: '2027-12-24', to: '2027-12-26' }
const EVENING = { from: '2027-06-01', to: '2027-06-01', opens: '18:00', closes: '02:00' }
const event = (more: Json = {}): Json => ({ title: 'Exhibition', start_date: '2027-03-01', end_date: '2028-03-01', ...more })
const bodies = { events: event, venues: (more: Json = {}): Json => ({ venue: 'Museum', ...more }) }
const kinds = Object.entries(bodies)

for (const [plural, body] of kinds) {
  void test(`13.7.1 hours of ${plural} are stored, shown everywhere, and sent back unchanged`, async () => {
    const sent = { weekly: WEEKLY, closed: [{ ...CHRISTMAS, note: 'Christmas' }], adjusted: [{ ...EVENING, note: null }] }
    const made = await api.make(plural, body({ hours: sent }))
    assert.deepEqual(made['hours'], sent)
    const single = (await api.get(`/${plural}/${made.id}`)).json
    assert.deepEqual(single['hours'], sent)
    const again = await api.patch(`/${plural}/${made.id}`, single)
    assert.equal(again.headers.get('x-record-version'), '1')
  })

  void test(`13.7.1 a part of the hours of ${plural} that is not sent stays, null clears it, and without times there are no hours`, async () => {
    const { id } = await api.make(plural, body({ hours: { weekly: WEEKLY, closed: [CHRISTMAS] } }))
    const change = async (hours: unknown): Promise<unknown> => (await api.patch(`/${plural}/${id}`, { hours })).json['hours']
    const closed = [{ ...CHRISTMAS, note: null }]
    const monday = [{ days: ['mo'], opens: '09:00', closes: '12:00' }]
    assert.deepEqual(await change({ weekly: monday }), { weekly: monday, closed, adjusted: [] })
    assert.deepEqual(await change({ adjusted: [EVENING] }), { weekly: monday, closed, adjusted: [{ ...EVENING, note: null }] })
    assert.deepEqual(await change({ closed: null }), { weekly: monday, closed: [], adjusted: [{ ...EVENING, note: null }] })
    assert.equal(await change({ weekly: [], adjusted: null }), null)
    assert.deepEqual(await change({ weekly: WEEKLY }), { weekly: WEEKLY, closed: [], adjusted: [] })
    assert.equal(await change(null), null)
  })

  void test(`13.7.1 9.2 notes of ${plural} are texts of one language, with the usual fallback`, async () => {
    const closed = (note?: string | null): Json => ({ closed: [{ ...CHRISTMAS, ...(note !== undefined && { note }) }] })
    const { id } = await api.make(plural, body({ hours: { weekly: WEEKLY, ...closed('Christmas') } }))
    const noteIn = async (root: string): Promise<unknown> => {
      const hours = (await api.get(`/${plural}/${id}`, { root })).json['hours'] as { closed: { note: unknown }[] }
      return hours.closed[0]?.note
    }
    assert.equal(await noteIn('/fr'), 'Christmas')
    await api.patch(`/${plural}/${id}`, { hours: closed('Noël') }, { root: '/fr' })
    assert.deepEqual([await noteIn(''), await noteIn('/fr'), await noteIn('/sw')], ['Christmas', 'Noël', 'Christmas'])
    // Days that are sent without a note keep their notes, and a note that equals its fallback is not stored.
    await api.patch(`/${plural}/${id}`, { hours: closed() })
    await api.patch(`/${plural}/${id}`, { hours: closed('Christmas') }, { root: '/sw' })
    await api.patch(`/${plural}/${id}`, { hours: closed('Holidays') })
    assert.deepEqual([await noteIn(''), await noteIn('/fr'), await noteIn('/sw')], ['Holidays', 'Noël', 'Holidays'])
    await api.patch(`/${plural}/${id}`, { hours: closed(null) }, { root: '/fr' })
    assert.equal(await noteIn('/fr'), 'Holidays')
    await api.patch(`/${plural}/${id}`, { hours: closed('') })
    assert.equal(await noteIn(''), null)
  })
}

void test('13.7.1 every invalid part of the hours is named by its path', async () => {
  const errorsOf = async (hours: unknown): Promise<string[]> => badInputs(await api.post('/events', event({ hours })))
  const stretch = { days: ['mo'], opens: '10:00', closes: '18:00' }
  const cases: readonly [hours: unknown, ...paths: string[]][] = [
    ['10-18', 'hours'],
    [{ weekly: 'mo' }, 'hours.weekly'],
    [{ weekly: ['mo'] }, 'hours.weekly.0'],
    [
      { weekly: [stretch, { days: ['mo', 'xx'], opens: '10:60', closes: '24:00' }] },
      'hours.weekly.1.days',
      'hours.weekly.1.opens',
      'hours.weekly.1.closes',
    ],
    [{ weekly: [{}] }, 'hours.weekly.0.days', 'hours.weekly.0.opens', 'hours.weekly.0.closes'],
    [{ weekly: [{ ...stretch, opens: '9:00' }] }, 'hours.weekly.0.opens'],
    [{ weekly: [{ ...stretch, note: 'x' }], monthly: [] }, 'hours.weekly.0.note', 'hours.monthly'],
    [{ weekly: [stretch], closed: [{ from: '2027-02-29', to: '2027-03-01' }] }, 'hours.closed.0.from'],
    [{ weekly: [stretch], closed: [{ from: '2027-03-02', to: '2027-03-01' }] }, 'hours.closed.0.to'],
    [{ weekly: [stretch], closed: [{ ...CHRISTMAS, note: 'x'.repeat(501) }] }, 'hours.closed.0.note'],
    [{ weekly: [stretch], closed: [{ ...CHRISTMAS, opens: '10:00' }] }, 'hours.closed.0.opens'],
    [{ adjusted: [CHRISTMAS] }, 'hours.adjusted.0.opens', 'hours.adjusted.0.closes'],
    [{ weekly: Array.from({ length: 51 }, () => stretch) }, 'hours.weekly'],
    [{ weekly: [stretch], closed: Array.from({ length: 201 }, () => CHRISTMAS) }, 'hours.closed'],
    [{ adjusted: Array.from({ length: 201 }, () => EVENING) }, 'hours.adjusted'],
    // Hours that never open are not hours.
    [{ closed: [CHRISTMAS] }, 'hours.weekly'],
  ]
  for (const [hours, ...paths] of cases) assert.deepEqual(await errorsOf(hours), paths, JSON.stringify(hours).slice(0, 200))
  const many = await errorsOf({ weekly: Array.from({ length: 50 }, () => ({})) })
  assert.equal(many.length, 20)
})

void test('13.7.1 the limits themselves are accepted, days are sorted, and one day needs no end', async () => {
  const hours = {
    weekly: Array.from({ length: 50 }, () => ({ days: ['su', 'mo', 'mo'], opens: '00:00', closes: '00:00' })),
    closed: Array.from({ length: 200 }, (_, i) => ({ from: `${2400 - i}-01-01`, note: 'x'.repeat(500) })),
    adjusted: Array.from({ length: 200 }, (_, i) => ({ ...EVENING, from: `${1800 + i}-01-01` })),
  }
  const shown = (await api.make('events', event({ hours })))['hours'] as { weekly: Json[]; closed: Json[]; adjusted: Json[] }
  assert.deepEqual([shown.weekly.length, shown.closed.length, shown.adjusted.length], [50, 200, 200])
  assert.deepEqual(shown.weekly[0], { days: ['mo', 'su'], opens: '00:00', closes: '00:00' })
  assert.deepEqual([shown.closed[0]?.['from'], shown.closed[0]?.['to']], ['2201-01-01', '2201-01-01'])
})

void test('13.7.2 an event with hours and without an end is listed until further notice, once', async () => {
  const hours = { weekly: WEEKLY }
  for (const all_day of [false, true]) {
    const { id } = await api.make('events', event({ title: `Open end ${all_day}`, end_date: null, hours, all_day }))
    const isListed = async (query: string): Promise<boolean> =>
      idsOf((await api.get(`/events?include=${id}`)).json['events']).length === 1 &&
      idsOf((await api.get(`/events?per_page=100&${query}`)).json['events']).filter((each) => each === id).length === 1
    const late = ['from=2500-01-01&to=2500-01-02', 'from=9999-12-31', 'relative=running&relative_to=3000-01-01']
    for (const query of late) assert.equal(await isListed(query), true, query)
    assert.equal((await api.get(`/events/${id}`)).json['end_date'], null)
    await api.patch(`/events/${id}`, { hours: null })
    for (const query of late) assert.equal(await isListed(query), false, query)
    await api.patch(`/events/${id}`, { hours })
    assert.equal(await isListed(late[0] ?? ''), true)
    await api.patch(`/events/${id}`, { end_date: '2027-05-01' })
    assert.equal(await isListed(late[0] ?? ''), false)
  }
})

void test('8.5 13.7.3 the hours of a protected event are shown to those who may edit it', async () => {
  const { id } = await api.make('events', event({ password: 'secret', hours: { weekly: WEEKLY } }))
  const hoursFor = async (as?: 'editor'): Promise<unknown> =>
    ((await api.get(`/events?include=${id}`, as && { as })).json['events'] as Json[])[0]?.['hours']
  assert.equal(await hoursFor(), null)
  assert.deepEqual(await hoursFor('editor'), { weekly: WEEKLY, closed: [], adjusted: [] })
})

void test('13.7.3 an event in iCalendar is its run, and the description begins with the hours', async () => {
  const described = event({ description: '<p>Paintings</p>', hours: { weekly: WEEKLY } })
  const calendarOf = async (body: Json): Promise<string> =>
    (await api.get(`/events/${(await api.make('events', body)).id}.ics`)).text.replaceAll('\r\n ', '')
  const text = await calendarOf(described)
  assert.match(text, /^DESCRIPTION:Tuesday to Friday 10:00–18:00\\n\\nPaintings\r$/m)
  assert.match(text, /^X-ALT-DESC;FMTTYPE=text\/html:<p>Tuesday to Friday 10:00–18:00<\/p><p>Paintings<\/p>\r$/m)
  assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 1)
  assert.match(await calendarOf(event({ hours: { weekly: WEEKLY } })), /^DESCRIPTION:Tuesday to Friday 10:00–18:00\r$/m)
})
