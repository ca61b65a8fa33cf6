// Inline records that reuse existing ones (rule 7.3), and merges of records (rule 7.17).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { del, get, is, patch, post, request } from './lib/client.mjs';
import { docCheck } from './lib/doc.mjs';
import { NOBODY, byId, bySlug, create, fields, find, idsOf, keep, sleep, sorted, unique, wipe } from './lib/make.mjs';
import { shape } from './lib/shape.mjs';

const eq = assert.deepEqual;
/** Creates an event and registers every record that it links to, so that all of them are removed. */
async function event(body, as = 'admin') {
  const r = is(await post('/events', { as, body: fields('event', body) }), 201);
  keep('event', shape('event', r.json));
  for (const kind of ['venue', 'organizer']) for (const rec of r.json[kind]) keep(kind, rec);
  return { ...r.json, reused: r.headers.get('x-reused-records'), duplicates: r.headers.get('x-possible-duplicates') };
}

test('7.3 an inline venue or organizer links the record that has its name, without case, accents and white space, in any language', async () => {
  const u = unique();
  const venue = await create('venue', { venue: `Théâtre ${u}`, city: 'Besançon' });
  const organizer = await create('organizer', { organizer: `Ville ${u}` });
  is(await patch(byId('venue', venue), { as: 'admin', lang: 'sw', body: { venue: `Jumba ${u}` } }), 200);
  for (const name of [`Théâtre ${u}`, `  THEATRE   ${u} `, `jumba ${u}`]) {
    const made = await event({ venue: { venue: name, city: 'BESANCON' }, organizer: [{ organizer: `ville ${u}` }] });
    eq(idsOf(made.venue), [venue.id], name);
    eq(idsOf(made.organizer), [organizer.id], name);
    eq(made.reused, `venue=${venue.id}, organizer=${organizer.id}`);
    eq(made.duplicates, null);
  }
  eq((await find('venue', { search: u })).ids, [venue.id]);
});

test('7.3 city, address, zip and country of a venue agree wherever both have a value', async () => {
  const stored = { city: 'Lyon', address: '1 rue de la Paix', zip: '69002', country: 'France' };
  for (const [name, value] of Object.entries(stored)) {
    const u = unique();
    const full = await create('venue', { venue: u, [name]: value });
    eq((await event({ venue: { venue: u } })).venue[0].id, full.id, `${name} not sent`);
    eq((await event({ venue: { venue: u, [name]: value.toUpperCase() } })).venue[0].id, full.id, name);
    const other = await event({ venue: { venue: u, [name]: 'another one' } });
    assert.notEqual(other.venue[0].id, full.id, name);
    eq([other.reused, other.duplicates], [null, null]);
  }
  const u = unique();
  const bare = await create('venue', { venue: u });
  const made = await event({ venue: { venue: u, ...stored } });
  eq(made.venue[0].id, bare.id);
  eq(made.reused, `venue=${bare.id};unapplied="city address zip country"`);
});

test('7.3 of several matches the one that agrees in most fields is linked; if there is no such one, a new record is created and the matches are named', async () => {
  const u = unique();
  const plain = await create('venue', { venue: u });
  const lyon = await create('venue', { venue: u, city: 'Lyon', zip: '69001' });
  eq((await event({ venue: { venue: u, city: 'Lyon' } })).venue[0].id, lyon.id);
  const paris = await event({ venue: { venue: u, city: 'Paris' } });
  eq(paris.venue[0].id, plain.id, 'the only match');
  const unclear = await event({ venue: { venue: u } });
  assert.ok(![plain.id, lyon.id].includes(unclear.venue[0].id));
  eq([unclear.reused, unclear.duplicates], [null, `venue=${plain.id},${lyon.id}`]);
});

test('7.3 a reused record is never changed, and the response names the fields that were not applied', async () => {
  const u = unique();
  const venue = await create('venue', { venue: u, city: 'Lyon', phone: '1', website: 'https://example.org/', show_map: false });
  const before = is(await get(byId('venue', venue)), 200);
  const made = await event({ venue: { venue: u, city: 'lyon', phone: '2', website: 'https://example.org/', show_map: true, description: 'x', zip: '' } });
  eq(made.reused, `venue=${venue.id};unapplied="phone show_map description"`);
  const after = is(await get(byId('venue', venue)), 200);
  eq(after.json, before.json);
  eq(after.headers.get('etag'), before.headers.get('etag'));
  const changed = is(await patch(byId('event', made), { as: 'admin', body: { venue: [{ venue: u, phone: '3' }] } }), 200);
  eq(idsOf(changed.json.venue), [venue.id]);
  eq(changed.headers.get('x-reused-records'), `venue=${venue.id};unapplied="phone"`);
});

test('7.3 create demands a new record; it is a boolean, and a known key of inline records only', async () => {
  const u = unique();
  const venue = await create('venue', { venue: u });
  const made = await event({ venue: { venue: u, create: true } });
  assert.notEqual(made.venue[0].id, venue.id);
  eq([made.reused, made.duplicates], [null, null]);
  const r = is(await post('/events', { as: 'admin', body: fields('event', { venue: [{ venue: u, create: 'often' }] }) }), 400);
  eq(Object.keys(r.json.data.params), ['venue.0.create']);
  const strict = { prefer: 'handling=strict' };
  is(await post('/events', { as: 'admin', headers: strict, body: fields('event', { create: true }) }), 400);
  const own = is(await post('/events', { as: 'admin', headers: strict, body: fields('event', { venue: { venue: u, create: 'yes' } }) }), 201).json;
  keep('event', own);
  keep('venue', own.venue[0]);
});

test('7.3 equal inline records of one request are one record, and an id beside an equal inline record is one link', async () => {
  const u = unique();
  const made = await event({ venue: [{ venue: u }, { venue: u.toUpperCase() }], organizer: [{ organizer: u }] });
  eq(made.venue.length, 1);
  const twice = await event({ venue: [made.venue[0].id, { venue: u }] });
  eq(idsOf(twice.venue), idsOf(made.venue));
});

test('7.3 concurrent writes with an equal inline record create one', async () => {
  const u = unique();
  const made = await Promise.all(Array.from({ length: 8 }, () => event({ venue: { venue: u, city: 'Lyon' }, organizer: { organizer: u } })));
  for (const kind of ['venue', 'organizer']) {
    eq(new Set(made.map((e) => e[kind][0].id)).size, 1, kind);
    eq((await find(kind, { search: u })).total, 1, kind);
  }
});

test('7.3 8.4 a record that the caller may not see, or that is in the trash, is never reused, and the response does not tell of it', async () => {
  for (const status of ['draft', 'private', 'pending']) {
    const [u, free] = [unique(), unique()];
    const hidden = await create('venue', { venue: u, status }, 'editor');
    const [beside, alone] = [await event({ venue: { venue: u } }, 'author'), await event({ venue: { venue: free } }, 'author')];
    assert.notEqual(beside.venue[0].id, hidden.id);
    eq([beside.reused, beside.duplicates], [alone.reused, alone.duplicates]);
    eq((await event({ venue: { venue: u } }, 'author')).venue[0].id, beside.venue[0].id, 'the own one is reused');
  }
  const u = unique();
  const trashed = await create('organizer', { organizer: u });
  is(await patch(byId('organizer', trashed), { as: 'admin', body: { status: 'trash' } }), 200);
  const made = await event({ organizer: { organizer: u } });
  assert.notEqual(made.organizer[0].id, trashed.id);
  eq([made.reused, made.duplicates], [null, null]);
  const draft = unique();
  const [mine, theirs] = [await event({ venue: { venue: draft } }, 'contributor'), await event({ venue: { venue: draft } }, 'author')];
  assert.notEqual(mine.venue[0].id, theirs.venue[0].id, 'a draft of a contributor is hidden from an author');
  eq(sorted((await find('venue', { search: draft, status: 'any' }, { as: 'editor' })).ids), sorted([mine.venue[0].id, theirs.venue[0].id]));
  await wipe('organizer', trashed.id);
});

// ---- merge (rule 7.17) -------------------------------------------------------------------------------------------------
const MERGEABLE = ['venue', 'organizer', 'category', 'tag'];
const linkOf = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' };
const merge = (kind, to, from, o = {}) => post(`${byId(kind, to)}/merge`, { as: 'editor', body: { from }, ...o });

for (const kind of MERGEABLE)
  test(`7.17 a merge moves all links of a ${kind}, removes the merged records and redirects to the target`, async () => {
    const [target, a, b, other] = [await create(kind), await create(kind), await create(kind), await create(kind)];
    const link = linkOf[kind];
    const linked = async (ids, over = {}) => (await event({ [link]: ids, ...over })).id;
    const moved = [await linked([a.id]), await linked([other.id, b.id, target.id, a.id]), await linked([b.id], { status: 'draft' })];
    const same = await linked([target.id, other.id]);
    const before = new Map();
    for (const id of [...moved, same]) before.set(id, is(await get(byId('event', id), { as: 'admin' }), 200));
    const r = is(await merge(kind, target, [a.id, b.id, a.id]), 200);
    shape(kind, r.json);
    eq(r.json.id, target.id);
    eq(r.headers.get('x-record-version'), '2');
    const links = async (id) => is(await get(byId('event', id), { as: 'admin' }), 200).json[link].map((x) => x.id);
    eq(await links(moved[0]), [target.id]);
    eq(await links(moved[2]), [target.id]);
    const both = await links(moved[1]);
    if (['venue', 'organizer'].includes(kind)) eq(both, [other.id, target.id], 'at the first of their positions');
    else eq(sorted(both), sorted([other.id, target.id]));
    const version = (x) => Number(/^"(\d+)\./.exec(x.headers.get('etag'))[1]);
    for (const id of moved) eq(version(is(await get(byId('event', id), { as: 'admin' }), 200)), version(before.get(id)) + 1, 'a new version');
    eq(version(is(await get(byId('event', same), { as: 'admin' }), 200)), version(before.get(same)), 'an event that does not link to them');
    eq(sorted((await find('event', { [link]: target.id, status: 'any' }, { as: 'admin' })).ids), sorted([...moved, same]));
    for (const old of [a, b]) {
      const paths = [byId(kind, old), ...(['venue', 'organizer'].includes(kind) ? [bySlug(kind, old)] : [])];
      for (const path of paths) {
        const gone = is(await get(path, { query: { _fields: 'id' } }), 308);
        eq(gone.headers.get('location'), `${target.rest_url ?? target.urls.self}?_fields=id`);
        eq(gone.json, { id: target.id, rest_url: target.rest_url ?? target.urls.self });
        eq(gone.headers.get('cache-control'), 'private, no-store');
        eq(is(await request('HEAD', path), 308).headers.get('location'), target.rest_url ?? target.urls.self);
        eq(is(await get(path, { lang: 'fr' }), 308).headers.get('location').includes('/fr/'), true);
        is(await patch(path, { as: 'admin', body: { description: 'x' } }), 404);
        is(await del(path, { as: 'admin' }), 404);
      }
      is(await post('/events', { as: 'admin', body: fields('event', { [link]: [old.id] }) }), 400);
    }
  });

test('7.17 redirects lead to the last target, and a slug that another record takes means that record', async () => {
  const [a, b, c] = [await create('venue'), await create('venue'), await create('venue')];
  is(await patch(byId('venue', a), { as: 'admin', lang: 'fr', body: { venue: `Salle ${unique()}` } }), 200);
  const french = is(await get(byId('venue', a), { lang: 'fr' }), 200).json.slug;
  is(await merge('venue', b, [a.id]), 200);
  is(await merge('venue', c, [b.id]), 200);
  for (const path of [byId('venue', a), byId('venue', b), bySlug('venue', a), bySlug('venue', b), bySlug('venue', french)])
    eq(is(await get(path), 308).headers.get('location'), c.rest_url);
  const heir = await create('venue', { slug: a.slug });
  eq(heir.slug, a.slug);
  eq(is(await get(bySlug('venue', a)), 200).json.id, heir.id);
  is(await wipe('venue', c.id), 200);
  for (const path of [byId('venue', a), byId('venue', b), bySlug('venue', b)]) is(await get(path), 404);
});

test('7.17 8.4 a redirect to a record that the caller may not see is 404, or 410 in the trash', async () => {
  const [a, b] = [await create('organizer'), await create('organizer', { status: 'private' })];
  is(await merge('organizer', b, [a.id]), 200);
  for (const path of [byId('organizer', a), bySlug('organizer', a)]) {
    is(await get(path), 404);
    is(await get(path, { as: 'author' }), 404);
    is(await get(path, { as: 'editor' }), 308);
  }
  is(await patch(byId('organizer', b), { as: 'admin', body: { status: 'publish' } }), 200);
  is(await get(byId('organizer', a)), 308);
  is(await del(byId('organizer', b), { as: 'admin' }), 200);
  is(await get(byId('organizer', a)), 410);
});

test('7.17 children of merged categories move; descendants and equal names are refused', async () => {
  const top = await create('category');
  const child = await create('category', { parent: top.id });
  const leaf = await create('category', { parent: child.id });
  const other = await create('category');
  const bad = (r) => eq(is(r, 400).json.data.details.from.code, 'merge_into_itself');
  bad(await merge('category', leaf, [top.id]));
  bad(await merge('category', child, [top.id]));
  bad(await merge('category', top, [top.id]));
  const twin = await create('category', { parent: other.id, name: child.name });
  const taken = is(await merge('category', other, [top.id]), 409);
  eq([taken.json.code, taken.json.data.term_id], ['term_exists', Math.min(twin.id, child.id)]);
  eq(is(await get(byId('category', top)), 200).json.id, top.id, 'nothing has changed');
  is(await merge('category', child, [twin.id]), 200);
  is(await merge('category', other, [top.id]), 200);
  eq(is(await get(byId('category', child)), 200).json.parent, other.id);
  is(await merge('category', other, [child.id]), 200);
  eq(is(await get(byId('category', leaf)), 200).json.parent, other.id);
});

test('7.17 inputs: 1 to 100 ids of other records of the kind that are not in the trash', async () => {
  const [a, b, organizer] = [await create('venue'), await create('venue'), await create('organizer')];
  for (const body of [{}, { from: [] }, { from: '' }]) eq(is(await post(`${byId('venue', a)}/merge`, { as: 'editor', body }), 400).json.code, 'rest_missing_callback_param');
  const bad = async (from, code) => eq(is(await merge('venue', a, from), 400).json.data.details.from.code, code);
  await bad([a.id], 'merge_into_itself');
  await bad([b.id, NOBODY], 'unknown');
  await bad([organizer.id], 'unknown');
  await bad(Array.from({ length: 101 }, (_, i) => i + 1), 'too_many');
  await bad(['x'], 'not_integer');
  is(await merge('venue', NOBODY, [b.id]), 404);
  is(await merge('venue', a, [b.id], { headers: { 'if-match': '"7"' } }), 412);
  is(await del(byId('venue', b), { as: 'admin' }), 200);
  await bad([b.id], 'unknown');
  is(await merge('venue', b, [a.id]), 410);
  eq(Object.keys(is(await merge('venue', a, [], { body: { from: [(await create('venue')).id], form: 1 } }), 400).json.data.params), ['form']);
  is(await post('/events/1/merge', { as: 'admin', body: { from: [2] } }), 404);
});

test('7.17 8.2 only editors merge, and nothing has changed for all others', async () => {
  for (const kind of MERGEABLE) {
    const [a, b] = [await create(kind), await create(kind)];
    is(await merge(kind, a, [b.id], { as: undefined }), 401);
    for (const as of ['subscriber', 'contributor', 'author']) is(await merge(kind, a, [b.id], { as }), 403);
    eq(is(await get(byId(kind, b)), 200).json.id, b.id);
    is(await merge(kind, a, [b.id], { as: 'editor' }), 200);
  }
  const [own, theirs] = [await create('venue', {}, 'author'), await create('venue', {}, 'author')];
  is(await merge('venue', own, [theirs.id], { as: 'author' }), 403);
});

test('7.17 8.5 a protected event keeps its modification time when its hidden link moves', async () => {
  const [a, b] = [await create('venue'), await create('venue')];
  const shut = await event({ venue: [a.id], password: 'x' });
  const open = await event({ venue: [a.id] });
  await sleep(1100);
  is(await merge('venue', b, [a.id]), 200);
  const modified = async (e) => is(await get(byId('event', e), { as: 'admin' }), 200).json.modified;
  eq(await modified(shut), shut.modified);
  assert.notEqual(await modified(open), open.modified);
  eq(idsOf(is(await get(byId('event', shut), { as: 'admin' }), 200).json.venue), [b.id]);
});

docCheck();
