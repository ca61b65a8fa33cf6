// Section 7.16: external ids.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  ALL, KINDS, POSTS, TERMS, bad, byId, create, del, docCheck, fields, find, get, is, keep, patch, post, put, read, request, shape, sorted, still, unique, version,
  wipe, written,
} from './lib/all.mjs';

const eq = assert.deepEqual;
const at = (kind, source, id) => `${KINDS[kind].path}/by-external/${encodeURIComponent(source)}/${encodeURIComponent(id)}`;
/** Creates a record by its external id. */
async function upsert(kind, source, id, { as = 'admin', body = fields(kind), ...o } = {}) {
  const r = await put(at(kind, source, id), { as, body, ...o });
  if (r.status === 201) keep(kind, shape(kind, r.json));
  return r;
}
const others = (kind) => (TERMS.includes(kind) ? ['author', 'contributor'] : ['author2', 'contributor', 'subscriber']);

for (const kind of ALL) {
  test(`7.16 2.6 2.9 ${kind}.external_ids is written, replaced, cleared and sent back; each change is a version`, async () => {
    const [a, b] = [unique(), unique()];
    const rec = await create(kind, { external_ids: { ticketing: a, 'other.system_2-x': b } });
    eq(rec.external_ids, { ticketing: a, 'other.system_2-x': b });
    const got = is(await get(byId(kind, rec), { as: 'admin' }), 200);
    eq(got.json.external_ids, rec.external_ids);
    const back = is(await put(byId(kind, rec), { as: 'admin', body: got.json, headers: { prefer: 'handling=strict' } }), 200);
    eq(written(back), version(got));
    const changed = is(await patch(byId(kind, rec), { as: 'admin', body: { external_ids: { ticketing: a } } }), 200);
    eq([changed.json.external_ids, written(changed)], [{ ticketing: a }, String(Number(version(got)) + 1)]);
    const moved = is(await patch(byId(kind, rec), { as: 'admin', body: { external_ids: { ticketing: `${a}-2` } } }), 200);
    eq(moved.json.external_ids, { ticketing: `${a}-2` });
    for (const empty of [null, {}]) {
      await patch(byId(kind, rec), { as: 'admin', body: { external_ids: { ticketing: a } } });
      eq(is(await patch(byId(kind, rec), { as: 'admin', body: { external_ids: empty } }), 200).json.external_ids, {});
    }
    const still1 = is(await get(byId(kind, rec), { as: 'admin' }), 200);
    eq(written(is(await patch(byId(kind, rec), { as: 'admin', body: { external_ids: {} } }), 200)), version(still1));
    eq((await create(kind, { external_ids: { ticketing: b } })).external_ids, { ticketing: b }, 'an id that was given up is free');
  });

  test(`7.16 2.1 2.4 external_ids of ${kind} in a form, and a number as text`, async () => {
    const [a, n] = [unique(), Date.now() * 1000 + Math.floor(Math.random() * 1000)];
    const form = is(await post(KINDS[kind].path, { as: 'admin', form: fields(kind, { external_ids: { forms: a } }) }), 201);
    eq(keep(kind, form.json).external_ids, { forms: a });
    eq((await create(kind, { external_ids: { numbers: n } })).external_ids, { numbers: String(n) });
  });

  test(`7.16 2.8 wrong external_ids of ${kind} are 400`, async () => {
    const wrong = [
      'x', 1, true, ['x'], { Upper: 'x' }, { '-x': 'x' }, { 'a:b': 'x' }, { ['x'.repeat(65)]: 'x' }, { '': 'x' }, { x: '' }, { x: null }, { x: {} }, { x: ['y'] },
      { x: 'y'.repeat(256) }, { x: 'tab\there' }, { x: '\u0085' }, { x: '\ud800' }, Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`s${i}`, 'x'])),
    ];
    for (const external_ids of wrong) {
      const r = bad(await post(KINDS[kind].path, { as: 'admin', body: { ...fields(kind), external_ids } }), 'external_ids');
      eq(Object.keys(r.json.data.params), ['external_ids']);
    }
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`s${i}`, unique()]));
    eq((await create(kind, { external_ids: ten })).external_ids, ten);
    const long = { ['x'.repeat(64)]: `${unique()}${'😀'.repeat(200)}` };
    eq((await create(kind, { external_ids: long })).external_ids, long);
  });

  test(`7.16 3.4 external_ids of ${kind} are {} for callers who may not edit, in reads and lists`, async () => {
    const a = unique();
    const rec = await create(kind, { external_ids: { ticketing: a } });
    eq((await read(kind, rec, { as: 'editor' })).external_ids, { ticketing: a });
    const { items } = await find(kind, { search: rec[KINDS[kind].name] }, { as: 'editor' });
    eq(items.map((x) => x.external_ids), [{ ticketing: a }]);
    for (const as of [undefined, ...others(kind)]) {
      eq((await read(kind, rec, { as })).external_ids, {});
      const listed = await find(kind, { search: rec[KINDS[kind].name] }, { as });
      eq(listed.items.map((x) => x.external_ids), [{}]);
      assert.ok(!listed.r.text.includes(a));
    }
    eq(is(await get(byId(kind, rec), { as: 'editor', query: { _fields: 'id,external_ids' } }), 200).json, { id: rec.id, external_ids: { ticketing: a } });
  });

  test(`7.16 the filter external_id finds one ${kind}, whatever its dates, and only for those who may edit it`, async () => {
    const id = `${unique()}, with: signs/and+ümläuts`;
    const rec = await create(kind, { external_ids: { ticketing: id }, ...(kind === 'event' && { start_date: '2001-01-01', end_date: '2001-01-02' }) });
    await create(kind, { external_ids: { other: id } });
    const list = async (value, as) => is(await get(KINDS[kind].path, { as, query: { external_id: value } }), 200).json;
    const found = await list(`ticketing:${id}`, 'editor');
    eq([found[KINDS[kind].plural].map((x) => x.id), found.total], [[rec.id], 1]);
    assert.ok(decodeURIComponent(found.rest_url.replaceAll('+', ' ')).includes(`external_id=ticketing:${id}`), found.rest_url);
    eq((await list(`ticketing:${id.split(',')[0]}`, 'editor')).total, 0, 'commas do not separate values');
    for (const as of [undefined, ...others(kind)]) eq((await list(`ticketing:${id}`, as)).total, 0);
    for (const wrong of ['ticketing', ':x', 'ticketing:', 'Upper:x', `t:${'x'.repeat(256)}`]) bad(await get(KINDS[kind].path, { as: 'editor', query: { external_id: wrong } }), 'external_id');
  });

  test(`7.16 4 an external id that another ${kind} has is 409 without its id, on create and update`, async () => {
    const a = unique();
    const first = await create(kind, { external_ids: { ticketing: a } });
    const second = await create(kind, { external_ids: { other: a } });
    for (const r of [
      await post(KINDS[kind].path, { as: 'admin', body: fields(kind, { external_ids: { ticketing: a } }) }),
      await patch(byId(kind, second), { as: 'admin', body: { external_ids: { other: a, ticketing: a } } }),
    ]) {
      is(r, 409, 'rest_external_id_taken');
      eq(r.json.data, { status: 409 });
    }
    eq((await read(kind, second, { as: 'admin' })).external_ids, { other: a });
    is(await wipe(kind, first.id), 200);
    eq((await create(kind, { external_ids: { ticketing: a } })).external_ids, { ticketing: a }, 'a permanent deletion frees the id');
  });

  test(`7.16 3.11 PUT by-external creates a ${kind} (201), then updates it (200), then changes nothing`, async () => {
    const [name, id] = [KINDS[kind].name, `a/b?c#d %2F ${unique()}`];
    const body = fields(kind);
    const first = is(await upsert(kind, 'ticketing', id, { body }), 201);
    eq([first.json.external_ids, first.json[name]], [{ ticketing: id }, body[name]]);
    assert.ok(first.headers.get('location').endsWith(byId(kind, first.json)), first.headers.get('location'));
    const renamed = is(await upsert(kind, 'ticketing', id, { body: { [name]: `New ${unique()}` } }), 200);
    eq(renamed.headers.get('location'), null);
    eq(still(renamed.json), still({ ...first.json, [name]: renamed.json[name] }));
    const same = is(await upsert(kind, 'ticketing', id, { body: renamed.json }), 200);
    eq(written(same), written(renamed));
    eq((await find(kind, { external_id: `ticketing:${id}` }, { as: 'admin' })).ids, [first.json.id]);
    is(await upsert(kind, 'ticketing', unique(), { body: {} }), 400, 'rest_missing_callback_param');
  });

  test(`7.16 external_ids in the body of a by-external PUT of ${kind} may add sources but not contradict the path`, async () => {
    const [id, other] = [unique(), unique()];
    const made = is(await upsert(kind, 'one', id, { body: fields(kind, { external_ids: { two: other } }) }), 201);
    eq(made.json.external_ids, { one: id, two: other });
    eq(is(await upsert(kind, 'one', id, { body: { external_ids: null } }), 200).json.external_ids, { one: id });
    eq(is(await upsert(kind, 'one', id, { body: { external_ids: { two: other, one: id } } }), 200).json.external_ids, { one: id, two: other });
    eq(is(await upsert(kind, 'one', id, { body: {} }), 200).json.external_ids, { one: id, two: other });
    bad(await upsert(kind, 'one', id, { body: { external_ids: { one: other } } }), 'external_ids');
    bad(await upsert(kind, 'one', unique(), { body: fields(kind, { external_ids: { one: other } }) }), 'external_ids');
    bad(await upsert(kind, 'Wrong', id), 'source');
    bad(await upsert(kind, 'one', 'x'.repeat(256)), 'external_id');
    is(await request('PUT', `${KINDS[kind].path}/by-external/one`, { as: 'admin', body: fields(kind) }), 404, 'rest_no_route');
    is(await get(at(kind, 'one', id), { as: 'admin' }), 405, 'rest_method_not_allowed');
  });

  test(`7.16 7.12 preconditions and keys of a by-external PUT of ${kind}`, async () => {
    const id = unique();
    const only = { 'if-none-match': '*' };
    is(await upsert(kind, 'pre', id, { headers: { 'if-match': '*' } }), 412, 'rest_precondition_failed');
    const headers = { ...only, 'idempotency-key': unique() };
    const body = fields(kind);
    const made = is(await upsert(kind, 'pre', id, { headers, body }), 201);
    is(await upsert(kind, 'pre', id, { headers: only }), 412, 'rest_precondition_failed');
    const again = is(await upsert(kind, 'pre', id, { headers, body }), 201);
    eq([again.json.id, again.headers.get('idempotent-replayed')], [made.json.id, 'true']);
    is(await upsert(kind, 'pre', unique(), { headers, body }), 422, 'rest_idempotency_conflict');
    is(await upsert(kind, 'pre', id, { headers: { 'if-match': '"999"' }, body: {} }), 412, 'rest_precondition_failed');
    is(await upsert(kind, 'pre', id, { headers: { 'if-match': `"${written(made)}"` }, body: {} }), 200);
  });

  test(`7.16 8.2 8.4 a by-external PUT of a ${kind} that the caller may not edit is 409 and names nothing`, async () => {
    const id = unique();
    const hidden = POSTS.includes(kind) ? { status: 'private' } : {};
    const owner = is(await upsert(kind, 'secret', id, { body: fields(kind, hidden) }), 201).json;
    const roles = TERMS.includes(kind) ? ['author'] : ['author', 'contributor'];
    for (const as of roles) {
      const r = is(await upsert(kind, 'secret', id, { as, body: fields(kind) }), 409, 'rest_external_id_taken');
      eq(r.json.data, { status: 409 });
      is(await upsert(kind, 'secret', id, { as, body: fields(kind), headers: { 'if-none-match': '*' } }), 409, 'rest_external_id_taken');
    }
    eq(still((await read(kind, owner, { as: 'admin' }))), still(owner));
    const below = TERMS.includes(kind) ? ['contributor', 'subscriber'] : ['subscriber'];
    for (const as of below) is(await upsert(kind, 'secret', unique(), { as }), 403, 'rest_forbidden');
    is(await put(at(kind, 'secret', id), { body: {} }), 401, 'rest_forbidden');
  });

  test(`7.16 racing by-external PUTs of a ${kind} create one record: one 201, the others 200`, async () => {
    const id = unique();
    const bodies = Array.from({ length: 8 }, () => fields(kind));
    const all = await Promise.all(bodies.map((body) => upsert(kind, 'race', id, { body })));
    eq(sorted(all.map((r) => r.status)), [...Array(7).fill(200), 201]);
    eq(new Set(all.map((r) => r.json.id)).size, 1);
    eq((await find(kind, { external_id: `race:${id}` }, { as: 'admin' })).total, 1);
  });
}

test('7.16 kinds do not share external ids; images have none', async () => {
  const id = unique();
  for (const kind of ALL) is(await upsert(kind, 'shared', id), 201);
  is(await put(`/media/by-external/shared/${id}`, { as: 'admin', body: {} }), 404, 'rest_no_route');
});

for (const kind of POSTS) {
  test(`7.16 7.11 a by-external PUT of a trashed ${kind} is 410 unless status is sent`, async () => {
    const id = unique();
    const made = is(await upsert(kind, 'bin', id), 201).json;
    is(await del(byId(kind, made), { as: 'admin' }), 200);
    is(await upsert(kind, 'bin', id), 200); // fields() sends status: the record is restored
    is(await del(byId(kind, made), { as: 'admin' }), 200);
    const { status, ...body } = fields(kind);
    is(await upsert(kind, 'bin', id, { body }), 410, KINDS[kind].trash);
    is(await upsert(kind, 'bin', id, { body, headers: { 'if-none-match': '*' } }), 410, KINDS[kind].trash);
    is(await upsert(kind, 'bin', id, { as: 'author', body }), 409, 'rest_external_id_taken');
    eq((await find(kind, { external_id: `bin:${id}`, status: 'trash' }, { as: 'admin' })).ids, [made.id]);
    const back = is(await upsert(kind, 'bin', id, { body: { ...body, status: 'draft' } }), 200).json;
    eq([back.id, back.status], [made.id, 'draft']);
  });

  test(`7.16 8.2 an author sees the external ids of their own ${kind}, a contributor until it is published`, async () => {
    const id = unique();
    const own = is(await upsert(kind, 'own', id, { as: 'author' }), 201).json;
    eq(own.external_ids, { own: id });
    eq((await find(kind, { external_id: `own:${id}` }, { as: 'author' })).ids, [own.id]);
    eq((await find(kind, { external_id: `own:${id}` }, { as: 'author2' })).ids, []);
    const draft = is(await upsert(kind, 'draft', id, { as: 'contributor', body: fields(kind, { status: 'draft' }) }), 201).json;
    const list = (as) => find(kind, { external_id: `draft:${id}`, status: 'any' }, { as });
    eq([draft.external_ids, (await list('contributor')).ids], [{ draft: id }, [draft.id]]);
    is(await patch(byId(kind, draft), { as: 'admin', body: { status: 'publish' } }), 200);
    eq([(await read(kind, draft, { as: 'contributor' })).external_ids, (await list('contributor')).ids], [{}, []]);
    is(await upsert(kind, 'draft', id, { as: 'contributor', body: {} }), 409, 'rest_external_id_taken');
  });
}

test('7.3 7.16 records that are created inline get external ids; nested records do not show them', async () => {
  const [v, o] = [unique(), unique()];
  const made = await create('event', {
    venue: { venue: `Hall ${v}`, external_ids: { places: v } }, organizer: { organizer: `Org ${o}`, external_ids: { people: o } },
  });
  keep('venue', made.venue[0]);
  keep('organizer', made.organizer[0]);
  eq((await find('venue', { external_id: `places:${v}` }, { as: 'admin' })).ids, [made.venue[0].id]);
  eq((await find('organizer', { external_id: `people:${o}` }, { as: 'admin' })).ids, [made.organizer[0].id]);
  for (const nested of [...made.venue, ...made.organizer]) assert.ok(!('external_ids' in nested));
  is(await post('/events', { as: 'admin', body: fields('event', { venue: { venue: `Other ${v}`, external_ids: { places: v } } }) }), 409, 'rest_external_id_taken');
});

test('7.16 9.3 a by-external PUT in another language writes that language', async () => {
  const id = unique();
  const made = is(await upsert('event', 'langs', id, { body: fields('event', { title: `Hello ${id}` }) }), 201).json;
  is(await upsert('event', 'langs', id, { lang: 'fr', body: { title: `Bonjour ${id}` } }), 200);
  eq([(await read('event', made)).title, (await read('event', made, { lang: 'fr' })).title], [`Hello ${id}`, `Bonjour ${id}`]);
});

docCheck();
