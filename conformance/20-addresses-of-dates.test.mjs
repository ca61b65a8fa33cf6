// Rules 13.2.6, 13.4.2 and 13.5.2: exclusions without a date, addresses of dates by slug and day, and the reset of a date.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { bySlug, byId, create, del, docCheck, error, find, get, is, patch, post, request, unique } from './lib/all.mjs';

const eq = assert.deepEqual;
/** The day of a date, next month. Dates of series are stored for some years ahead only. */
const day = (weeks) => new Date(Date.now() + (30 + 7 * weeks) * 86_400_000).toISOString().slice(0, 10);
const make = async (over = {}) => {
  const tag = unique();
  const series = await create('event', {
    title: unique(), tags: [tag], start_date: `${day(0)} 19:00:00`, end_date: `${day(0)} 22:00:00`, timezone: 'UTC', recurrence: 'FREQ=DAILY;INTERVAL=7;COUNT=4', ...over,
  });
  return { series, dates: (await find('event', { tags: tag, from: day(-1) })).items };
};
const at = (series, date) => `${bySlug('event', series)}/${date}`;
const idAt = async (series, date) => is(await get(at(series, date)), 200).json.id;
const admin = { as: 'admin' };

test('13.4.2 a date is found by slug and original day, with or without the time', async () => {
  const { series, dates } = await make();
  for (const [i, { id }] of dates.entries()) eq([await idAt(series, day(i)), await idAt(series, `${day(i)}T1900`)], [id, id]);
  is(await patch(byId('event', dates[1]), { ...admin, body: { start_date: `${day(1)} 08:00:00`, end_date: `${day(1)} 09:00:00` } }), 200);
  eq([await idAt(series, day(1)), await idAt(series, `${day(1)}T1900`), await idAt(series, `${day(1)}T0800`)], Array(3).fill(dates[1].id));
  is(await patch(byId('event', dates[2]), { ...admin, body: { start_date: `${day(5)} 19:00:00`, end_date: `${day(5)} 20:00:00` } }), 200);
  eq([await idAt(series, day(2)), await idAt(series, day(5))], [dates[2].id, dates[2].id]);
  for (const date of [day(9), `${day(0)}T1901`, '2030-02-30']) error(is(await get(at(series, date)), 404, 'rest-event-not-found'));
  is(await get(at(series, 'tomorrow')), 404, 'rest_no_route');
  is(await request('DELETE', at(series, day(0)), admin), 405, 'rest_method_not_allowed');
});
test('3.10 13.1.2 a list of records has the summary of each series if _fields names it, and dates have none', async () => {
  const { series, dates } = await make();
  const _fields = 'id,occurrences,recurrence_text';
  const { occurrences, recurrence_text } = is(await get(byId('event', series)), 200).json;
  eq((await find('event', { include: series.id, records: true, _fields })).items, [{ id: series.id, occurrences, recurrence_text }]);
  eq((await find('event', { include: dates[0].id, _fields })).items, [{ id: dates[0].id, occurrences: null, recurrence_text: null }]);
});
test('13.4.2 a single event is found under the day of its start', async () => {
  const { series: single } = await make({ recurrence: null });
  eq([await idAt(single, day(0)), (await get(at(single, day(1)))).status], [single.id, 404]);
});
test('13.4.2 of several dates on a day, the first by start counts', async () => {
  const rules = [{ rrule: 'FREQ=DAILY;COUNT=2' }, { rrule: 'FREQ=DAILY;COUNT=2', start_time: '09:00', end_time: '10:00' }];
  const { series, dates } = await make({ recurrence: { rules } });
  const next = dates.filter((date) => date.start_date.slice(0, 10) !== day(0) && date.start_date.endsWith('09:00:00'));
  eq(await idAt(series, next[0].start_date.slice(0, 10)), next[0].id);
});
test('13.4.2 a date of a series that was split off is redirected to its slug, with the query', async () => {
  const { series, dates } = await make();
  const split = is(await patch(`${byId('event', dates[2])}?scope=following`, { ...admin, body: { website: 'https://example.org/' } }), 200).json;
  const moved = is(await get(at(series, day(2)), { query: { _fields: 'id,title' } }), 308);
  assert.ok(moved.headers.get('location').endsWith(`${at(split, day(2))}?_fields=id%2Ctitle`), moved.headers.get('location'));
  eq(moved.json.id, dates[2].id);
  eq([await idAt(series, day(1)), await idAt(split, day(2))], [dates[1].id, dates[2].id]);
});
test('13.4.2 a removed date is 410, and a hidden one 404', async () => {
  const { series, dates } = await make();
  is(await del(byId('event', dates[1]), admin), 200);
  is(await patch(byId('event', dates[2]), { ...admin, body: { status: 'draft' } }), 200);
  is(await get(at(series, day(1))), 410, 'event-occurrence-removed');
  is(await get(at(series, day(2))), 404, 'rest-event-not-found');
  eq(is(await get(at(series, day(2)), admin), 200).json.id, dates[2].id);
});

test('13.5.2 a reset drops the changes of a date, all or some', async () => {
  const { series, dates } = await make();
  const path = byId('event', dates[1]);
  is(await patch(path, { ...admin, body: { title: 'Special', website: 'https://example.org/', start_date: `${day(1)} 20:00:00` } }), 200);
  const some = is(await post(`${path}/reset`, { ...admin, query: { fields: 'title.en,website' }, body: {} }), 200);
  eq([some.json.id, some.json.overrides, some.json.title, some.json.effect.scope], [dates[1].id, ['start_date'], series.title, 'this']);
  const dry = is(await post(`${path}/reset`, { ...admin, query: { dry_run: 'true' }, body: {} }), 200).json;
  eq([dry.record.type, dry.occurrences.moved], ['occurrence', 1]);
  is(await post(`${path}/reset`, { ...admin, body: {}, headers: { 'if-match': '"1"' } }), 412, 'rest_precondition_failed');
  const whole = is(await post(`${path}/reset`, { ...admin, body: {} }), 200);
  eq([whole.json.type, whole.json.overrides, whole.json.start_date], ['occurrence', [], dates[1].start_date]);
  const again = is(await post(`${path}/reset`, { ...admin, body: {} }), 200);
  eq([again.headers.get('x-record-version'), again.json.effect.exceptions_changed], [whole.headers.get('x-record-version'), []]);
});
test('13.5.2 a reset of another event, or of a field that a date cannot have, is 400', async () => {
  const { series, dates } = await make();
  eq(Object.keys(is(await post(`${byId('event', series)}/reset`, { ...admin, body: {} }), 400, 'rest_invalid_param').json.data.params), ['id']);
  const refused = is(await post(`${byId('event', dates[0])}/reset`, { ...admin, query: { fields: 'slug' }, body: {} }), 400, 'rest_invalid_param');
  eq(Object.keys(refused.json.data.params), ['fields']);
  is(await post(`${byId('event', dates[0])}/reset`, { as: 'contributor', body: {} }), 403, 'rest_forbidden');
  is(await post(`${byId('event', dates[0])}/reset`, { body: {} }), 401, 'rest_forbidden');
});

test('13.2.6 exclusions that match no date are named in the response to a write', async () => {
  const other = new Date(Date.parse(day(1)) + 86_400_000).toISOString().slice(0, 10);
  const recurrence = { rules: [{ rrule: 'FREQ=DAILY;INTERVAL=7;COUNT=4' }], exclude: [day(1), other] };
  const { series } = await make({ recurrence });
  const answer = is(await patch(byId('event', series), { ...admin, body: { recurrence: { ...recurrence, exclude: [day(2), other, `${day(3)} 18:00:00`] } } }), 200);
  eq(answer.headers.get('x-unmatched-values'), `exclude=${other}, exclude=${encodeURIComponent(`${day(3)} 18:00:00`)}`);
});

docCheck();
