// Rules 7.13 to 7.15: event status, open end, online events and availability; filters 5.14 and 5.15.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { bad, byId, create, docCheck, find, get, idsOf, is, patch, post, fields, read, shape, soon, unique, url, version, written } from './lib/all.mjs';

const eq = assert.deepEqual;
const edit = async (rec, body, as = 'admin') => shape('event', is(await patch(byId('event', rec), { as, body }), 200).json);
const STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'];
const TIMES = { start_date: '2031-05-06 19:00:00', end_date: '2031-05-06 22:00:00', timezone: 'Europe/Paris' };
const LATER = { start_date: '2031-05-13 19:00:00', end_date: '2031-05-13 22:00:00' };

// ---- 7.13 event status ----------------------------------------------------------------------------------------------------------------
test('7.13 an event is scheduled unless another status is sent, and clearing the status makes it scheduled', async () => {
  const e = await create('event');
  eq([e.event_status, e.event_status_reason, e.previous_start_date], ['scheduled', '', null]);
  eq((await edit(e, { event_status: 'cancelled' })).event_status, 'cancelled');
  eq((await edit(e, { event_status: null })).event_status, 'scheduled');
  for (const word of ['canceled', 'CANCELLED', 'odd', 1, {}]) bad(await patch(byId('event', e), { as: 'admin', body: { event_status: word } }), 'event_status');
});
test('7.13 the reason is a text per language', async () => {
  const e = await create('event', { event_status: 'cancelled', event_status_reason: 'The singer is ill.' });
  await edit(e, { event_status_reason: 'La chanteuse est malade.', i18n_language: 'fr' });
  eq([(await read('event', e)).event_status_reason, (await read('event', e, { lang: 'fr' })).event_status_reason, (await read('event', e, { lang: 'sw' })).event_status_reason],
    ['The singer is ill.', 'La chanteuse est malade.', 'The singer is ill.']);
});
test('7.13 a rescheduled event needs a new start; the first previous start stays until the event is scheduled again', async () => {
  const e = await create('event', TIMES);
  for (const body of [{}, { start_date: TIMES.start_date }, { end_date: '2031-05-06 23:00:00' }])
    bad(await patch(byId('event', e), { as: 'admin', body: { event_status: 'rescheduled', ...body } }), 'event_status');
  bad(await post('/events', { as: 'admin', body: { ...fields('event'), event_status: 'rescheduled' } }), 'event_status');
  const moved = await edit(e, { event_status: 'rescheduled', ...LATER });
  eq([moved.event_status, moved.start_date, moved.previous_start_date], ['rescheduled', LATER.start_date, TIMES.start_date]);
  eq((await edit(e, { start_date: '2031-05-12 19:00:00' })).previous_start_date, TIMES.start_date);
  eq((await edit(e, { event_status: 'postponed' })).previous_start_date, TIMES.start_date);
  eq((await edit(e, { event_status: 'rescheduled', start_date: '2031-05-11 19:00:00' })).previous_start_date, TIMES.start_date);
  eq((await edit(e, { event_status: 'scheduled' })).previous_start_date, null);
});
test('2.9 7.13 a rescheduled event that is sent back does not change', async () => {
  const e = await create('event', { ...TIMES, online_url: 'https://example.org/live', venue: { venue: unique() } });
  await edit(e, { event_status: 'rescheduled', event_status_reason: 'Storm', ...LATER });
  const whole = is(await get(byId('event', e), { as: 'admin' }), 200);
  const r = is(await patch(byId('event', e), { as: 'admin', body: whole.json }), 200);
  eq([written(r), r.json.previous_start_date, r.json.attendance], [version(whole), TIMES.start_date, 'mixed']);
});
test('7.13 JSON-LD names the status, and the previous start of a rescheduled event', async () => {
  const terms = ['EventScheduled', 'EventCancelled', 'EventPostponed', 'EventRescheduled', 'EventMovedOnline'];
  for (const [i, status] of STATUSES.entries()) {
    const e = await create('event', TIMES);
    await edit(e, { event_status: status, ...(status === 'rescheduled' && LATER) });
    const { json_ld: ld } = await read('event', e);
    eq([ld.eventStatus, ld.previousStartDate], [`https://schema.org/${terms[i]}`, status === 'rescheduled' ? '2031-05-06T19:00:00+02:00' : undefined]);
  }
});
test('5.14 event_status selects events; a cancelled event stays in lists until it is over', async () => {
  const u = unique();
  const made = {};
  for (const status of ['scheduled', 'cancelled', 'postponed', 'moved_online']) made[status] = await create('event', { title: u, event_status: status, start_date: soon(1), end_date: soon(2) });
  const over = await create('event', { title: u, event_status: 'cancelled', start_date: soon(-3), end_date: soon(-2) });
  const ids = async (query) => idsOf(is(await get('/events', { query: { search: u, ...query } }), 200).json.events).sort();
  eq(await ids({}), idsOf(Object.values(made)).sort());
  eq(await ids({ event_status: 'cancelled' }), [made.cancelled.id]);
  eq(await ids({ event_status: 'cancelled', starts_after: '2001-01-01' }), idsOf([made.cancelled, over]).sort());
  eq(await ids({ event_status: 'scheduled,postponed' }), idsOf([made.scheduled, made.postponed]).sort());
  bad(await get('/events', { query: { event_status: 'cancelled,odd' } }), 'event_status');
});

// ---- 7.14 open end -----------------------------------------------------------------------------------------------------------------------
const END = ['end_date', 'end_date_details', 'utc_end_date', 'utc_end_date_details'];
const ends = (e) => END.map((k) => e[k]);
test('7.14 2.6 end_date is required, and null says that the end is not known; an empty string is 400', async () => {
  const { end_date, ...without } = fields('event');
  is(await post('/events', { as: 'admin', body: without }), 400, 'rest_missing_callback_param');
  bad(await post('/events', { as: 'admin', body: { ...without, end_date: '' } }), 'end_date');
  const e = await create('event', { ...TIMES, end_date: null });
  eq(ends(e), [null, null, null, null]);
  const later = await edit(e, { start_date: '2040-01-01 10:00:00' });
  eq([later.start_date, ...ends(later)], ['2040-01-01 10:00:00', null, null, null, null]);
  eq((await edit(e, { end_date: '2040-01-01 12:00:00' })).utc_end_date, '2040-01-01 11:00:00');
  bad(await patch(byId('event', e), { as: 'admin', body: { end_date: '' } }), 'end_date');
  eq(ends(await edit(e, { end_date: null })), [null, null, null, null]);
  const whole = is(await get(byId('event', e), { as: 'admin' }), 200);
  eq(written(is(await patch(byId('event', e), { as: 'admin', body: whole.json }), 200)), version(whole));
});
for (const [name, dates] of [['with a time', { start_date: TIMES.start_date }], ['that lasts all day', { start_date: '2031-05-06', all_day: true }]])
  test(`7.14 no output names the end of an event ${name} whose end is not known`, async () => {
    const e = await create('event', { ...TIMES, ...dates, end_date: null });
    const { json_ld: ld } = await read('event', e);
    eq([ld.startDate, 'endDate' in ld], [dates.all_day ? '2031-05-06' : '2031-05-06T19:00:00+02:00', false]);
    const feed = async (ending) => (await fetch(url(`/events.${ending}`, { query: { include: e.id } }))).text();
    const calendar = await feed('ics');
    assert.match(calendar, /^DTSTART.*20310506/m);
    assert.doesNotMatch(calendar, /^(?:DTEND|DURATION)/m);
    for (const ending of ['rss', 'atom']) {
      const text = await feed(ending);
      assert.match(text, /<ev:startdate>2031-05-0/, ending);
      assert.doesNotMatch(text, /<ev:enddate/, ending);
    }
    const [item] = JSON.parse(await feed('json')).items;
    eq([item._event.start_date, item._event.end_date, item._event.utc_end_date], [e.start_date, null, null]);
    const [head, row] = (await feed('csv')).replace('\ufeff', '').split('\r\n').map((line) => line.split(','));
    const cells = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].map((column) => row[head.indexOf(column)]);
    eq(cells, [e.start_date, '', e.utc_start_date, '']);
    const [shown] = JSON.parse(await feed('fullcalendar.json'));
    eq([shown.id, shown.allDay, 'start' in shown, 'end' in shown], [String(e.id), e.all_day, true, false]);
  });
test('7.14 lists and filters end the event at its start, or with its first day if it lasts all day', async () => {
  const u = unique();
  const e = await create('event', { title: u, start_date: '2031-05-06 19:00:00', end_date: null });
  const days = await create('event', { title: u, start_date: '2031-05-06', end_date: null, all_day: true });
  const ids = async (query) => (await find('event', { search: u, strict_dates: 'true', ...query })).ids.sort();
  for (const [query, want] of [
    [{ from: '2031-05-06 19:00:00', to: '2031-05-06 19:30:00' }, [e, days]], [{ from: '2031-05-06 19:00:01' }, [days]], [{ from: '2031-05-07' }, []],
    [{ ends_after: '2031-05-06 18:59:59' }, [e, days]], [{ ends_after: '2031-05-06 19:00:00' }, [days]], [{ ends_after: '2031-05-06 23:59:59' }, []],
    [{ ends_before: '2031-05-06 19:00:01' }, [e]], [{ ends_before: '2031-05-07' }, [e, days]],
    [{ start_date: '2031-05-06', end_date: '2031-05-06 19:00:00' }, [e]], [{ starts_after: '2031-05-05' }, [e, days]],
  ]) eq(await ids(query), idsOf(want).sort(), JSON.stringify(query));
});
test('7.14 5.16 an event without a known end is past from its start on, and an all-day event after its first day', async () => {
  const u = unique();
  const e = await create('event', { title: u, start_date: '2031-05-06 19:00:00', end_date: null });
  const days = await create('event', { title: u, start_date: '2031-05-06', end_date: null, all_day: true });
  const ids = async (relative, relative_to) => (await find('event', { search: u, relative, relative_to })).ids.sort();
  for (const [at, past, running, upcoming] of [
    ['2031-05-05 23:59:59', [], [], [e, days]], ['2031-05-06 00:00:00', [], [days], [e]], ['2031-05-06 18:59:59', [], [days], [e]],
    ['2031-05-06 19:00:00', [e], [days], []], ['2031-05-06 23:59:58', [e], [days], []], ['2031-05-07 00:00:00', [e, days], [], []],
  ]) eq([await ids('past', at), await ids('running', at), await ids('upcoming', at)], [past, running, upcoming].map((list) => idsOf(list).sort()), at);
});
test('7.14 5.12 total counts events without a known end, on every page and after the start changes', async () => {
  const u = unique();
  const made = [];
  for (let i = 0; i < 5; i += 1)
    made.push(await create('event', { title: u, start_date: `2031-05-0${i + 1} 19:00:00`, end_date: i % 2 ? `2031-05-0${i + 1} 20:00:00` : null }));
  const pages = async (query) => {
    const found = [];
    for (const page of [1, 2, 3]) {
      const r = await get('/events', { query: { search: u, per_page: 2, page, ...query } });
      if (r.status !== 200) break;
      found.push(...idsOf(r.json.events));
      eq(r.json.total, 5, JSON.stringify(query));
    }
    return found;
  };
  eq(await pages({ from: '2031-05-01', to: '2031-05-31' }), idsOf(made));
  eq(ends(await edit(made[0], { start_date: '2031-05-09 19:00:00' })), [null, null, null, null]);
  eq(await pages({ from: '2031-05-01', to: '2031-05-31' }), idsOf([...made.slice(1), made[0]]));
  eq((await find('event', { search: u, from: '2031-05-01', to: '2031-05-01' })).total, 0);
});

// ---- 7.15 online events and availability ------------------------------------------------------------------------------------------------
test('7.15 attendance is derived from the venue and online_url unless it is sent', async () => {
  const venue = { venue: unique() };
  const online_url = 'https://example.org/live';
  for (const [body, want] of [[{}, null], [{ venue }, 'offline'], [{ online_url }, 'online'], [{ venue, online_url }, 'mixed'],
    [{ venue, event_status: 'moved_online' }, 'online'], [{ venue, online_url, attendance: 'offline' }, 'offline']])
    eq((await create('event', body)).attendance, want, JSON.stringify(body));
  const e = await create('event', { venue, attendance: 'mixed' });
  eq((await edit(e, { attendance: null })).attendance, 'offline');
  bad(await patch(byId('event', e), { as: 'admin', body: { attendance: 'hybrid', online_url: 'nope', availability: 'gone' } }), 'attendance', 'online_url', 'availability');
});
test('7.15 8.4 attendance does not reveal a venue that the caller does not see', async () => {
  const draft = await create('venue', { status: 'draft' });
  const e = await create('event', { venue: [draft.id], online_url: 'https://example.org/live' });
  eq([(await read('event', e)).attendance, (await read('event', e, { as: 'admin' })).attendance], ['online', 'mixed']);
  const ids = async (attendance, as) => (await find('event', { include: e.id, attendance }, { as })).ids;
  eq([await ids('online'), await ids('mixed'), await ids('online', 'admin'), await ids('mixed', 'admin')], [[e.id], [], [], [e.id]]);
});
test('7.15 JSON-LD has the attendance mode, the virtual location and the availability of tickets', async () => {
  const online_url = 'https://example.org/live';
  const ld = async (body) => (await read('event', await create('event', body))).json_ld;
  const mixed = await ld({ venue: { venue: 'Hall' }, online_url, cost: '12 EUR', availability: 'sold_out' });
  eq([mixed.eventAttendanceMode, mixed.location.map((l) => l['@type']), mixed.location[1].url, mixed.offers.availability, mixed.offers.price],
    ['https://schema.org/MixedEventAttendanceMode', ['Place', 'VirtualLocation'], online_url, 'https://schema.org/SoldOut', '12']);
  const moved = await ld({ venue: { venue: 'Hall' }, online_url, event_status: 'moved_online' });
  eq([moved.eventAttendanceMode, moved.location.map((l) => l['@type'])], ['https://schema.org/OnlineEventAttendanceMode', ['VirtualLocation']]);
  for (const [availability, term] of [['available', 'InStock'], ['few', 'LimitedAvailability']])
    eq((await ld({ availability })).offers.availability, `https://schema.org/${term}`);
  eq((await ld({})).offers, undefined);
});
test('5.15 attendance selects events as the caller sees them; 8.5 a protected event hides online_url, its reason and its attendance', async () => {
  const u = unique();
  const online_url = `https://example.org/${u}`;
  const open = await create('event', { title: u, online_url });
  const guarded = await create('event', { title: u, online_url, event_status: 'moved_online', event_status_reason: u, password: 'x' });
  const ids = async (attendance, as) => (await find('event', { search: u, attendance }, { as })).ids.sort();
  eq([await ids('online'), await ids('online', 'admin'), await ids('offline,mixed')], [[open.id], idsOf([open, guarded]).sort(), []]);
  const [shown] = (await find('event', { include: guarded.id })).items;
  eq([shown.online_url, shown.event_status_reason, shown.attendance, shown.event_status], [null, '', null, 'moved_online']);
  bad(await get('/events', { query: { attendance: 'odd' } }), 'attendance');
});

docCheck();
