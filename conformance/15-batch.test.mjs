// Section 7.19: batches. Several writes in one request, each as its own request would be answered.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  ALL, KINDS, NOBODY, bad, byId, bySlug, create, docCheck, fields, get, is, keep, post, promised, read, request, still, unique,
} from './lib/all.mjs';

const eq = assert.deepEqual;
const op = (id, method, path, body, headers) => ({ id, method, path, ...(body && { body }), ...(headers && { headers }) });
const send = (operations, { as = 'admin', ...o } = {}, more = {}) => post('/batch', { as, body: { ...more, operations }, ...o });
const statuses = (r) => r.json.results.map(({ status }) => status);
/** Sends a batch, and checks the envelope of the response and the status of each operation. */
async function run(operations, expected, o = {}, more = {}) {
  const r = is(await send(operations, o, more), 200);
  eq(Object.keys(r.json), ['results', 'failed']);
  for (const each of r.json.results) eq(Object.keys(each), ['id', 'status', 'headers', 'body']);
  eq(r.json.results.map(({ id }) => id), operations.map(({ id }) => id));
  eq(statuses(r), expected, r.text);
  assert.equal(r.json.failed, expected.filter((status) => status >= 400).length);
  assert.match(r.headers.get('cache-control'), /no-store/);
  return r.json.results;
}
const missing = async (kind, id) => is(await get(byId(kind, id), { as: 'admin' }), 404, KINDS[kind].missing);
const failed = ({ status, body }) => { eq([status, body.code, body.data.status], [424, 'rest_failed_dependency', 424]); };

for (const kind of ALL) test(`7.19 ${kind}: creates, updates and deletes are answered as single requests are`, async () => {
  const { path, name } = KINDS[kind];
  const [made] = await run([op('a', 'POST', path, fields(kind))], [201]);
  keep(kind, made.body);
  eq(await read(kind, made.body).then(still), { ...still(await read(kind, made.body)), ...still(made.body) });
  assert.equal(made.headers['x-record-version'], '1');
  assert.ok(made.headers.location.endsWith(byId(kind, made.body)), made.headers.location);
  const results = await run(
    [...['POST', 'PUT', 'PATCH'].map((method) => op(method, method, byId(kind, made.body), { [name]: `${method} ${unique()}` })), op('d', 'DELETE', byId(kind, made.body))],
    [200, 200, 200, 200],
  );
  eq(results.map(({ headers }) => headers['x-record-version']).slice(0, 3), ['2', '3', '4']);
  assert.match(results[2].body[name], /^PATCH/);
});
test('7.19 paths: by slug, by external ID, merge, with a query and percent-encoded', async () => {
  const [venue, other] = [await create('venue'), await create('venue')];
  const external = `/venues/by-external/crm/${encodeURIComponent(`a/${unique()}`)}`;
  const results = await run([
    op('slug', 'PATCH', bySlug('venue', venue), { city: 'Bern' }),
    op('new', 'PUT', external, fields('venue')),
    op('same', 'PUT', external, { city: 'Basel' }),
    op('merge', 'POST', `${byId('venue', venue)}/merge`, { from: [other.id] }),
    op('french', 'PATCH', `${byId('venue', venue)}?i18n_language=fr`, { venue: 'Salle' }),
    op('gone', 'DELETE', '/venues/{new}?force=true'),
  ], [200, 201, 200, 200, 200, 200]);
  assert.equal(results[0].body.city, 'Bern');
  assert.equal(results[2].body.id, results[1].body.id);
  assert.equal(results[4].body.language, 'fr');
  await missing('venue', results[1].body.id);
  is(await get(byId('venue', other), { as: 'admin', redirect: 'manual' }), 308);
});
test('7.19 a reference stands for the ID of the record that an earlier operation returned', async () => {
  const results = await run([
    op('v1', 'POST', '/venues', fields('venue')), op('t1', 'POST', '/tags', fields('tag')), op('c1', 'POST', '/categories', fields('category')),
    op('c2', 'POST', '/categories', fields('category', { parent: { $ref: 'c1' } })),
    op('e1', 'POST', '/events', fields('event', { venue: { $ref: 'v1' }, tags: [{ $ref: 't1' }] })),
    op('e2', 'PATCH', '/events/{e1}', { categories: [{ $ref: 'c2' }] }),
    op('v2', 'POST', '/venues', fields('venue')), op('m', 'POST', '/venues/{v2}/merge', { from: [{ $ref: 'v1' }] }),
  ], [201, 201, 201, 201, 201, 200, 201, 200]);
  const [v1, t1, c1, c2, e1, e2, v2] = results.map(({ body }) => body);
  for (const [kind, rec] of [['venue', v2], ['tag', t1], ['category', c1], ['category', c2], ['event', e1]]) keep(kind, rec);
  eq([e1.venue[0].id, e1.tags[0].id, c2.parent, e2.id, e2.categories[0].id], [v1.id, t1.id, c1.id, e1.id, c2.id]);
  assert.equal((await read('event', e1)).venue[0].id, v2.id);
});
test('7.19 a reference to a failed operation is 424; an unknown or later one is 400 for that operation', async () => {
  const results = await run([
    op('bad', 'POST', '/venues', {}), op('after', 'PATCH', '/venues/{bad}', { city: 'X' }), op('chain', 'POST', '/events', fields('event', { venue: { $ref: 'after' } })),
    op('later', 'POST', '/events', fields('event', { venue: [{ $ref: 'end' }] })), op('self', 'POST', '/events', fields('event', { venue: { $ref: 'self' } })),
    op('none', 'PATCH', '/venues/{nowhere}', { city: 'X' }), op('odd', 'POST', '/events', fields('event', { venue: { $ref: 'bad', id: 1 } })),
    op('end', 'POST', '/tags', fields('tag')),
  ], [400, 424, 424, 400, 400, 400, 400, 201]);
  keep('tag', results.at(-1).body);
  failed(results[1]);
  failed(results[2]);
  for (const [i, name] of [[3, 'venue.0'], [4, 'venue'], [5, 'path'], [6, 'venue']]) eq(Object.keys(results[i].body.data.params), [name]);
});
test('7.19 not atomic: each operation is tried, and its error is that of the single request', async () => {
  const venue = await create('venue');
  const tag = await create('tag');
  const cases = [
    ['POST', '/events', {}], ['POST', '/events', fields('event', { venue: NOBODY, website: 'x' })], ['POST', '/tags', { name: tag.name }],
    ['PATCH', byId('venue', NOBODY), { city: 'X' }], ['PATCH', byId('venue', venue), { citty: 'X' }], ['PATCH', byId('venue', venue), { city: 'X' }, { 'If-Match': '"999"' }],
    ['DELETE', `${byId('venue', venue)}?force=maybe`], ['PATCH', `${byId('venue', venue)}?i18n_language=fr`, { website: 'x' }], ['POST', '/venues', fields('venue', { slug: venue.slug })],
  ];
  for (const o of [{}, { lang: 'fr' }, { headers: { 'accept-language': 'sw' } }, { headers: { accept: 'application/problem+json' } }]) {
    const single = [];
    for (const [method, path, body, headers] of cases) {
      const [pathname, query] = path.split('?');
      single.push(await request(method, pathname, { as: 'admin', ...o, body, query, headers: { ...o.headers, ...headers } }));
    }
    const r = is(await send([...cases.map((each, i) => op(`o${i}`, ...each)), op('last', 'POST', '/tags', fields('tag'))], o), 200);
    keep('tag', r.json.results.at(-1).body);
    eq(r.json.results.slice(0, -1).map(({ status, body }) => [status, body]), single.map(({ status, json }) => [status, json]));
    eq(r.json.results[0].headers['content-language'], single[0].headers.get('content-language'));
    assert.equal(r.json.failed, cases.length);
  }
});
test('7.19 atomic: all operations are stored, or none, and all others are 424', async () => {
  const venue = await create('venue');
  const good = () => [op('v', 'POST', '/venues', fields('venue')), op('u', 'PATCH', byId('venue', venue), { city: unique() }), op('e', 'POST', '/events', fields('event', { venue: { $ref: 'v' } }))];
  const before = await read('venue', venue);
  const results = await run([...good(), op('bad', 'POST', '/events', {}), op('t', 'POST', '/tags', fields('tag'))], [424, 424, 424, 400, 424], {}, { atomic: true });
  assert.equal(results[3].body.code, 'rest_missing_callback_param');
  results.filter((_, i) => i !== 3).forEach(failed);
  eq(still(await read('venue', venue)), still(before));
  const [v, u, e] = await run(good(), [201, 200, 201], {}, { atomic: true });
  keep('venue', v.body);
  keep('event', e.body);
  eq([(await read('event', e.body)).venue[0].id, (await read('venue', venue)).city], [v.body.id, u.body.city]);
  // The operations of one transaction see each other, and a repeated name conflicts.
  const name = `Tag ${unique()}`;
  await run([op('a', 'POST', '/tags', { name }), op('b', 'POST', '/tags', { name })], [424, 409], {}, { atomic: true });
  is(await get('/tags', { as: 'admin', query: { search: name, hide_empty: 'false' } }), 200);
  eq((await get('/tags', { as: 'admin', query: { search: name, hide_empty: 'false' } })).json.total, 0);
});
test('7.19 headers: If-Match, If-None-Match, Idempotency-Key and Prefer, in any case', async () => {
  const key = unique();
  const body = fields('organizer');
  const external = `/organizers/by-external/crm/${unique()}`;
  const rec = await create('organizer');
  const results = await run([
    op('a', 'POST', '/organizers', body, { 'Idempotency-Key': key }), op('b', 'POST', '/organizers', body, { 'idempotency-key': key }),
    op('c', 'PATCH', byId('organizer', rec), { phone: '1', fone: '2' }, { 'if-match': '"1"', Prefer: 'handling=lenient' }), op('d', 'PATCH', byId('organizer', rec), { phone: '2' }, { 'If-Match': '"1"' }),
    op('e', 'PUT', external, fields('organizer'), { 'If-None-Match': '*' }), op('f', 'PUT', external, fields('organizer'), { 'If-None-Match': '*' }),
  ], [201, 201, 200, 412, 201, 412]);
  const [a, b, c, , e] = results;
  keep('organizer', a.body);
  keep('organizer', e.body);
  eq([b.body.id, b.headers['idempotent-replayed'], c.headers['x-ignored-parameters'], c.headers['preference-applied']], [a.body.id, 'true', 'fone', 'handling=lenient']);
});
test('7.19 a malformed batch is 400 with the path of each error, and nothing is run', async () => {
  const name = `Tag ${unique()}`;
  const good = op('good', 'POST', '/tags', { name });
  const wrong = async (operations, ...names) => bad(await send([good, ...operations]), ...names);
  await wrong([7], 'operations.1');
  await wrong([{}], 'operations.1.id', 'operations.1.method', 'operations.1.path');
  await wrong([op('good', 'DELETE', '/tags/1')], 'operations.1.id');
  await wrong([op('a b', 'DELETE', '/tags/1')], 'operations.1.id');
  for (const method of ['GET', 'HEAD', 'post', 5]) await wrong([op('x', method, '/tags/1')], 'operations.1.method');
  for (const [method, path] of [
    ['POST', '/batch'], ['POST', '/media'], ['POST', '/nothing'], ['PATCH', '/tags'], ['POST', 'tags'], ['DELETE', '/tags/x'], ['DELETE', '/venues/by-slug/{good}'], ['DELETE', '/tags/{a b}'],
    ['POST', '/calendar/events/v1/tags'], ['DELETE', '/venues/by-slug/%'], ['POST', ''], ['POST', '/me'], ['POST', 5],
  ]) await wrong([op('x', method, path, { name: unique() })], 'operations.1.path');
  await wrong([op('x', 'POST', '/tags', [])], 'operations.1.body');
  await wrong([op('x', 'POST', '/tags', { name: unique() }, { Authorization: 'x', 'If-Match': 5 })], 'operations.1.headers.Authorization', 'operations.1.headers.If-Match');
  await wrong([{ ...op('x', 'POST', '/tags', { name: unique() }), boddy: {} }], 'operations.1.boddy');
  await wrong([op('x', 'POST', '/tags', { name: unique(), dry_run: true })], 'operations.1.body.dry_run');
  await wrong([op('x', 'POST', '/tags?dry_run=true', { name: unique() })], 'operations.1.path');
  await wrong([op('x', 'GET', '/tags'), op('y', 'POST', '/tags', 5)], 'operations.1.method', 'operations.2.body');
  bad(await send([]), 'operations');
  bad(await send({}), 'operations');
  bad(await send(Array.from({ length: 101 }, (_, i) => op(`o${i}`, 'POST', '/tags', { name: unique() }))), 'operations');
  bad(await send([good], {}, { atomic: 'maybe' }), 'atomic');
  bad(await send([good], {}, { atomyc: true }), 'atomyc');
  bad(await send([good], { query: { dry_run: 'maybe', other: 1 } }), 'dry_run', 'other');
  is(await post('/batch', { as: 'admin', body: {} }), 400, 'rest_missing_callback_param');
  is(await post('/batch', { as: 'admin', raw: '[]', headers: { 'content-type': 'application/json' } }), 400, 'rest_invalid_json');
  eq((await get('/tags', { as: 'admin', query: { search: name, hide_empty: 'false' } })).json.total, 0);
});
test('7.19 100 operations are accepted', async () => {
  const rec = await create('tag');
  const operations = Array.from({ length: 100 }, (_, i) => op(`o${i}`, 'PATCH', byId('tag', rec), { description: `<p>${i}</p>` }));
  await run(operations, operations.map(() => 200), {}, { atomic: true });
  assert.match((await read('tag', rec)).description, /99/);
});
test('7.19 a batch needs a role that may write; each operation needs its own', async () => {
  const operations = [op('t', 'POST', '/tags', fields('tag')), op('e', 'POST', '/events', fields('event'))];
  is(await post('/batch', { body: { operations } }), 401, 'rest_forbidden');
  is(await post('/batch', { body: {} }), 401, 'rest_forbidden');
  is(await send(operations, { as: 'subscriber' }), 403, 'rest_forbidden');
  const venue = await create('venue');
  const [tag, event, other] = await run([...operations, op('v', 'PATCH', byId('venue', venue), { city: 'X' })], [403, 201, 403], { as: 'contributor' });
  keep('event', event.body);
  eq([tag.body.code, event.body.status, other.body.code], ['rest_forbidden', 'pending', 'rest_forbidden']);
  await run([op('e', 'POST', '/events', fields('event')), op('t', 'POST', '/tags', fields('tag'))], [424, 403], { as: 'contributor' }, { atomic: true });
});
for (const atomic of [false, true]) test(`7.19 a dry run of a batch stores nothing (atomic: ${atomic})`, async () => {
  const venue = await create('venue');
  const key = unique();
  const operations = [
    op('v', 'POST', '/venues', fields('venue'), { 'Idempotency-Key': key }), op('e', 'POST', '/events', fields('event', { venue: { $ref: 'v' } })), op('u', 'PATCH', byId('venue', venue), { city: unique() }),
  ];
  for (const o of [{ query: { dry_run: 'true' } }, {}]) {
    const r = is(await send(operations, o, { atomic, ...(!o.query && { dry_run: true }) }), 200);
    assert.equal(r.headers.get('x-dry-run'), 'true');
    eq(statuses(r), [200, 200, 200], r.text);
    const [v, e, u] = r.json.results.map(({ body }) => body);
    eq([v.dry_run, v.status, e.status, u.status, e.record.venue[0].id], [true, 201, 201, 200, v.record.id]);
    await missing('venue', v.record.id);
    await missing('event', e.record.id);
  }
  eq(still(await read('venue', venue)), still(venue));
  const dry = (await send(operations, { query: { dry_run: 'true' } }, { atomic })).json.results.map(({ body }) => body.record);
  const real = await run(operations, [201, 201, 200], {}, { atomic });
  keep('venue', real[0].body);
  keep('event', real[1].body);
  assert.equal(real[0].headers['idempotent-replayed'], undefined);
  const comparable = (rec) => promised({ ...rec, venue: Array.isArray(rec.venue) ? rec.venue.map(promised) : rec.venue });
  eq(dry.map(comparable), real.map(({ body }) => comparable(body)));
});
test('7.19 a dry run that is not atomic undoes a failed operation only', async () => {
  const name = `Tag ${unique()}`;
  const venue = await create('venue');
  const r = is(await send([
    op('a', 'POST', '/tags', { name }), op('b', 'POST', '/tags', { name }), op('c', 'POST', '/venues', fields('venue', { slug: venue.slug })), op('d', 'PATCH', '/tags/{a}', { description: 'X' }), op('e', 'PATCH', '/tags/{b}', { description: 'X' }),
  ], { query: { dry_run: 'true' } }), 200);
  eq(statuses(r), [200, 409, 409, 200, 424], r.text);
  assert.equal(r.json.failed, 3);
  eq((await get('/tags', { as: 'admin', query: { search: name, hide_empty: 'false' } })).json.total, 0);
});
test('7.19 the language prefix and i18n_language apply to all operations that name no other', async () => {
  for (const o of [{ lang: 'fr' }, { query: { i18n_language: 'fr' } }]) {
    const [a, b] = await run([op('a', 'POST', '/tags', fields('tag')), op('b', 'POST', '/tags', fields('tag', { i18n_language: 'sw' }))], [201, 201], o);
    for (const { body } of [a, b]) keep('tag', body);
    eq([a.body.language, b.body.language, a.headers['content-language']], ['fr', 'sw', 'fr']);
  }
});
test('7.19 the index and /doc describe the batch', async () => {
  const index = is(await get(''), 200).json;
  const { args } = index.routes[`/${index.namespace}/batch`].endpoints[0];
  eq([args.operations.required, args.atomic.required, 'dry_run' in args], [true, false, true]);
  const { post: described } = is(await get('/doc'), 200).json.paths[`/${index.namespace}/batch`];
  eq([described.operationId, described['x-least-role']], ['run_batch', 'contributor']);
});
docCheck();
