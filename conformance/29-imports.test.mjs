// Section 19: sources and imports.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { bad, byId, del, docCheck, error, get, is, keep, patch, post, raw, runItems, runsPage, sleep, source, sourceRun, sourcesList, tokens, unique } from './lib/all.mjs';

const eq = assert.deepEqual;
const [admin, editor] = [{ as: 'admin' }, { as: 'editor' }];
const sources = [];
after(async () => { for (const id of sources) await del(`/sources/${id}`, admin); });

async function made(body = {}, as = 'editor') {
  const own = source(await post('/sources', { as, body: { name: 'Club', ...body } }), 201);
  sources.push(own.id);
  return own;
}
const start = (id, file, query = {}) => post(`/sources/${id}/runs`, { ...editor, query, raw: file, headers: { 'content-type': 'application/octet-stream' } });
async function ended(id, run) {
  for (const deadline = Date.now() + 120_000; ; await sleep(100)) {
    const shown = sourceRun(await get(`/sources/${id}/runs/${run}`, editor), 200);
    if (shown.ended !== null && shown.state !== 'undoing') return shown;
    assert.ok(Date.now() < deadline, JSON.stringify(shown));
  }
}
const counts = (run) => Object.fromEntries(Object.entries(run.counts).filter(([, count]) => count > 0));
/** Imports a file and returns the run with its items. Events are deleted at the end. */
async function run(id, file, query = {}) {
  const started = await start(id, file, query);
  const { id: number } = sourceRun(started, 202);
  assert.ok(started.headers.get('location')?.endsWith(`/sources/${id}/runs/${number}`));
  const report = await ended(id, number);
  const { items } = runItems(await get(`/sources/${id}/runs/${number}/items`, { ...editor, query: { per_page: 1000 } }));
  for (const { kind, outcome, record_id } of items) if (outcome === 'new' && record_id !== null) keep(kind, record_id);
  return { ...report, items, found: counts(report) };
}

const calendar = (...events) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Kit//EN', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
/** Series are stored for some years ahead, so their dates must not be too far away. */
const YEAR = new Date().getUTCFullYear() + 1;
const entry = (uid, title, day, more = []) => [
  'BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20270101T000000Z', `SUMMARY:${title}`, `DTSTART:${YEAR}01${day}T180000Z`, `DTEND:${YEAR}01${day}T200000Z`, ...more, 'END:VEVENT',
];
const entries = (word, n) => Array.from({ length: n }, (_, i) => entry(`${word}-${i}`, `${word} ${i}`, String(10 + i)));

test('19.1.1 19.1.2 a source has its inputs and defaults', async () => {
  const own = await made({ url: 'webcal://club.invalid/calendar.ics' });
  eq([own.type, own.url, own.mapping, own.language, own.status], ['icalendar', 'https://club.invalid/calendar.ics', {}, 'en', 'publish']);
  eq([own.vanished, own.precedence, own.every_hours, own.next_run], ['keep', 'editors', null, null]);
  eq(source(await get(`/sources/${own.id}`, editor), 200), own);
  const changed = source(await patch(`/sources/${own.id}`, { ...editor, body: { every_hours: 6, vanished: 'trash' } }), 200);
  eq([changed.every_hours, changed.vanished, changed.name], [6, 'trash', 'Club']);
  assert.ok(changed.next_run);
  is(await del(`/sources/${own.id}`, editor), 200);
  error(is(await get(`/sources/${own.id}`, editor), 404, 'rest_source_not_found'));
});
test('19.1.2 inputs are checked', async () => {
  error(is(await post('/sources', { ...editor, body: {} }), 400, 'rest_missing_callback_param'));
  const wrong = { name: 'x', type: 'xml', url: 'ftp://club.invalid/', status: 'trash', vanished: 'hide', precedence: 'both', every_hours: 0 };
  bad(await post('/sources', { ...editor, body: wrong }), 'type', 'url', 'status', 'vanished', 'precedence', 'every_hours');
  bad(await post('/sources', { ...editor, body: { name: 'x', every_hours: 3 } }), 'url');
  bad(await post('/sources', { ...editor, body: { name: 'x', mapping: { color: 'red' } } }), 'mapping');
  bad(await post('/sources', { ...editor, body: { name: 'x' }, query: { dry_run: 'true' } }), 'dry_run');
});
test('19.1.1 editors have their own sources, administrators see all, and others none', async () => {
  const [own, others] = [await made(), await made({}, 'admin')];
  const ids = sourcesList(await get('/sources', editor)).map(({ id }) => id);
  assert.ok(ids.includes(own.id) && !ids.includes(others.id));
  const all = sourcesList(await get('/sources', admin)).map(({ id }) => id);
  assert.ok(all.includes(own.id) && all.includes(others.id));
  error(is(await get(`/sources/${others.id}`, editor), 404, 'rest_source_not_found'));
  error(is(await get('/sources', { as: 'author' }), 403, 'rest_forbidden'));
  error(is(await get('/sources'), 401, 'rest_forbidden'));
});
test('19.2 19.3.1 a file is imported once, and the report says why an item failed', async () => {
  const { id, owner, external_source } = await made({ status: 'draft' });
  const word = unique();
  const file = calendar(...entries(word, 3), ['BEGIN:VEVENT', `UID:${word}-bad`, 'SUMMARY:No date', 'END:VEVENT']);
  const first = await run(id, file);
  eq([first.state, first.reason, first.total, first.found], ['finished', null, 4, { new: 3, failed: 1 }]);
  eq(first.items.at(-1).errors[0].code, 'no_start');
  const event = is(await get(byId('event', first.items[0].record_id), editor), 200).json;
  eq([event.title, event.status, event.author, event.external_ids], [`${word} 0`, 'draft', owner, { [external_source]: `${word}-0` }]);
  eq([event.origin.source, event.origin.external_id, event.origin.run], [id, `${word}-0`, first.id]);
  eq((await run(id, file)).found, { unchanged: 3, failed: 1 });
  eq(is(await get(byId('event', event.id), editor), 200).json.modified_utc, event.modified_utc);
  const { runs, total } = runsPage(await get(`/sources/${id}/runs`, editor));
  eq([total, runs[1].id], [2, first.id]);
  const failed = runItems(await get(`/sources/${id}/runs/${first.id}/items`, { ...editor, query: { outcome: 'failed' } }));
  eq([failed.total, failed.items[0].title], [1, 'No date']);
  error(is(await get(`/sources/${id}/runs/999999999`, editor), 404, 'rest_run_not_found'));
});
test('19.2.1 a run needs a file or an address, and a document that is no calendar fails', async () => {
  const { id } = await made();
  error(is(await post(`/sources/${id}/runs`, editor), 400, 'rest_missing_callback_param'));
  const failed = await run(id, '<html>Sign in</html>');
  eq([failed.state, failed.reason, failed.items], ['failed', 'not_icalendar', []]);
});
test('19.2.5 a dry run shows what a run would do, and writes nothing', async () => {
  const { id } = await made();
  const word = unique();
  const dry = await run(id, calendar(...entries(word, 2)), { dry_run: 'true' });
  eq([dry.dry_run, dry.found, dry.items[0].record_id, dry.items[0].fields.title], [true, { new: 2 }, null, `${word} 0`]);
  eq(is(await get('/events', { ...editor, query: { search: word, start_date: '2000-01-01', status: 'any' } }), 200).json.total, 0);
  error(is(await post(`/sources/${id}/runs/${dry.id}/undo`, editor), 409, 'rest_run_not_undoable'));
});
test('19.2.6 a run that has ended cannot be canceled', async () => {
  const { id } = await made();
  const first = await run(id, calendar(...entries(unique(), 1)));
  error(is(await post(`/sources/${id}/runs/${first.id}/cancel`, editor), 409, 'rest_run_ended'));
  error(is(await post(`/sources/${id}/runs/999999999/cancel`, editor), 404, 'rest_run_not_found'));
});
test('19.3.2 events with new UIDs are matched by start, title and place', async () => {
  const { id } = await made();
  const word = unique();
  const edition = (n) => calendar(...[0, 1, 2].map((i) => entry(`${word}-${n}-${i}`, `${word} ${i}`, `1${i}`)));
  eq((await run(id, edition(1))).found, { new: 3 });
  const second = await run(id, edition(2));
  eq([second.found, second.items[0].notes], [{ unchanged: 3 }, ['matched_by_content']]);
});
test('19.3.3 records that vanish are moved to the trash; too many of them stop the run', async () => {
  const { id } = await made({ vanished: 'trash' });
  const word = unique();
  const first = await run(id, calendar(...entries(word, 8)));
  const second = await run(id, calendar(...entries(word, 7)));
  eq(second.found, { unchanged: 7, trashed: 1 });
  eq(is(await get(byId('event', first.items[7].record_id), admin), 200).json.status, 'trash');
  const stopped = await run(id, calendar(...entries(word, 2)));
  eq([stopped.state, stopped.reason, stopped.found], ['stopped', 'too_many_gone', {}]);
  eq((await run(id, calendar(...entries(word, 2)), { accept_gone: 'true' })).found, { unchanged: 2, trashed: 5 });
});
test('19.3 the same document in two sources: nothing is merged, duplicates are listed', async () => {
  const [one, two] = [await made(), await made()];
  const file = calendar(entry(unique(), `Twice ${unique()}`, '11'));
  const [first] = (await run(one.id, file)).items;
  const [second] = (await run(two.id, file)).items;
  eq([second.outcome, second.duplicates], ['new', [first.record_id]]);
});
test('19.4 a value that an editor changed is kept, unless the source takes precedence', async () => {
  const { id } = await made();
  const word = unique();
  const [{ record_id }] = (await run(id, calendar(entry(word, 'Jazz', '11')))).items;
  is(await patch(byId('event', record_id), { ...editor, body: { title: 'Jazz in the park' } }), 200);
  const second = await run(id, calendar(entry(word, 'Jazz night', '11')));
  eq([second.items[0].left_alone, second.items[0].reason], [['title'], 'edited']);
  eq(is(await get(byId('event', record_id)), 200).json.title, 'Jazz in the park');
  eq(is(await get(byId('event', record_id)), 200).json.origin, null);
  is(await patch(`/sources/${id}`, { ...editor, body: { precedence: 'source' } }), 200);
  eq((await run(id, calendar(entry(word, 'Jazz night', '11')))).found, { changed: 1 });
  is(await del(byId('event', record_id), editor), 200);
  eq((await run(id, calendar(entry(word, 'Jazz night', '11')))).items[0].reason, 'trashed');
});
test('19.5 a run can be undone once', async () => {
  const { id } = await made();
  const word = unique();
  const first = await run(id, calendar(...entries(word, 2)));
  const second = await run(id, calendar(entry(`${word}-0`, 'Changed', '10'), entry(`${word}-1`, `${word} 1`, '11')));
  eq(second.found, { changed: 1, unchanged: 1 });
  eq(sourceRun(await post(`/sources/${id}/runs/${second.id}/undo`, editor), 202).state, 'undoing');
  eq((await ended(id, second.id)).state, 'undone');
  eq(is(await get(byId('event', first.items[0].record_id)), 200).json.title, `${word} 0`);
  error(is(await post(`/sources/${id}/runs/${second.id}/undo`, editor), 409, 'rest_run_not_undoable'));
});
test('19.6.2 a series and its changed date', async () => {
  const { id } = await made();
  const word = unique();
  const moved = entry(word, `${word} moved`, '13', [`RECURRENCE-ID:${YEAR}0112T180000Z`]);
  const first = await run(id, calendar(entry(word, word, '11', ['RRULE:FREQ=DAILY;COUNT=3']), moved));
  eq(first.found, { new: 1, changed: 1 });
  const { record_id } = first.items.find(({ outcome }) => outcome === 'new');
  const { events } = is(await get('/events', { query: { series: record_id, start_date: '2000-01-01', end_date: '2100-01-01' } }), 200).json;
  eq(events.map(({ utc_start_date, title }) => [utc_start_date.slice(0, 10), title === word]).sort(), [
    [`${YEAR}-01-11`, true], [`${YEAR}-01-13`, false], [`${YEAR}-01-13`, true],
  ]);
});
test('19.7.1 a site of The Events Calendar from a file', async () => {
  const { id } = await made({ type: 'tec' });
  const word = unique();
  const event = {
    id: 7, title: `${word} &#038; more`, slug: word, status: 'publish', start_date: '2090-01-11 19:00:00', end_date: '2090-01-11 21:00:00', timezone: 'Europe/Berlin',
    url: `https://site.invalid/event/${word}/`, venue: [], organizer: [], categories: [], tags: [], image: false, custom_fields: [],
  };
  const report = await run(id, JSON.stringify({ categories: [], tags: [], venues: [], organizers: [], events: [event] }));
  eq([report.state, report.found], ['finished', { new: 1 }]);
  const { title, slug, utc_start_date } = is(await get(byId('event', report.items[0].record_id)), 200).json;
  eq([title, slug, utc_start_date], [`${word} & more`, word, '2090-01-11 18:00:00']);
  eq((await run(id, '[]')).reason, 'not_tec');
});
test('19.8 a table is imported with its mapping, and the rows that failed are a file', async () => {
  const word = unique();
  const { id } = await made({ type: 'csv', mapping: { title: 'Name', start_date: 'Datum', locale: 'de' } });
  const report = await run(id, `Name;Datum;Formel\n${word};11.1.2090 19:00;\n${word} bad;31.2.2090;=1+1\n`);
  eq(report.found, { new: 1, failed: 1 });
  eq(is(await get(byId('event', report.items[0].record_id)), 200).json.start_date, '2090-01-11 19:00:00');
  const file = await raw('GET', `/sources/${id}/runs/${report.id}/failed-rows`, { headers: { authorization: `Bearer ${tokens.editor}` } });
  eq([file.status, /^text\/csv/.test(file.headers.get('content-type'))], [200, true]);
  const [header, row] = file.text.replace('\ufeff', '').split('\r\n');
  eq(header, 'Name,Datum,Formel,error');
  assert.ok(row.startsWith(`${word} bad,31.2.2090,'=1+1,`), row);
  eq((await run(id, 'Title\nx\n')).reason, 'columns_missing');
});
docCheck();
