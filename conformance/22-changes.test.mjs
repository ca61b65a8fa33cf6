// Rules 14.1 and 14.2: the change feed, its stream and long polls.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { byId, changesPage, create, del, error, find, get, is, patch, post, sleep, unique, url } from './lib/all.mjs';

const eq = assert.deepEqual;
const admin = { as: 'admin' };
const read = async (query, as) => changesPage(await get('/changes', { query, ...(as && { as }) }));
const now = async (as) => (await read({ since: 'now' }, as)).next;
/** Other tests write too, so only the changes of these records count. */
const since = async (cursor, ids, as) => {
  const found = [];
  for (let next = cursor, more = true; more;) {
    const page = await read({ since: next, per_page: 1000 }, as);
    found.push(...page.changes.filter(({ id }) => ids.includes(id)));
    ({ next, more } = page);
  }
  return found;
};
const told = (changes) => changes.map(({ action, kind, id, reason }) => [action, kind, id, reason]);

test('14.1.2 a record appears once, as it is now, and then as removed', async () => {
  const cursor = await now();
  const event = await create('event');
  is(await patch(byId('event', event), { ...admin, body: { title: 'Later title' } }), 200);
  const [change, ...others] = await since(cursor, [event.id]);
  eq([change.action, change.version, change.record.title, change.rest_url, others.length], ['upsert', 2, 'Later title', event.rest_url, 0]);
  is(await del(byId('event', event), admin), 200);
  eq(told(await since(cursor, [event.id])), [['remove', 'event', event.id, 'trashed']]);
  is(await del(byId('event', event), { ...admin, query: { force: true } }), 200);
  const [removed] = await since(cursor, [event.id]);
  eq([removed.reason, removed.at, removed.version, removed.record], ['deleted', null, null, null]);
});
test('14.1.1 kinds, fields, content and language', async () => {
  const cursor = (await read({ since: 'now', kinds: 'tag' })).next;
  const [tag, venue] = [await create('tag'), await create('venue')];
  eq(told(await since(cursor, [tag.id, venue.id])), [['upsert', 'tag', tag.id, null]]);
  error(is(await get('/changes', { query: { since: cursor, kinds: 'venue' } }), 400, 'rest_invalid_param'));
  const page = await read({ since: cursor, _fields: 'name', i18n_language: 'fr', per_page: 1000 });
  eq(page.changes.find(({ id }) => id === tag.id).record, { name: tag.name });
  eq((await read({ since: cursor, content: 'thin' })).changes.every(({ record }) => record === null), true);
  error(is(await get('/changes', { query: { per_page: 1001 } }), 400, 'rest_invalid_param'));
});
test('14.1.1 14.1.3 a filtered feed has the events that match, and removes those that no longer do', async () => {
  const venue = await create('venue');
  const cursor = (await read({ since: 'now', kinds: 'event', venue: venue.id })).next;
  const [inside, outside] = [await create('event', { venue: venue.id }), await create('event')];
  eq(told(await since(cursor, [inside.id, outside.id])), [['upsert', 'event', inside.id, null]]);
  is(await patch(byId('event', inside), { ...admin, body: { venue: null } }), 200);
  eq(told(await since(cursor, [inside.id, outside.id])), [['remove', 'event', inside.id, 'unmatched']]);
  error(is(await get('/changes', { query: { since: cursor, featured: true } }), 400, 'rest_invalid_param'));
  is(await patch(byId('venue', venue), { ...admin, body: { status: 'draft' } }), 200);
  const { data } = error(is(await get('/changes', { query: { since: cursor } }), 410, 'rest_cursor_expired')).json;
  assert.match(data.restart, new RegExp(`since=now&kinds=event&venue=${venue.id}$`));
});
test('14.1.3 a draft appears only to callers who may see it', async () => {
  const [everyone, editors] = [await now(), await now('editor')];
  const draft = await create('event', { status: 'draft' });
  is(await patch(byId('event', draft), { ...admin, body: { title: unique() } }), 200);
  eq([told(await since(everyone, [draft.id])), told(await since(editors, [draft.id], 'editor'))], [[], [['upsert', 'event', draft.id, null]]]);
  is(await patch(byId('event', draft), { ...admin, body: { status: 'publish' } }), 200);
  is(await patch(byId('event', draft), { ...admin, body: { status: 'private' } }), 200);
  eq(told(await since(everyone, [draft.id])), [['remove', 'event', draft.id, 'unpublished']]);
});
test('14.1.4 a cursor of another caller is 410, a changed one 400', async () => {
  const cursor = await now();
  const { data } = error(is(await get('/changes', { query: { since: cursor }, as: 'editor' }), 410, 'rest_cursor_expired')).json;
  assert.match(data.restart, /\/changes\?since=now(&kinds=[a-z,%0-9C]+)?$/);
  for (const wrong of [`${cursor.slice(0, -4)}AAAA`, 'x', '']) {
    const answer = await get('/changes', { query: { since: wrong } });
    if (wrong !== '') error(is(answer, 400, 'rest_invalid_param'));
  }
});
test('14.1.7 a series and its exceptions', async () => {
  const tag = unique();
  // Dates of series are stored for some years ahead only.
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const series = await create('event', { title: unique(), tags: [tag], start_date: `${day} 10:00`, end_date: `${day} 11:00`, recurrence: 'FREQ=WEEKLY;COUNT=3' });
  const dates = (await find('event', { tags: tag, from: day })).items;
  const cursor = await now();
  is(await patch(byId('event', dates[1]), { ...admin, body: { title: 'Special' } }), 200);
  eq((await since(cursor, [series.id, dates[1].id])).map(({ id, record }) => [id, record.type]), [[dates[1].id, 'exception']]);
  const later = await now();
  is(await patch(byId('event', series), { ...admin, body: { website: 'https://example.org/' } }), 200);
  const both = await since(later, [series.id, dates[1].id]);
  eq(both.map(({ id, dates_changed, record }) => [id, dates_changed, record.website]), [[series.id, false, 'https://example.org/'], [dates[1].id, false, 'https://example.org/']]);
  is(await patch(byId('event', series), { ...admin, body: { recurrence: 'FREQ=WEEKLY;COUNT=4' } }), 200);
  eq((await since(later, [series.id]))[0].dates_changed, true);
  const last = await now();
  is(await post(`${byId('event', dates[1])}/reset`, admin), 200);
  eq((await since(last, [dates[1].id])).map(({ action, record }) => [action, record.type]), [['upsert', 'occurrence']]);
  is(await patch(byId('event', dates[2]), { ...admin, body: { title: 'Special too' } }), 200);
  is(await del(byId('event', dates[2]), admin), 200);
  eq(told(await since(last, [dates[2].id])), [['remove', 'event', dates[2].id, 'excluded']]);
});
test('14.1.2 a merged record names the record that remains', async () => {
  const [kept, merged] = [await create('venue'), await create('venue')];
  const cursor = await now();
  is(await post(`${byId('venue', kept)}/merge`, { ...admin, body: { from: [merged.id] } }), 200);
  const changes = await since(cursor, [kept.id, merged.id]);
  eq(changes.map(({ action, id, reason, into }) => [action, id, reason, into]).sort(), [['remove', merged.id, 'merged', kept.id], ['upsert', kept.id, null, null]].sort());
});
const inventory = async (plural, query, as) => {
  const items = [];
  for (let cursor = ''; cursor !== null;) {
    const page = is(await get(`/${plural}`, { query: { inventory: true, cursor, ...query }, ...(as && { as }) }), 200).json;
    eq(Object.keys(page), [plural, 'next_rest_url', 'next_cursor']);
    items.push(...page[plural]);
    cursor = page.next_cursor;
  }
  return items;
};
test('14.1.8 an inventory has the id, the version and the type of each record, or of each date', async () => {
  const tag = unique();
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const single = await create('event', { tags: [tag], start_date: '2001-01-01 10:00', end_date: '2001-01-01 11:00' });
  const series = await create('event', { tags: [tag], start_date: `${day} 10:00`, end_date: `${day} 11:00`, recurrence: 'FREQ=DAILY;COUNT=3' });
  await create('event', { tags: [tag], status: 'draft' });
  await create('event', { tags: [tag], hide_from_listings: true });
  const dates = (await find('event', { series: series.id, from: day })).items;
  is(await patch(byId('event', dates[0]), { ...admin, body: { title: unique() } }), 200);
  eq((await inventory('events', { tags: tag, per_page: 1 })), [
    { id: single.id, version: 1, type: 'single' }, { id: series.id, version: 1, type: 'series' }, { id: dates[0].id, version: 2, type: 'exception' },
  ].sort((a, b) => a.id - b.id));
  eq((await inventory('events', { series: series.id })).map(({ id, type }) => [id, type]), dates.map(({ id }, i) => [id, i === 0 ? 'exception' : 'occurrence']));
  eq((await inventory('events', { tags: tag, dates: true })).length, 4);
  eq((await inventory('events', { tags: tag, status: 'any' }, 'editor')).length, 4);
  is(await del(byId('event', dates[1]), admin), 200);
  eq((await inventory('events', { series: series.id })).map(({ id }) => id), [dates[0].id, dates[2].id]);
  const venue = await create('venue');
  eq((await inventory('venues')).filter(({ id }) => id === venue.id), [{ id: venue.id, version: 1 }]);
  for (const query of [{ page: 1 }, { orderby: 'id' }, { order: 'asc' }, { collapse: 'series' }, { records: true }, { _fields: 'id' }])
    error(is(await get('/events', { query: { inventory: true, ...query } }), 400, 'rest_invalid_param'));
});
/** The events of a stream with these ids, until there are as many; the head of its response; and its last id. */
const stream = async (query, ids, count, headers = {}) => {
  const stop = new AbortController();
  const response = await fetch(url('/changes/stream', { query }), { headers, signal: stop.signal });
  const events = [];
  let [rest, lastId] = ['', ''];
  const timer = setTimeout(() => stop.abort(new Error(`${events.length} of ${count} events`)), 10_000);
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const { id, event, data } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)));
      lastId = id ?? lastId;
      if (data && ids.includes(JSON.parse(data).id)) events.push({ event, ...JSON.parse(data) });
    }
    if (events.length >= count && lastId) break;
  }
  clearTimeout(timer);
  stop.abort();
  return { response, events, lastId };
};
test('14.2 a stream sends changes as events, and continues after its last id', async () => {
  const cursor = await now();
  const tag = await create('tag');
  const { response, events: [event], lastId } = await stream({ since: cursor }, [tag.id], 1);
  eq(['content-type', 'cache-control', 'x-accel-buffering'].map((name) => response.headers.get(name)), ['text/event-stream; charset=utf-8', 'no-store', 'no']);
  eq([event.event, event.action, event.kind, event.record.name], ['upsert', 'upsert', 'tag', tag.name]);
  is(await del(byId('tag', tag), { ...admin, query: { force: true } }), 200);
  eq(told((await stream({}, [tag.id], 1, { 'last-event-id': lastId })).events), [['remove', 'tag', tag.id, 'deleted']]);
  error(is(await get('/changes/stream', { query: { since: 'nonsense' } }), 400, 'rest_invalid_param'));
  error(is(await get('/changes/stream', { query: { since: cursor }, as: 'editor' }), 410, 'rest_cursor_expired'));
});
test('14.2.4 a long poll waits for a change', async () => {
  const cursor = (await read({ since: 'now', kinds: 'tag' })).next;
  const waiting = get('/changes', { query: { since: cursor }, headers: { prefer: 'wait=30' } });
  await sleep(200);
  await create('tag');
  const response = is(await waiting, 200);
  assert.ok(changesPage(response).changes.length > 0);
  eq(['preference-applied', 'cache-control', 'etag'].map((name) => response.headers.get(name)), ['wait=30', 'private, no-store', null]);
});
