// Inline records that reuse existing ones (rule 7.3).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get, is, patch, post } from './lib/client.mjs';
import { docCheck } from './lib/doc.mjs';
import { byId, create, fields, find, idsOf, keep, sorted, unique, wipe } from './lib/make.mjs';
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

docCheck();
