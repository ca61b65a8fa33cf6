// Strict writes: contract 2.7 on writes, and the version of the server in every response (3.12).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL, BASE, KINDS, NS, PNG, bad, byId, create, del, docCheck, error, fields, find, get, ignored, is, keep, patch, post, raw, read, request, still, unique,
} from './lib/all.mjs';

const eq = assert.deepEqual;
const LENIENT = { prefer: 'handling=lenient' };
const codes = (r) => Object.fromEntries(Object.entries(r.json.data.details).map(([name, { code }]) => [name, code]));

// ---- unknown inputs ----------------------------------------------------------------------------------------------------------
for (const k of ALL) {
  test(`2.7 ${k}: an unknown input of a write is 400 with the code unknown, and nothing is written`, async () => {
    const body = fields(k);
    eq(codes(error(bad(await post(KINDS[k].path, { as: 'admin', body: { ...body, colour: 'red', flavors: 1 } })))), { colour: 'unknown', flavors: 'unknown' });
    assert.equal((await find(k, { search: body[KINDS[k].name].split(' ').pop() })).total, 0, 'nothing was created');
    const rec = await create(k);
    for (const method of ['POST', 'PUT', 'PATCH'])
      for (const o of [{ body: { description: 'lost', colour: 'red' } }, { form: { description: 'lost', colour: 'red' } }, { body: { description: 'lost' }, query: { colour: 'red' } }])
        eq(codes(bad(await request(method, byId(k, rec), { as: 'admin', ...o }))), { colour: 'unknown' });
    for (const o of [{ query: { colour: 'red' } }, { body: { colour: 'red' } }]) eq(codes(bad(await del(byId(k, rec), { as: 'admin', ...o }))), { colour: 'unknown' });
    eq(still(await read(k, rec)), still(rec));
  });
  test(`2.7 ${k}: with Prefer: handling=lenient unknown inputs are ignored and named`, async () => {
    const made = is(await post(KINDS[k].path, { as: 'admin', headers: LENIENT, body: { ...fields(k), colour: 'red' }, query: { flavors: 1 } }), 201);
    keep(k, made.json);
    eq([ignored(made).sort(), made.headers.get('preference-applied')], [['colour', 'flavors'], 'handling=lenient']);
    const changed = is(await patch(byId(k, made.json), { as: 'admin', headers: { prefer: 'respond-async, Handling="lenient"' }, body: { description: 'x', colour: 1 } }), 200);
    eq([ignored(changed), changed.json.description], [['colour'], 'x']);
    bad(await patch(byId(k, made.json), { as: 'admin', headers: { prefer: 'handling=strict, handling=lenient' }, body: { colour: 1 } }), 'colour');
    eq(ignored(is(await del(byId(k, made.json), { as: 'admin', headers: LENIENT, query: { colour: 1 }, body: { smell: 1 } }), 200)).sort(), ['colour', 'smell']);
  });
  test(`2.7 ${k}: a key that the record shows is never unknown`, async () => {
    const rec = await read(k, await create(k), { as: 'admin' });
    for (const name of Object.keys(rec)) {
      eq(ignored(is(await patch(byId(k, rec), { as: 'admin', body: { [name]: rec[name] } }), 200)), [], name);
      const r = is(await patch(byId(k, rec), { as: 'admin', body: {}, query: { [name]: 'x' } }), 200);
      eq(ignored(r), [name], 'a field in the query has no effect, so it is named');
    }
    eq(still(await read(k, rec, { as: 'admin' })), still(rec));
  });
  test(`2.7 ${k}: names that begin with _ are ignored on every write and named`, async () => {
    const odd = { _wpnonce: 'x', _locale: 'user' };
    const made = is(await post(KINDS[k].path, { as: 'admin', body: { ...fields(k), ...odd } }), 201);
    keep(k, made.json);
    eq([ignored(made).sort(), made.headers.get('preference-applied')], [['_locale', '_wpnonce'], null]);
    eq(ignored(is(await patch(byId(k, made.json), { as: 'admin', query: odd, body: {} }), 200)).sort(), ['_locale', '_wpnonce']);
    eq(ignored(is(await del(byId(k, made.json), { as: 'admin', query: { _method: 'DELETE', _fields: 'id' } }), 200)).sort(), ['_fields', '_method']);
  });
}
test('2.7 inputs of records created inline are named by their path', async () => {
  const word = unique();
  const body = (more = {}) => ({ ...fields('event'), venue: { venue: `Hall ${word}`, citty: 'Lyon', _x: 1, ...more }, organizer: [{ organizer: `Club ${word}`, i18n_language: 'fr', fon: 1 }] });
  eq(codes(bad(await post('/events', { as: 'admin', body: body() }))), { 'venue.citty': 'unknown', 'organizer.0.i18n_language': 'unknown', 'organizer.0.fon': 'unknown' });
  for (const k of ['venue', 'organizer']) assert.equal((await find(k, { search: word })).total, 0, 'nothing was created');
  const r = is(await post('/events', { as: 'admin', headers: LENIENT, body: body() }), 201);
  for (const each of [...r.json.venue, ...r.json.organizer]) keep('venue' in each ? 'venue' : 'organizer', each);
  keep('event', r.json);
  eq(ignored(r).sort(), ['organizer.0.fon', 'organizer.0.i18n_language', 'venue._x', 'venue.citty']);
  const shown = await read('venue', r.json.venue[0], { as: 'admin' });
  const { id: _, slug: __, ...copy } = shown;
  const again = is(await post('/events', { as: 'admin', body: { ...fields('event'), venue: { ...copy, venue: `Copy ${word}` } } }), 201);
  keep('venue', again.json.venue[0]);
  keep('event', again.json);
  eq(ignored(again), [], 'a key that a venue shows is never unknown inside an event');
});
test('2.7 the message suggests a known name that is near', async () => {
  const message = async (body, name) => bad(await post('/events', { as: 'admin', body: { ...fields('event'), ...body } }), name).json.data.params[name];
  assert.match(await message({ titel: 'x' }, 'titel'), /\btitle\b/);
  assert.match(await message({ startDate: 'x' }, 'startDate'), /\bstart_date\b/);
  assert.match(await message({ venue: { venue: unique(), citty: 'x' } }, 'venue.citty'), /\bvenue\.city\b/);
  assert.doesNotMatch(await message({ colour: 'x' }, 'colour'), /\?/);
  assert.doesNotMatch(await message({ [`title${'e'.repeat(60)}`]: 'x' }, `title${'e'.repeat(60)}`), /\?/);
  const rec = await create('event');
  assert.match(bad(await del(byId('event', rec), { as: 'admin', query: { froce: true } }), 'froce').json.data.params.froce, /\bforce\b/);
  is(await get(byId('event', rec)), 200);
});
test('2.7 unknown inputs are reported together with all other errors', async () => {
  bad(await post('/events', { as: 'admin', query: { nothing: 1 }, body: { ...fields('event'), website: 'nope', colour: 1 } }), 'nothing', 'website', 'colour');
  const { params, details } = error(is(await post('/events', { as: 'admin', body: { colour: 1 } }), 400, 'rest_missing_callback_param')).json.data;
  eq([params, details.colour.code], [['title', 'start_date', 'end_date'], 'unknown']);
});
test('2.7 12.4 an unknown field of an upload is 400, also if the image is known', async () => {
  const upload = (more) => {
    const form = new FormData();
    form.append('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    return fetch(`${BASE}${NS}/media`, { method: 'POST', body: form, headers: { authorization: `Bearer ${process.env.ADMIN_TOKEN}` } });
  };
  for (let i = 0; i < 2; i += 1) {
    const r = await upload({ alt: 'x', atl: 'y' });
    eq([r.status, Object.keys((await r.json()).data.params)], [400, ['atl']]);
    assert.ok([200, 201].includes((await upload({})).status));
  }
  const r = await upload({ alt: 'x', _nonce: 'y' });
  eq([r.status, ignored(r).sort()], [200, ['_nonce', 'alt']]);
});
test('7.11 the parameters of a DELETE may be in its body', async () => {
  const rec = await create('venue');
  is(await del(byId('venue', rec), { as: 'admin', body: { force: true } }), 200);
  is(await get(byId('venue', rec)), 404);
});

// ---- the version of the server -----------------------------------------------------------------------------------------------
test('3.12 every response names the version of the server', async () => {
  const rec = await create('tag');
  const r = is(await get(byId('tag', rec)), 200);
  const version = r.headers.get('x-kalends-version');
  assert.match(version ?? '', /^\d+\.\d+\.\d+/);
  const etag = r.headers.get('etag');
  const all = [
    is(await get(byId('tag', rec)), 200), await raw('GET', byId('tag', rec), { headers: { 'if-none-match': etag } }), await raw('GET', byId('tag', rec), { headers: { 'if-none-match': etag } }),
    is(await get('/tags'), 200), is(await get('/tags', { as: 'admin' }), 200), is(await get('/nothing'), 404), is(await get('/tags', { query: { page: 'x' } }), 400),
    is(await post('/tags', { body: {} }), 401), await raw('OPTIONS', '/tags'), await raw('GET', '/tags', { headers: { host: '' , 'x-long': 'x'.repeat(20_000) } }),
    await fetch(`${BASE}${NS}/events.ics`), await fetch(`${BASE}/livez`), await fetch(`${BASE}/`), await fetch(`${BASE}/nowhere`), await fetch(`${BASE}/%`),
    is(await patch(byId('tag', rec), { as: 'admin', body: { description: 'x' } }), 200),
  ];
  for (const each of all) assert.equal(each.headers.get('x-kalends-version'), version, `${each.url} ${each.status}`);
  assert.ok(all.some(({ status }) => status === 304));
});

docCheck();
