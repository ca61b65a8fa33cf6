// Walks interface.json: every operation, every body field, every list filter.
import { before, test } from 'node:test';
import assert from 'node:assert/strict';
import http from 'node:http';
import { readFileSync } from 'node:fs';
import {
  ALL, IMAGE_PORT, KINDS, NO_IMAGES, PNG, POSTS, TERMS, byId, bySlug, create, del, docCheck, envelope, fields, find, get, idsOf, ignored, is, keep,
  patch, post, read, request, shape, soon, still, unique, userId, version, win, written,
} from './lib/all.mjs';

const spec = JSON.parse(readFileSync(new URL('./interface.json', import.meta.url), 'utf8'));
const kindOf = (path) => ALL.find((k) => path.startsWith(KINDS[k].path));
const eq = assert.deepEqual;

test('1.1 interface.json holds 52 operations', () => eq(spec.operations.length, 52));

// ---- operations --------------------------------------------------------------------------------------------------------
const RULE = { GET: '3.1', POST: '3.11', PUT: '3.11', PATCH: '3.11', DELETE: '3.11' };
for (const op of spec.operations) {
  test(`1.1 ${RULE[op.method]} operation ${op.method} ${op.path || '(root)'}`, async () => {
    const kind = kindOf(op.path);
    if (!kind) {
      const r = is(await get(op.path), 200);
      return op.path === '' ? assert.equal(r.json.namespace, spec.namespace) : assert.match(r.json.openapi, /^3\.1\./);
    }
    const { path, plural, name, missing, trash } = KINDS[kind];
    if (op.path === path && op.method === 'GET') {
      await create(kind);
      return envelope(kind, plural, is(await get(path), 200));
    }
    if (op.path === path) {
      const body = Object.fromEntries(Object.entries(fields(kind)).filter(([k]) => op.required.includes(k)));
      eq(Object.keys(body).sort(), [...op.required].sort());
      const r = is(await request(op.method, path, { as: 'admin', body }), 201);
      keep(kind, shape(kind, r.json));
      assert.equal(r.json[name], body[name]);
      return;
    }
    const rec = await create(kind);
    const where = op.path.replace('{id}', rec.id).replace('{slug}', encodeURIComponent(rec.slug));
    const query = Object.fromEntries((op.query ?? []).map((q) => [q.name, 'x']));
    if (op.method === 'GET') {
      const r = is(await get(where, { query }), 200);
      eq(ignored(r), []);
      eq(still(shape(kind, r.json, { ld: true })), still(rec));
    } else if (op.method === 'DELETE') {
      const r = is(await del(where, { as: 'admin', query }), 200);
      assert.equal(shape(kind, r.json).id, rec.id);
      if (TERMS.includes(kind)) is(await get(byId(kind, rec)), 404, missing);
      else is(await get(byId(kind, rec)), 410, trash);
    } else {
      const to = `Other ${unique()}`;
      const r = is(await request(op.method, where, { as: 'admin', body: { [name]: to } }), 200);
      eq(still(shape(kind, r.json)), still({ ...rec, [name]: to }));
    }
  });
}

// ---- body fields: written and read back, by every method and address -----------------------------------------------------
// field: [value to send, what must be read (default: the same field, the same value)]
const u = unique();
const linked = {}; // records to link to, made in before()
const same = (send) => (n) => ({ send: send(n) });
const linkTo = (kind, key) => (n) => ({
  send: n % 2 ? [linked[kind][0].id] : [linked[kind][1].id, linked[kind][0].id],
  want: n % 2 ? [linked[kind][0].id] : [linked[kind][1].id, linked[kind][0].id],
  got: (rec) => idsOf(rec[key]),
  anyOrder: TERMS.includes(kind),
});
const flag = same((n) => n % 2 === 0);
const word = same((n) => `${u} word ${n}`);
const site = same((n) => `https://example.org/${u}/${n}`);
const text = (n) => ({ send: `<p>${u} text ${n}</p>` });
const who = (n) => ({ send: linked.users[n % 2] });
const when = (n) => ({ send: `2020-02-0${n + 1} 08:09:10` });
const hours = same((n) => ({ weekly: [{ days: ['tu', 'su'], opens: '10:00', closes: `1${n % 10}:30` }], closed: [], adjusted: [] }));
const state = same((n) => ['draft', 'pending', 'private', 'publish'][n % 4]);

const VALUES = {
  event: {
    title: word, description: text, excerpt: text, slug: same((n) => `${u}-slug-${n}`), author: who, date: when, date_utc: when, status: state,
    start_date: (n) => ({ send: `2031-02-0${n + 1} 09:08:07` }), end_date: (n) => ({ send: `2033-03-0${n + 1} 09:08:07` }),
    timezone: same((n) => ['Europe/Paris', 'UTC+3', 'Asia/Tokyo', 'UTC-9:30', 'America/New_York', 'UTC'][n % 6]),
    all_day: flag, show_map: flag, show_map_link: flag, hide_from_listings: flag, sticky: flag, featured: flag,
    cost: (n) => ({ send: `${n + 3} USD`, want: [n + 3], got: (rec) => rec.cost_details.values.map(Number) }),
    website: site, categories: linkTo('category', 'categories'), tags: linkTo('tag', 'tags'),
    venue: linkTo('venue', 'venue'), organizer: linkTo('organizer', 'organizer'),
    event_status: same((n) => ['cancelled', 'postponed', 'scheduled', 'moved_online'][n % 4]), event_status_reason: word, online_url: site,
    attendance: same((n) => ['offline', 'online', 'mixed'][n % 3]), availability: same((n) => ['available', 'few', 'sold_out'][n % 3]),
    hours, recurrence: (n) => ({ send: `FREQ=DAILY;COUNT=${n + 2}`, got: (rec) => rec.recurrence?.rules[0].rrule }),
    overrides: () => ({ send: [], want: [] }), password: (n) => ({ send: `${u}${n}`, want: true, got: (rec) => rec.protected }),
  },
  venue: {
    venue: word, author: who, date: when, date_utc: when, description: text, status: state,
    show_map: (n) => ({ send: n % 2 ? 'false' : 'true', want: n % 2 === 0 }), show_map_link: (n) => ({ send: n % 2 ? '0' : 'yes', want: n % 2 === 0 }),
    address: word, city: word, country: word, province: word, state: word, zip: word, phone: same((n) => `+254 700 00000${n}`),
    stateprovince: word, website: site, hours,
  },
  organizer: {
    organizer: word, author: who, date: when, date_utc: when, description: text, status: state,
    phone: same((n) => `+254 700 00000${n}`), website: site, email: same((n) => `${u}.${n}@example.org`),
  },
  category: { name: word, description: text, slug: same((n) => `${u}-cat-${n}`), parent: (n) => ({ send: linked.category[n % 2].id }), color: same((n) => ['violet', 'rose', 'blue', 'teal', 'amber', 'olive', 'slate', 'green'][n % 8]) },
  tag: { name: word, description: text, slug: same((n) => `${u}-tag-${n}`) },
};

before(async () => {
  for (const kind of ['category', 'tag', 'venue', 'organizer']) linked[kind] = [await create(kind), await create(kind)];
  linked.users = [await userId('author'), await userId('editor')];
});

const base = (kind) => (kind === 'event' ? { start_date: '2031-01-01 10:00:00', end_date: '2034-01-01 10:00:00' } : {});

function readsBack(rec, field, v) {
  const got = (v.got ?? ((r) => r[field]))(rec);
  const want = 'want' in v ? v.want : v.send;
  if (v.anyOrder) eq([...got].sort(), [...want].sort(), field);
  else eq(got, want, field);
}

for (const kind of ALL) {
  test(`2.6 interface.json and this suite know the same fields of ${kind}`, () => {
    eq(spec.fields[kind].map((f) => f.name).filter((f) => f !== 'image').sort(), Object.keys(VALUES[kind]).sort());
  });
  for (const { name: field } of spec.fields[kind]) {
    if (field === 'image') continue;
    test(`2.6 3.1 ${kind}.${field} is written on create and by POST, PUT and PATCH, and reads back`, async () => {
      const first = VALUES[kind][field](6);
      let rec = await create(kind, { ...base(kind), [field]: first.send });
      readsBack(rec, field, first);
      let n = 0;
      for (const method of ['POST', 'PUT', 'PATCH']) {
        for (const address of POSTS.includes(kind) ? [byId, bySlug] : [byId]) {
          const v = VALUES[kind][field](n);
          n += 1;
          const r = is(await request(method, address(kind, rec), { as: 'admin', body: { [field]: v.send } }), 200);
          eq(ignored(r), [], 'a declared field is never ignored');
          readsBack(r.json, field, v);
          rec = shape(kind, is(await get(byId(kind, rec), { as: 'admin' }), 200).json, { ld: true });
          readsBack(rec, field, v);
        }
      }
    });
  }
}

for (const kind of POSTS) {
  test(`7.6 2.6 2.9 8.2 ${kind}.image is fetched, stored, shown, linked by id, sent back, and cleared`, { skip: NO_IMAGES }, async () => {
    const server = http.createServer((_, res) => { res.writeHead(200, { 'content-type': 'image/png' }); res.end(PNG); });
    await new Promise((r) => { server.listen(IMAGE_PORT, '127.0.0.1', r); });
    try {
      const rec = await create(kind, { image: `http://127.0.0.1:${server.address().port}/${u}.png` });
      // What is shown describes the file as it was stored, which need not be the bytes that were sent.
      assert.ok(rec.image.width > 0 && rec.image.height > 0 && rec.image.filesize > 0 && rec.image.extension, JSON.stringify(rec.image));
      for (const image of [rec.image.id, String(rec.image.id), { id: rec.image.id }, rec.image]) eq((await create(kind, { image })).image, rec.image);
      const other = await create(kind, { image: rec.image.id });
      const got = is(await get(byId(kind, rec), { as: 'admin' }), 200);
      const back = is(await request('PUT', byId(kind, rec), { as: 'admin', body: got.json, headers: { prefer: 'handling=strict' } }), 200);
      eq([back.json.image, written(back)], [rec.image, version(got)]);
      const cleared = is(await patch(byId(kind, rec), { as: 'admin', body: { image: null } }), 200).json;
      assert.equal(cleared.image, null);
      assert.equal((await read(kind, other)).image.id, rec.image.id);
      const sent = fields(kind, { status: 'draft', image: `http://127.0.0.1:${server.address().port}/${u}-2.png` });
      is(await post(KINDS[kind].path, { as: 'contributor', body: sent }), 403, 'rest_forbidden'); // authors send images
      keep(kind, is(await post(KINDS[kind].path, { as: 'author', body: sent }), 201).json);
    } finally { server.close(); }
  });
}

// ---- list filters: each selects and excludes ------------------------------------------------------------------------------
const at = win();
const scope = unique(); // a word in everything the filter tests list
const f = {}; // records
before(async () => {
  for (const [kind, x] of [['venue', 'v'], ['organizer', 'o']]) {
    f[`${x}1`] = await create(kind, { [kind]: `Alpha ${scope}`, ...(kind === 'venue' && { geo_lat: 10, geo_lng: 20 }) });
    f[`${x}2`] = await create(kind, { [kind]: `Beta ${scope}` });
    f[`${x}3`] = await create(kind, { [kind]: `Gamma ${scope}` });
    f[`${x}4`] = await create(kind, { [kind]: `Delta ${scope}`, status: 'draft' });
  }
  f.c1 = await create('category', { name: `A ${scope}`, description: 'b', slug: `${scope}-b` });
  f.c2 = await create('category', { name: `B ${scope}`, description: 'a', slug: `${scope}-a`, parent: f.c1.id });
  f.t1 = await create('tag', { name: `A ${scope}`, description: 'b', slug: `${scope}-b` });
  f.t2 = await create('tag', { name: `B ${scope}`, description: 'a', slug: `${scope}-a` });
  f.dad = await create('event');
  f.e1 = await create('event', {
    title: `One ${scope} apple`, start_date: at(0, '10:00:00'), end_date: at(0, '12:00:00'), featured: true, ticketed: true, post_parent: f.dad.id,
    event_status: 'cancelled', venue: [f.v1.id], organizer: [f.o1.id], categories: [f.c1.id], tags: [f.t1.id],
  });
  f.e2 = await create('event', { title: `Two ${scope} pear`, start_date: at(5, '10:00:00'), end_date: at(5, '12:00:00') });
  f.weekly = await create('event', { title: 'Twice', start_date: soon(1), end_date: soon(1, 2), recurrence: 'FREQ=DAILY;COUNT=2' });
  f.e3 = await create('event', { title: `Three ${scope}`, start_date: at(6, '10:00:00'), end_date: at(6, '12:00:00'), status: 'draft' });
  await create('event', { start_date: soon(-9), end_date: soon(-8), venue: [f.v2.id], organizer: [f.o2.id] }); // over
  // The translation of the first record of each kind is outdated, and all others have none.
  for (const [kind, rec] of [['event', f.e1], ['venue', f.v1], ['organizer', f.o1], ['category', f.c1], ['tag', f.t1]]) {
    is(await patch(byId(kind, rec), { as: 'admin', body: { i18n_language: 'sw', [KINDS[kind].name]: unique() } }), 200);
    is(await patch(byId(kind, rec), { as: 'admin', body: { i18n_language: 'en', description: 'bb' } }), 200);
  }
});

/** The query (within the scope) answers exactly these, in any order. */
async function gives(kind, query, want, as) {
  const { ids } = await find(kind, { search: scope, ...query }, { as });
  eq([...ids].sort(), idsOf(want).sort(), `${kind} list with ${JSON.stringify(query)}`);
}
const EV = () => ({ start_date: at(-1), end_date: at(9) });
const half = (kind, a, b) => async () => {
  const one = await find(kind, { search: scope, per_page: 1, page: 1, orderby: 'id', ...(kind === 'event' ? EV() : {}) });
  const two = await find(kind, { search: scope, per_page: 1, page: 2, orderby: 'id', ...(kind === 'event' ? EV() : {}) });
  eq([one.ids, two.ids], [[f[a].id], [f[b].id]]);
  eq([one.total, one.r.json.total_pages], [2, 2]);
};
const translated = (kind, first, others) => ({
  missing_translation: async () => { await gives(kind, { missing_translation: 'sw' }, others()); await gives(kind, { missing_translation: 'en' }, []); },
  outdated_translation: async () => { await gives(kind, { outdated_translation: 'sw' }, first()); await gives(kind, { outdated_translation: 'en' }, []); },
});
const marked = async (kind) => {
  const query = { search: scope, ...(kind === 'event' ? EV() : {}) };
  const [shown, plain] = [await find(kind, { ...query, highlight: 'true' }), await find(kind, { ...query, highlight: 'false' })];
  eq(shown.ids, plain.ids);
  assert.ok(shown.items.every((x) => Object.values(x.highlight).some((html) => html.includes('<mark>'))));
  assert.ok(plain.items.every((x) => !('highlight' in x)));
};
const posts = (kind, x) => { // venues and organizers: 1 has an event to come, 2 a past one, 3 none, 4 is a draft
  const all = () => [f[`${x}1`], f[`${x}2`], f[`${x}3`]];
  const nth = (...n) => n.map((i) => f[`${x}${i}`]);
  return {
    page: async () => {
      const seen = [];
      for (const page of [1, 2, 3]) seen.push(...(await find(kind, { search: scope, per_page: 1, page })).ids);
      eq(seen.sort(), idsOf(all()).sort());
    },
    per_page: async () => { for (const n of [1, 2, 3]) eq((await find(kind, { search: scope, per_page: n })).ids.length, n); },
    search: async () => { await gives(kind, { search: `${scope} alpha` }, nth(1)); await gives(kind, { search: `${scope} nothing` }, []); },
    highlight: () => marked(kind),
    event: async () => { await gives(kind, { event: f.e1.id }, nth(1)); await gives(kind, { event: f.e2.id }, []); },
    has_events: async () => { await gives(kind, { has_events: 'true' }, nth(1, 2)); await gives(kind, { has_events: 'false' }, nth(3)); },
    only_with_upcoming: async () => { await gives(kind, { only_with_upcoming: 'true' }, nth(1)); await gives(kind, { only_with_upcoming: 'false' }, all()); },
    status: async () => { await gives(kind, { status: 'draft' }, nth(4), 'admin'); await gives(kind, { status: 'publish' }, all(), 'admin'); },
    ...translated(kind, () => nth(1), () => nth(2, 3)),
  };
};
const terms = (kind, x) => {
  const [a, b] = [`${x}1`, `${x}2`];
  const order = (query, ...want) => async () => eq((await find(kind, { search: scope, ...query })).ids, want.map((w) => f[w].id));
  const on = (key) => async () => { await gives(kind, { [key]: f.e1.id }, [f[a]]); await gives(kind, { [key]: f.e2.id }, []); };
  return {
    page: half(kind, a, b),
    per_page: async () => { eq((await find(kind, { search: scope, per_page: 1 })).ids.length, 1); eq((await find(kind, { search: scope, per_page: 2 })).ids.length, 2); },
    search: async () => { await gives(kind, { search: scope }, [f[a], f[b]]); await gives(kind, { search: `${scope}-b` }, [f[a]]); await gives(kind,
      { search: `${scope}nothing` }, []); },
    highlight: () => marked(kind),
    exclude: async () => { await gives(kind, { exclude: f[a].id }, [f[b]]); await gives(kind, { exclude: [f[a].id, f[b].id] }, []); },
    include: async () => { await gives(kind, { include: f[a].id }, [f[a]]); await gives(kind, { include: [f[a].id, f[b].id] }, [f[a], f[b]]); },
    order: async () => { await order({ order: 'asc' }, a, b)(); await order({ order: 'desc' }, b, a)(); },
    orderby: async () => { await order({ orderby: 'slug' }, b, a)(); await order({ orderby: 'id' }, a, b)(); await order({ orderby: 'description' }, b, a)(); },
    hide_empty: async () => { await gives(kind, { hide_empty: 'true' }, [f[a]]); await gives(kind, { hide_empty: 'false' }, [f[a], f[b]]); },
    ...(kind === 'category' && { parent: async () => { await gives(kind, { parent: f.c1.id }, [f.c2]); await gives(kind, { parent: 0 }, [f.c1]); } }),
    post: on('post'),
    event: on('event'),
    ...translated(kind, () => [f[a]], () => [f[b]]),
    slug: async () => { await gives(kind, { slug: `${scope}-a` }, [f[b]]); await gives(kind, { slug: `${scope}-none` }, []); },
  };
};
const FILTERS = {
  events: {
    page: half('event', 'e1', 'e2'),
    per_page: async () => { eq((await find('event', { search: scope, per_page: 1, ...EV() })).ids, [f.e1.id]);
      eq((await find('event', { search: scope, per_page: 2, ...EV() })).ids, [f.e1.id, f.e2.id]); },
    start_date: async () => { await gives('event', { start_date: at(0), end_date: at(9) }, [f.e1, f.e2]); await gives('event', { start_date: at(1), end_date: at(9) }, [f.e2]); },
    end_date: async () => { await gives('event', { start_date: at(-1), end_date: at(5) }, [f.e1, f.e2]); await gives('event', { start_date: at(-1), end_date: at(4) }, [f.e1]); },
    starts_before: async () => { await gives('event', { starts_before: at(5) }, [f.e1, f.e2]); await gives('event', { starts_before: at(4) }, [f.e1]); },
    starts_after: async () => { await gives('event', { starts_after: at(-1) }, [f.e1, f.e2]); await gives('event', { starts_after: at(0) }, [f.e2]); },
    ends_before: async () => { await gives('event', { ends_before: at(5) }, [f.e1, f.e2]); await gives('event', { ends_before: at(4) }, [f.e1]); },
    ends_after: async () => { await gives('event', { ends_after: at(-1) }, [f.e1, f.e2]); await gives('event', { ends_after: at(0) }, [f.e2]); },
    strict_dates: async () => { await gives('event', { starts_after: at(0, '09:00:00'), strict_dates: 'true' }, [f.e1, f.e2]); await gives('event',
      { starts_after: at(0, '09:00:00'), strict_dates: 'false' }, [f.e2]); },
    search: async () => { await gives('event', { search: `${scope} apple` }, [f.e1]); await gives('event', { search: `${scope} plum` }, []); },
    categories: async () => { await gives('event', { categories: f.c1.id }, [f.e1]); await gives('event', { categories: f.c2.slug }, []); },
    tags: async () => { await gives('event', { tags: f.t1.slug }, [f.e1]); await gives('event', { tags: f.t2.id }, []); },
    venue: async () => { await gives('event', { venue: f.v1.id }, [f.e1]); await gives('event', { venue: f.v2.id }, []); },
    organizer: async () => { await gives('event', { organizer: f.o1.id }, [f.e1]); await gives('event', { organizer: f.o2.id }, []); },
    featured: async () => { await gives('event', { featured: 'true' }, [f.e1]); await gives('event', { featured: 'false' }, [f.e2]); },
    status: async () => { await gives('event', { status: 'draft' }, [f.e3], 'admin'); await gives('event', { status: 'publish' }, [f.e1, f.e2], 'admin'); },
    geoloc: async () => { await gives('event', { geoloc: 'true' }, [f.e1]); await gives('event', { geoloc: 'false' }, [f.e2]); },
    geoloc_lat: async () => { await gives('event', { geoloc_lat: 10.05, geoloc_lng: 20 }, [f.e1]); await gives('event', { geoloc_lat: 12, geoloc_lng: 20 }, []); },
    geoloc_lng: async () => { await gives('event', { geoloc_lat: 10, geoloc_lng: 20.05 }, [f.e1]); await gives('event', { geoloc_lat: 10, geoloc_lng: 22 }, []); },
    bbox: async () => { await gives('event', { bbox: '19,9,21,11' }, [f.e1]); await gives('event', { bbox: '22,9,23,11' }, []); },
    include: async () => { await gives('event', { include: f.e2.id }, [f.e2]); await gives('event', { include: [f.e1.id, f.e2.id] }, [f.e1, f.e2]); },
    post_parent: async () => { await gives('event', { post_parent: f.dad.id }, [f.e1]); await gives('event', { post_parent: f.e2.id }, []); },
    ticketed: async () => { await gives('event', { ticketed: 'true' }, [f.e1]); await gives('event', { ticketed: 'false' }, [f.e2]); },
    event_status: async () => { await gives('event', { event_status: 'cancelled' }, [f.e1]); await gives('event', { event_status: 'scheduled' }, [f.e2]); },
    attendance: async () => { await gives('event', { attendance: 'offline' }, [f.e1]); await gives('event', { attendance: 'online,mixed' }, []); },
    series: async () => { eq((await find('event', { series: f.weekly.id })).total, 2); eq((await find('event', { series: f.e2.id })).total, 0); },
    records: async () => { eq((await find('event', { include: f.weekly.id, records: 'true' })).ids, [f.weekly.id]); },
    collapse: async () => { eq((await find('event', { series: f.weekly.id, collapse: 'series' })).total, 1); },
    highlight: () => marked('event'),
    facets: async () => { const { r } = await find('event', { include: [f.e1.id, f.e2.id], facets: 'tags,month' }); eq(Object.keys(r.json.facets), ['tags', 'month']); eq(r.json.facets.tags.map((x) => x.id), [f.t1.id]); },
    recurring: async () => { await gives('event', { recurring: 'false' }, [f.e1, f.e2]); await gives('event', { recurring: 'true' }, []); },
    type: async () => { await gives('event', { type: 'single' }, [f.e1, f.e2]); await gives('event', { type: 'occurrence,exception' }, []); },
    ...translated('event', () => [f.e1], () => [f.e2]),
    open_on: async () => { await gives('event', { open_on: at(5) }, [f.e2]); await gives('event', { open_on: at(4) }, []); },
    open_at: async () => { await gives('event', { open_at: at(5, '11:00:00') }, [f.e2]); await gives('event', { open_at: at(5, '13:00:00') }, []); },
  },
  venues: posts('venue', 'v'),
  organizers: posts('organizer', 'o'),
  categories: terms('category', 'c'),
  tags: terms('tag', 't'),
};
for (const [plural, filters] of Object.entries(spec.filters)) {
  const rule = plural === 'events' ? '5' : '6';
  test(`${rule}.1 interface.json and this suite know the same filters of ${plural}`, () => eq(filters.map((x) => x.name).sort(), Object.keys(FILTERS[plural]).sort()));
  for (const { name } of filters) test(`${rule}.1 ${plural}?${name} selects and excludes`, async () => FILTERS[plural][name]());
}

for (const [plural, filters] of Object.entries(spec.filters)) {
  test(`2.7 no declared filter of ${plural} is ignored`, async () => {
    const own = f[`${plural[0]}1`];
    const sample = {
      page: 1, per_page: 5, strict_dates: 'true', search: scope, categories: f.c1.id, tags: f.t1.id, venue: f.v1.id, organizer: f.o1.id, featured: 'true',
      status: 'publish', geoloc: 'true', geoloc_lat: 10, geoloc_lng: 20, bbox: '19,9,21,11', include: own.id, exclude: own.id, post_parent: f.dad.id, ticketed: 'true', event: f.e1.id,
      post: f.e1.id, has_events: 'true', only_with_upcoming: 'true', order: 'asc', orderby: 'name', hide_empty: 'true', parent: f.c1.id, slug: own.slug,
      event_status: 'cancelled', attendance: 'offline', series: f.e1.id, recurring: 'true', type: 'occurrence', collapse: 'series', records: 'false', facets: 'tags', highlight: 'true',
      missing_translation: 'sw', outdated_translation: 'sw',
    };
    const query = Object.fromEntries(filters.map(({ name }) => [name, sample[name] ?? at(0)]));
    const r = is(await get(`/${plural}`, { query, headers: { prefer: 'handling=strict' } }), 200);
    eq(ignored(r), []);
  });
}

docCheck();
