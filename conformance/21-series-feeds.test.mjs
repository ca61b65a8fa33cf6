// Rules 13.6: series in iCalendar and JSON-LD, and their dates in all other feeds.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { byId, create, del, docCheck, find, is, patch, read, unique, url } from './lib/all.mjs';

const eq = assert.deepEqual;
/** The day of a date, next month. Dates of series are stored for some years ahead only. */
const day = (weeks) => new Date(Date.now() + (30 + 7 * weeks) * 86_400_000).toISOString().slice(0, 10);
const basic = (weeks) => `${day(weeks).replaceAll('-', '')}T190000Z`;
const feed = async (path, query = {}) => (await (await fetch(url(path, { query }))).text()).replaceAll('\r\n ', '');
const lines = (ics, pattern) => ics.replaceAll(/BEGIN:VTIMEZONE.*END:VTIMEZONE/gs, '').split('\r\n').filter((line) => pattern.test(line));
const make = async () => {
  const tag = unique();
  const series = await create('event', {
    title: unique(), tags: [tag], start_date: `${day(0)} 19:00:00`, end_date: `${day(0)} 22:00:00`, timezone: 'UTC', recurrence: 'FREQ=DAILY;INTERVAL=7;COUNT=4',
  });
  const query = { tags: tag, from: day(-1) };
  return { series, query, dates: (await find('event', query)).items };
};

test('13.6.1 a series is one VEVENT with its exclusions, and a canceled date is CANCELLED', async () => {
  const { series, query, dates } = await make();
  is(await del(byId('event', dates[1]), { as: 'admin' }), 200);
  is(await patch(byId('event', dates[2]), { as: 'admin', body: { event_status: 'cancelled' } }), 200);
  for (const ics of [await feed('/events.ics', query), await feed('/events.ics', { ...query, to: day(1) }), await feed(`/events/${series.id}.ics`)]) {
    eq(lines(ics, /^(RRULE|EXDATE|RECURRENCE-ID|STATUS)/), ['RRULE:FREQ=DAILY;INTERVAL=7;COUNT=4', `EXDATE:${basic(1)}`, 'STATUS:CONFIRMED', `RECURRENCE-ID:${basic(2)}`, 'STATUS:CANCELLED']);
    eq(new Set(lines(ics, /^UID/)).size, 1);
  }
});
test('13.6.3 with expand each date is an event, with the UID that it has alone', async () => {
  const { query, dates } = await make();
  const uids = lines(await feed('/events.ics', { ...query, expand: 'true' }), /^UID/);
  eq([uids.length, new Set(uids).size], [4, 4]);
  const alone = await feed(`/events/${dates[3].id}.ics`);
  eq([lines(alone, /^UID/), lines(alone, /^(RRULE|RECURRENCE-ID)/)], [[uids[3]], []]);
});
test('13.6.4 JSON-LD: a series has a schedule, and a date has its series', async () => {
  const { series, dates } = await make();
  const [whole, date] = [(await read('event', series)).json_ld, (await read('event', dates[0])).json_ld];
  eq([whole['@type'], whole.eventSchedule[0].repeatFrequency, whole.eventSchedule[0].repeatCount], ['EventSeries', 'P7D', 4]);
  eq([date['@type'], date.superEvent['@id'], date.superEvent.name], ['Event', whole['@id'], whole.name]);
});
test('13.6.5 all other feeds have one item per date', async () => {
  const { query, dates } = await make();
  eq(JSON.parse(await feed('/events.fullcalendar.json', query)).map(({ id }) => id), dates.map(({ id }) => String(id)));
  const guids = [...(await feed('/events.rss', query)).matchAll(/<guid[^>]*>([^<]+)/g)].map(([, id]) => id);
  eq([guids.length, new Set(guids).size], [4, 4]);
});

docCheck();
