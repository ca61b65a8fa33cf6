// Rule 13.7: opening hours of events and venues, and the filters open_on and open_at.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { bad, byId, create, docCheck, fields, find, get, is, patch, post, read, shape, unique, url, version, written } from './lib/all.mjs';

const eq = assert.deepEqual;
const WEEKLY = [{ days: ['tu', 'we', 'th', 'fr'], opens: '10:00', closes: '18:00' }];
const CHRISTMAS = { from: '2031-12-24', to: '2031-12-26' };
const NIGHT = { from: '2031-06-06', to: '2031-06-06', opens: '22:00', closes: '03:00' };
const RUN = { start_date: '2031-03-01 00:00:00', end_date: '2032-03-01 00:00:00' };
const edit = async (kind, rec, body, lang) => shape(kind, is(await patch(byId(kind, rec), { as: 'admin', body, lang }), 200).json);
const base = (kind) => (kind === 'event' ? RUN : {});

for (const kind of ['event', 'venue']) {
  test(`13.7.1 hours of a ${kind} are written and read back with all three parts, and a record sent back does not change`, async () => {
    const hours = { weekly: WEEKLY, closed: [{ ...CHRISTMAS, note: 'Christmas' }], adjusted: [{ ...NIGHT, note: null }] };
    const rec = await create(kind, { ...base(kind), hours });
    eq(rec.hours, hours);
    const whole = is(await get(byId(kind, rec), { as: 'admin' }), 200);
    eq(shape(kind, whole.json, { ld: true }).hours, hours);
    eq(written(is(await patch(byId(kind, rec), { as: 'admin', body: whole.json }), 200)), version(whole));
    eq((await create(kind, base(kind))).hours, null);
  });
  test(`13.7.1 a part of the hours of a ${kind} that is not sent stays, null clears it, and hours that never open are null`, async () => {
    const rec = await create(kind, { ...base(kind), hours: { weekly: WEEKLY, closed: [CHRISTMAS], adjusted: [NIGHT] } });
    eq((await edit(kind, rec, { hours: { closed: null } })).hours, { weekly: WEEKLY, closed: [], adjusted: [{ ...NIGHT, note: null }] });
    eq((await edit(kind, rec, { hours: { adjusted: [] } })).hours, { weekly: WEEKLY, closed: [], adjusted: [] });
    eq((await edit(kind, rec, { hours: { weekly: null } })).hours, null);
    await edit(kind, rec, { hours: { weekly: WEEKLY } });
    eq((await edit(kind, rec, { hours: null })).hours, null);
  });
  test(`13.7.1 9.2 the notes of a ${kind} are texts of one language`, async () => {
    const rec = await create(kind, { ...base(kind), hours: { weekly: WEEKLY, closed: [{ ...CHRISTMAS, note: 'Christmas' }] } });
    await edit(kind, rec, { hours: { closed: [{ ...CHRISTMAS, note: 'Noël' }] } }, 'fr');
    const note = async (lang) => (await read(kind, rec, { lang })).hours.closed[0].note;
    eq([await note('en'), await note('fr'), await note('sw')], ['Christmas', 'Noël', 'Christmas']);
    await edit(kind, rec, { hours: { closed: [{ from: CHRISTMAS.from, to: CHRISTMAS.to }] } });
    eq([await note('en'), await note('fr')], ['Christmas', 'Noël']);
  });
  test(`13.7.3 hours_text of a ${kind} is a sentence in the requested language`, async () => {
    const rec = await create(kind, { ...base(kind), hours: { weekly: WEEKLY, closed: [CHRISTMAS] } });
    eq(rec.hours_text, 'Tuesday to Friday 10:00–18:00; closed December 24–26, 2031');
    const texts = await Promise.all(['fr', 'pt-pt', 'ar', 'sw'].map(async (lang) => (await read(kind, rec, { lang })).hours_text));
    for (const text of texts) assert.ok(text.includes('10:00') && text.includes('2031') && !text.includes('December'), text);
    eq(new Set(texts).size, 4);
    eq((await create(kind, base(kind))).hours_text, null);
  });
  test(`13.7.3 open_now and next_opening of a ${kind} are on a single read only, and read-only`, async () => {
    const always = { weekly: [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], opens: '00:00', closes: '00:00' }] };
    const run = kind === 'event' ? { start_date: '2020-01-01 00:00:00', end_date: null } : {};
    const rec = await create(kind, { ...run, hours: always });
    const single = await read(kind, rec);
    eq([single.open_now, single.next_opening], [true, null]);
    await edit(kind, rec, { hours_text: 'x', open_now: false, next_opening: 'x' });
    const never = { closed: [{ from: '2000-01-01', to: '9999-12-31' }] };
    await edit(kind, rec, { hours: never });
    eq([(await read(kind, rec)).open_now, (await read(kind, rec)).next_opening], [false, null]);
    await edit(kind, rec, { hours: { closed: null, weekly: null, adjusted: [{ from: '9000-01-02', opens: '10:00', closes: '11:00' }] } });
    eq([(await read(kind, rec)).open_now, (await read(kind, rec)).next_opening], [false, '9000-01-02 10:00:00']);
  });
  test(`13.7.3 JSON-LD of a ${kind} has the opening hours`, async () => {
    const { json_ld: ld } = await read(kind, await create(kind, { ...base(kind), hours: { weekly: WEEKLY, closed: [CHRISTMAS], adjusted: [NIGHT] } }));
    const days = ['Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `https://schema.org/${day}`);
    const type = { '@type': 'OpeningHoursSpecification' };
    eq(ld.openingHoursSpecification, [
      { ...type, dayOfWeek: days, opens: '10:00', closes: '18:00' },
      { ...type, validFrom: '2031-06-06', validThrough: '2031-06-06', opens: '22:00', closes: '03:00' },
      { ...type, validFrom: '2031-12-24', validThrough: '2031-12-26', opens: '00:00', closes: '00:00' },
    ]);
  });
}

test('13.7.1 invalid hours are 400 by path', async () => {
  const stretch = WEEKLY[0];
  for (const [hours, ...paths] of [
    ['10-18', 'hours'], [{ weekly: [{ ...stretch, opens: '25:00' }] }, 'hours.weekly.0.opens'], [{ weekly: [{ ...stretch, days: ['tuesday'] }] }, 'hours.weekly.0.days'],
    [{ weekly: [stretch], closed: [{ from: '2031-02-30' }] }, 'hours.closed.0.from'], [{ weekly: [stretch], closed: [{ from: '2031-02-02', to: '2031-02-01' }] }, 'hours.closed.0.to'],
    [{ weekly: [stretch], holidays: [] }, 'hours.holidays'], [{ closed: [CHRISTMAS] }, 'hours.weekly'], [{ weekly: Array(51).fill(stretch) }, 'hours.weekly'],
    [{ weekly: [stretch], closed: [{ ...CHRISTMAS, note: 'x'.repeat(501) }] }, 'hours.closed.0.note'],
  ]) bad(await post('/events', { as: 'admin', body: { ...fields('event'), hours } }), ...paths);
});
test('13.7.2 an event with hours and without an end is one entry until 9999-12-31', async () => {
  const title = unique();
  const e = await create('event', { title, start_date: '2031-03-01', end_date: null, hours: { weekly: WEEKLY } });
  eq(e.end_date, null);
  for (const query of [{ from: '2040-01-01', to: '2041-01-01' }, { from: '9999-12-31' }, { relative: 'running', relative_to: '5000-05-05' }])
    eq(await find('event', { search: title, ...query }).then((r) => r.ids), [e.id]);
  await edit('event', e, { hours: null });
  eq((await find('event', { search: title, from: '2040-01-01' })).ids, []);
});
test('13.7.2 open_on and open_at keep events that are open then; closed wins over adjusted, adjusted over weekly', async () => {
  const title = unique();
  const hours = { weekly: WEEKLY, adjusted: [NIGHT, { ...CHRISTMAS, opens: '10:00', closes: '12:00' }], closed: [CHRISTMAS] };
  const open = await create('event', { title, ...RUN, timezone: 'Asia/Tokyo', hours });
  const plain = await create('event', { title, start_date: '2031-06-06 10:00:00', end_date: '2031-06-06 12:00:00' });
  const ids = async (query) => { const r = await find('event', { search: title, ...query }); eq(r.total ?? r.ids.length, r.ids.length); return r.ids.sort((a, b) => a - b); };
  // June 3, 2031 is a Tuesday, June 9 a Monday. June 6 is a Friday with other hours.
  for (const [query, ...want] of [
    [{ open_on: '2031-06-03' }, open], [{ open_on: '2031-06-09' }], [{ open_on: '2031-06-06' }, open, plain], [{ open_on: '2031-06-07' }],
    [{ open_on: '2031-12-25' }], [{ open_on: '2031-02-27' }], [{ open_on: '2032-03-02' }],
    [{ open_at: '2031-06-03T10:00:00+09:00' }, open], [{ open_at: '2031-06-03T18:00:00+09:00' }], [{ open_at: '2031-06-06T11:00:00+09:00' }],
    [{ open_at: '2031-06-07T02:59:00+09:00' }, open], [{ open_at: '2031-06-07T03:00:00+09:00' }], [{ open_at: '2031-06-06T11:00:00Z' }, plain],
    [{ open_at: '2031-12-25T11:00:00+09:00' }], [{ open_on: '2031-06-06', include: open.id }, open], [{ open_on: '2031-06-09', include: open.id }],
    [{ open_on: '2031-06-06', open_at: '2031-06-06T11:00:00Z' }, plain],
  ]) eq(await ids(query), want.map(({ id }) => id), JSON.stringify(query));
  for (const name of ['open_on', 'open_at']) bad(await get('/events', { query: { [name]: 'soon' } }), name);
});
test('13.7.3 with expand, iCalendar has the open days of an event', async () => {
  const tag = unique();
  await create('event', { tags: [tag], ...RUN, timezone: 'UTC', hours: { weekly: WEEKLY, adjusted: [NIGHT] } });
  const feed = async (query) => (await (await fetch(url('/events.ics', { query: { tags: tag, from: '2031-06-05', to: '2031-06-07', ...query } }))).text()).split('\r\n');
  const [whole] = (await feed()).filter((line) => line.startsWith('UID:'));
  eq((await feed({ expand: 'true' })).filter((line) => /^(UID|DTSTART|DTEND):/.test(line)), [
    `${whole}-20310605`, 'DTSTART:20310605T100000Z', 'DTEND:20310605T180000Z', `${whole}-20310606`, 'DTSTART:20310606T220000Z', 'DTEND:20310607T030000Z',
  ]);
});
test('8.5 13.7.2 the hours of a protected event are hidden, also from the filters', async () => {
  const title = unique();
  const e = await create('event', { title, ...RUN, password: 'secret', hours: { weekly: WEEKLY } });
  const listed = async (as) => (await get('/events', { as, query: { include: e.id } })).json.events[0];
  eq([(await listed()).hours, (await listed()).hours_text, (await listed('editor')).hours.weekly], [null, null, WEEKLY]);
  const ids = async (as) => (await find('event', { search: title, open_on: '2031-06-09' }, { as })).ids;
  eq([await ids(), await ids('editor')], [[e.id], []]);
});

docCheck();
