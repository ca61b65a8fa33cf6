// Section 7.18: dry runs. A write with `dry_run=true` answers as the write would, and changes nothing.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  ALL, KINDS, NOBODY, POSTS, TERMS, bad, byId, bySlug, create, del, docCheck, dryRun, fields, find, get, is, keep, patch, post, promised, read, request, still, unique,
} from './lib/all.mjs';

const eq = assert.deepEqual;
const query = { dry_run: 'true' };
const missing = async (kind, id) => is(await get(byId(kind, id), { as: 'admin' }), 404, KINDS[kind].missing);

for (const k of ALL) {
  const { path, name } = KINDS[k];
  test(`7.18 ${k}: a dry run of a create returns the record that the create would return, and creates nothing`, async () => {
    const body = fields(k, { description: `<p>${unique()}</p><script>x</script>` });
    const dry = dryRun(k, await post(path, { as: 'admin', query, body }), 201);
    await missing(k, dry.id);
    if (k === 'event') eq((await find(k, { search: body[name].split(' ').at(-1) })).total, 0);
    const real = keep(k, is(await post(path, { as: 'admin', body }), 201).json);
    eq(promised(dry), promised(real));
    assert.equal(real.slug, dry.slug);
  });
  test(`7.18 ${k}: a dry run of an update and of a delete, by every method, changes nothing`, async () => {
    const rec = await create(k);
    const before = is(await get(byId(k, rec), { as: 'admin' }), 200);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const dry = dryRun(k, await request(method, byId(k, rec), { as: 'admin', query, body: { [name]: `Other ${unique()}` } }), 200);
      assert.match(dry[name], /^Other/);
    }
    dryRun(k, await post(byId(k, rec), { as: 'admin', query, body: {}, headers: { 'x-http-method-override': 'DELETE' } }), 200);
    const removed = dryRun(k, await del(byId(k, rec), { as: 'admin', query }), 200);
    if (POSTS.includes(k)) {
      assert.equal(removed.status, 'trash');
      dryRun(k, await del(bySlug(k, rec), { as: 'admin', query: { ...query, force: 'true' } }), 200);
    }
    const after = is(await get(byId(k, rec), { as: 'admin' }), 200);
    eq([after.text, after.headers.get('etag')], [before.text, before.headers.get('etag')]);
    const changes = { [name]: `Third ${unique()}` };
    const dry = dryRun(k, await patch(byId(k, rec), { as: 'admin', query, body: changes }), 200);
    eq(promised(dry), promised(is(await patch(byId(k, rec), { as: 'admin', body: changes }), 200).json));
  });
}

test('7.18 dry_run is read from the query, from JSON and from forms; one true value is enough', async () => {
  const t = () => fields('tag');
  const ways = [
    { query: 'dry_run=1', body: t() }, { query: 'dry_run=YES', body: t() }, { body: { ...t(), dry_run: true } }, { body: { ...t(), dry_run: 'on' } },
    { form: { ...t(), dry_run: 'true' } }, { query: 'dry_run=false', body: { ...t(), dry_run: true } }, { query: 'dry_run=true', body: { ...t(), dry_run: false } },
  ];
  for (const way of ways) await missing('tag', dryRun('tag', await post('/tags', { as: 'admin', ...way }), 201).id);
  const rec = await create('tag');
  dryRun('tag', await del(byId('tag', rec), { as: 'admin', body: { dry_run: true } }), 200);
  is(await get(byId('tag', rec)), 200);
  for (const off of [{ query: 'dry_run=false' }, { query: 'dry_run=' }, { query: 'dry_run=0' }]) {
    const r = is(await post('/tags', { as: 'admin', ...off, body: t() }), 201);
    keep('tag', r.json);
    assert.equal(r.headers.get('x-dry-run'), null);
  }
});
test('7.18 a value of dry_run that is not a boolean is 400 together with all other errors, and nothing is written', async () => {
  const rec = await create('venue');
  const body = fields('venue', { website: 'nope' });
  for (const o of [{ query: 'dry_run=maybe', body }, { body: { ...body, dry_run: 'maybe' } }, { body: { ...body, dry_run: {} } }, { query: 'dry_run=true&dry_run=false', body }])
    bad(await post('/venues', { as: 'admin', ...o }), 'dry_run', 'website');
  bad(await del(byId('venue', rec), { as: 'admin', query: { dry_run: 'maybe' } }), 'dry_run');
  bad(await patch(byId('venue', rec), { as: 'admin', body: { dry_run: 'maybe', city: 'X' } }), 'dry_run');
  eq(await read('venue', rec).then(still), still(rec));
});
test('7.18 a dry run answers an error exactly as the write would', async () => {
  const rec = await create('venue');
  const taken = await create('tag');
  const cases = [
    ['POST', '/events', { as: 'admin', body: {} }], ['POST', '/events', { as: 'admin', body: fields('event', { venue: NOBODY, website: 'x' }) }],
    ['POST', '/events', { body: fields('event') }], ['POST', '/events', { as: 'subscriber', body: fields('event') }], ['POST', '/tags', { as: 'contributor', body: fields('tag') }],
    ['POST', '/tags', { as: 'admin', body: { name: taken.name } }], ['PATCH', byId('venue', NOBODY), { as: 'admin', body: { city: 'X' } }],
    ['PATCH', byId('venue', rec), { as: 'author', body: { city: 'X' } }], ['DELETE', byId('venue', rec), { as: 'contributor' }],
    ['PATCH', byId('venue', rec), { as: 'admin', body: { city: 'X' }, headers: { 'if-match': '"999"' } }],
    ['DELETE', byId('venue', rec), { as: 'admin', headers: { 'if-match': '"999"' } }],
    ['POST', '/venues', { as: 'admin', body: fields('venue', { slug: rec.slug }) }], ['POST', '/venues', { as: 'admin', raw: '{', headers: { 'content-type': 'application/json' } }],
  ];
  for (const [method, path, o] of cases) {
    const [dry, real] = [await request(method, path, { ...o, query }), await request(method, path, o)];
    assert.ok(real.status >= 400, `${method} ${path} -> ${real.text}`);
    eq([dry.status, dry.json], [real.status, real.json]);
    assert.equal(dry.headers.get('x-dry-run'), null);
  }
});
test('7.18 If-Match is checked; Idempotency-Key is neither read nor stored', async () => {
  const rec = await create('organizer');
  dryRun('organizer', await patch(byId('organizer', rec), { as: 'admin', query, body: { phone: '1' }, headers: { 'if-match': '"1"' } }), 200);
  const headers = { 'idempotency-key': unique() };
  dryRun('organizer', await post('/organizers', { as: 'admin', query, headers, body: fields('organizer') }), 201);
  const body = fields('organizer');
  const first = is(await post('/organizers', { as: 'admin', headers, body }), 201);
  keep('organizer', first.json);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  const dry = dryRun('organizer', await post('/organizers', { as: 'admin', query, headers, body }), 201);
  assert.notEqual(dry.id, first.json.id);
});
test('7.18 records that a dry run creates inline do not exist afterwards', async () => {
  const word = unique();
  const body = fields('event', { venue: { venue: `V ${word}` }, organizer: { organizer: `O ${word}` }, categories: [`C ${word}`], tags: [`T ${word}`] });
  const dry = dryRun('event', await post('/events', { as: 'admin', query, body }), 201);
  eq([dry.venue[0].venue, dry.organizer[0].organizer, dry.categories[0].name, dry.tags[0].name], [`V ${word}`, `O ${word}`, `C ${word}`, `T ${word}`]);
  for (const [k, id] of [['event', dry.id], ['venue', dry.venue[0].id], ['organizer', dry.organizer[0].id], ['category', dry.categories[0].id], ['tag', dry.tags[0].id]]) await missing(k, id);
  const real = keep('event', is(await post('/events', { as: 'admin', body }), 201).json);
  for (const [k, records] of [['venue', real.venue], ['organizer', real.organizer], ['category', real.categories], ['tag', real.tags]]) records.forEach((each) => keep(k, each));
  eq(promised(dry), promised(real));
});
test('7.18 reused names the records that the write would link instead of creating them', async () => {
  const venue = await create('venue');
  const r = await post('/events', { as: 'admin', query, body: fields('event', { venue: { venue: venue.venue } }) });
  dryRun('event', r, 201);
  eq(r.json.reused, [{ kind: 'venue', id: venue.id }]);
});
test('7.18 no cache shows what a dry run wrote', async () => {
  const venue = await create('venue');
  const event = await create('event', { venue: venue.id });
  const names = async () => [
    (await read('event', event)).venue[0].venue, (await find('event', { include: event.id })).items[0].venue[0].venue, (await read('venue', venue)).venue,
  ];
  eq(await names(), [venue.venue, venue.venue, venue.venue]);
  dryRun('venue', await patch(byId('venue', venue), { as: 'admin', query, body: { venue: 'Not stored' } }), 200);
  eq(await names(), [venue.venue, venue.venue, venue.venue]);
  // The next version has the number that the dry run had.
  const other = `Stored ${unique()}`;
  is(await patch(byId('venue', venue), { as: 'admin', body: { venue: other } }), 200);
  eq(await names(), [other, other, other]);
});
test('7.18 the language of a dry run is that of the request', async () => {
  const rec = await create('event');
  const dry = dryRun('event', await patch(byId('event', rec), { as: 'admin', query, lang: 'fr', body: { title: `Titre ${unique()}` } }), 200);
  assert.equal(dry.language, 'fr');
  assert.ok(dry.translations.fr);
  eq(Object.keys((await read('event', rec)).translations), ['en']);
});
test('7.18 a GET does not know dry_run', async () => {
  const r = is(await get('/events', { query }), 200);
  assert.equal(r.headers.get('x-ignored-parameters'), 'dry_run');
});
test('7.18 every write has dry_run in the index and in /doc, in the query and in the body', async () => {
  const spec = JSON.parse(readFileSync(new URL('./interface.json', import.meta.url), 'utf8'));
  eq(spec.every_write_accepts, [{ name: 'dry_run', type: 'boolean', in: ['query', 'body'] }]);
  const index = is(await get(''), 200).json;
  const doc = is(await get('/doc'), 200).json;
  for (const k of ALL) for (const [suffix, pattern] of [['', ''], ['/{id}', '/(?P<id>\\d+)']]) {
    const { endpoints } = index.routes[`/${index.namespace}${KINDS[k].path}${pattern}`];
    for (const { methods, args } of endpoints) assert.equal('dry_run' in args, methods[0] !== 'GET', `${methods} ${k}${suffix}`);
  }
  for (const [path, item] of Object.entries(doc.paths)) for (const [method, op] of Object.entries(item)) {
    if (!/^(post|put|patch|delete)$/.test(method)) continue;
    // Webhooks, accounts, sources (19; but a run of one may be a dry run), working copies, reviews and submissions are no records: 14.3.1, 15 and 16 refuse a dry run of them.
    const isRecord = !/\/v1\/(?:webhooks|users|session|me\/|invitations|password-reset|email|first-administrator|submissions|sources(?!\/\{id\}\/runs$))|\/(?:working-copy|review|review-notes|presence)(?:\/|$)/.test(path);
    assert.equal(op.parameters.some(({ name, in: place }) => name === 'dry_run' && place === 'query'), isRecord, `${method} ${path}`);
  }
  for (const k of [...POSTS, ...TERMS]) for (const action of ['create', 'change']) assert.equal(doc.components.schemas[`${k}_${action}`].properties.dry_run.type, 'boolean');
});
docCheck();
