// Lists for integrators: cursors (3.8), exclusion by a minus (5.7), relative (5.16), applied (5.18), and the filters and orders of every list (6.4).
import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  ALL, KINDS, NOBODY, bad, byId, create, del, docCheck, find, follow, get, is, patch, sleep, soon, sorted, unique, unmatched, win,
} from './lib/all.mjs';

const eq = assert.deepEqual;
const TERMS = ['category', 'tag'];
/** Finds the records of one test only; terms without events too. */
const own = (k, u) => ({ search: u, ...(TERMS.includes(k) && { hide_empty: 'false' }), ...(k === 'event' && { from: '2000-01-01' }) });
const make = (k, u, over = {}) => create(k, { [KINDS[k].name]: `${over.word ?? 'Some'} ${u} ${unique()}`, ...over, word: undefined });
async function several(k, u, n) {
  const made = [];
  for (let i = 0; i < n; i += 1) made.push((await make(k, u)).id);
  return made;
}
/** Reads a list by its `next_rest_url`, from the first page. */
async function walk(k, query, o = {}) {
  const pages = [];
  for (let r = is(await get(KINDS[k].path, { query: { cursor: '', ...query }, ...o }), 200); ; r = is(await follow(r.json.next_rest_url, o), 200)) {
    pages.push(r);
    assert.ok(pages.length < 50, 'the pages come to an end');
    if (r.json.next_rest_url === null) return pages;
  }
}
const idsOf = (r) => Object.values(r.json).find(Array.isArray).map(({ id }) => id);
const idsIn = (pages, k) => pages.flatMap((r) => r.json[KINDS[k].plural].map(({ id }) => id));

for (const k of ALL) {
  test(`3.8 ${k}: pages by cursor are the list, in every order and direction`, async () => {
    const u = unique();
    await several(k, u, 5);
    const orders = {
      event: ['event_date', 'date', 'modified', 'title', 'id'],
      venue: ['date', 'modified', 'id'],
      organizer: ['date', 'modified', 'id'],
      category: ['name', 'id', 'slug', 'count', 'description', 'parent', 'include', 'modified'],
      tag: ['name', 'id', 'slug', 'count', 'description', 'parent', 'include', 'modified'],
    }[k];
    for (const orderby of orders) {
      for (const order of ['asc', 'desc']) {
        const query = { ...own(k, u), orderby, order };
        const pages = await walk(k, { ...query, per_page: 2 });
        eq(idsIn(pages, k), (await find(k, query)).ids, `${orderby} ${order}`);
        eq(pages.map((r) => [r.json.total, r.json.total_pages, r.json.previous_rest_url]), pages.map(() => [5, 3, null]));
        eq(pages.map((r) => r.json.next_cursor === null), [false, false, true]);
      }
    }
    bad(await get(KINDS[k].path, { query: { orderby: 'luck' } }), 'orderby');
  });
  test(`3.8 ${k}: records that others create and delete meanwhile do not move the pages`, async () => {
    const u = unique();
    const made = await several(k, u, 6);
    const query = { ...own(k, u), orderby: 'id', order: 'asc', per_page: 2, cursor: '' };
    const first = is(await get(KINDS[k].path, { query }), 200);
    eq(idsOf(first), made.slice(0, 2));
    is(await del(byId(k, made[0]), { as: 'admin' }), 200);
    // The record that the cursor names disappears too.
    is(await del(byId(k, made[1]), { as: 'admin' }), 200);
    const later = await make(k, u);
    const second = is(await follow(first.json.next_rest_url), 200);
    eq(idsOf(second), made.slice(2, 4));
    const third = is(await follow(second.json.next_rest_url), 200);
    eq(idsOf(third), made.slice(4, 6));
    const last = is(await follow(third.json.next_rest_url), 200);
    eq([idsOf(last), last.json.next_cursor, last.json.next_rest_url], [[later.id], null, null]);
  });
  test(`6.4 ${k}: exclude, modified_after, modified_before and orderby=modified`, async () => {
    const u = unique();
    const [a, b, c] = await several(k, u, 3);
    await sleep(1_100);
    is(await patch(byId(k, a), { as: 'admin', body: { description: `<p>${unique()}</p>` } }), 200);
    const changed = is(await get(byId(k, a)), 200).json.modified_utc;
    const ids = async (query) => (await find(k, { ...own(k, u), ...query })).ids;
    eq(await ids({ orderby: 'modified', order: 'asc' }), [b, c, a]);
    eq(await ids({ orderby: 'modified', order: 'desc' }), [a, c, b]);
    eq(sorted(await ids({ exclude: [a, NOBODY] })), sorted([b, c]));
    eq(await ids({ exclude: [a, b, c] }), []);
    eq(sorted(await ids({ modified_after: '2001-01-01' })), sorted([a, b, c]));
    eq([await ids({ modified_before: '2001-01-01' }), await ids({ modified_after: '+1 hours' })], [[], []]);
    if (changed) {
      // The shown time has no fraction of a second.
      const at = `${changed.replace(' ', 'T')}Z`;
      eq([await ids({ modified_after: at }), sorted(await ids({ modified_before: at }))], [[a], sorted([b, c])]);
    }
    for (const name of ['modified_after', 'modified_before']) bad(await get(KINDS[k].path, { query: { [name]: 'soon' } }), name);
    bad(await get(KINDS[k].path, { query: { exclude: 'x' } }), 'exclude');
  });
}

test('3.8 a cursor is for its list: other filters, another order, direction, language or kind are 400; another page size is not', async () => {
  const u = unique();
  const made = await several('venue', u, 4);
  const query = { search: u, orderby: 'id', order: 'asc' };
  const first = is(await get('/venues', { query: { ...query, per_page: 2 } }), 200);
  const cursor = first.json.next_cursor;
  eq((await find('venue', { ...query, per_page: 1, cursor })).ids, [made[2]]);
  eq((await find('venue', { ...query, cursor })).ids, made.slice(2));
  const fields = is(await get('/venues', { query: { ...query, cursor, _fields: 'id' } }), 200);
  eq(fields.json.venues, made.slice(2).map((id) => ({ id })));
  const refusals = [
    ['/venues', { ...query, search: `${u} x` }], ['/venues', { ...query, exclude: made[0] }], ['/venues', { ...query, order: 'desc' }],
    ['/venues', { ...query, orderby: 'modified' }], ['/venues', { search: u }], ['/organizers', query], ['/venues', { ...query, i18n_language: 'fr' }],
  ];
  for (const [path, other] of refusals) {
    const r = bad(await get(path, { query: { ...other, cursor } }), 'cursor');
    assert.equal(r.json.data.details.cursor.code, 'other_list', JSON.stringify(other));
  }
});

test('3.8 text that is no cursor is 400, and so is page with cursor', async () => {
  const { json } = is(await get('/venues', { query: { cursor: '', per_page: 1 } }), 200);
  const own = json.next_cursor ?? 'MSB4';
  const texts = ['x', '0', '%', `${own}x`, own.slice(0, -2), own.slice(2), 'A'.repeat(4_000), Buffer.from('1 a - 1 x').toString('base64url'), 'null', '-'];
  for (const text of texts) bad(await get('/venues', { query: { cursor: text, per_page: 1 } }), 'cursor');
  bad(await get('/venues', { query: 'cursor=a&cursor=b' }), 'cursor');
  bad(await get('/venues', { query: { cursor: '', page: 1 } }), 'page');
  bad(await get('/venues', { query: { cursor: 'x', page: 2 } }), 'cursor', 'page');
  is(await get('/venues', { query: { cursor: '', page: '' } }), 200);
});

test('3.8 a changed sort value or time in a cursor is an answer or 400, never an error of the server', async () => {
  const u = unique();
  for (const [k, orderby] of [['event', 'event_date'], ['event', 'title'], ['category', 'count']]) {
    await several(k, u, 2);
    const query = { ...own(k, u), orderby };
    const { json } = is(await get(KINDS[k].path, { query: { ...query, per_page: 1 } }), 200);
    const parts = Buffer.from(json.next_cursor, 'base64url').toString().split(' ');
    const values = ['', 'x', '0', '-1', '9'.repeat(15), '2026-02-31 00:00:00+00', '0000-01-01 00:00:00+00', '9999-12-31 23:59:60+00', '4714-01-01 00:00:00+00 BC',
      '294277-01-01 00:00:00+00', 'infinity', '2026-01-01 10:00:00,5+00', 'a\u0000b', '\ufeff', "'; select 1", '2026-01-01 00:00:00+00 BC'];
    const forged = [
      ...values.map((v) => [...parts.slice(0, 4), v]), [...parts.slice(0, 3), '9'.repeat(15), 'x'], [...parts.slice(0, 3), '0', 'x'],
      [...parts.slice(0, 2), '999999999999', ...parts.slice(3)], [...parts.slice(0, 2), '249999999999', ...parts.slice(3)], ['2', ...parts.slice(1)],
    ];
    for (const each of forged) {
      const r = await get(KINDS[k].path, { query: { ...query, cursor: Buffer.from(each.join(' ')).toString('base64url') } });
      assert.ok([200, 400].includes(r.status), `${each.join(' ')}: ${r.status}`);
    }
  }
});

test('3.8 the links of a list by cursor: every parameter but page and password, next in Link, no previous', async () => {
  const u = unique();
  await several('venue', u, 3);
  const r = is(await get('/venues', { query: { search: u, cursor: '', per_page: 2, password: 'geheim' } }), 200);
  const next = new URL(r.json.next_rest_url);
  eq([next.searchParams.get('search'), next.searchParams.get('per_page'), next.searchParams.get('cursor'), next.searchParams.has('page')], [u, '2', r.json.next_cursor, false]);
  assert.ok(!r.text.includes('geheim'));
  const link = r.headers.get('link');
  assert.ok(link.includes(`<${r.json.next_rest_url}>; rel="next"`), link);
  assert.doesNotMatch(link, /rel="(prev|first|last)"/);
  const last = is(await follow(r.json.next_rest_url), 200);
  eq([last.json.next_rest_url, last.json.previous_rest_url, last.json.next_cursor], [null, null, null]);
  // Pages by number have a cursor too, and their own links.
  const byNumber = is(await get('/venues', { query: { search: u, per_page: 2 } }), 200);
  eq([byNumber.json.next_cursor, new URL(byNumber.json.next_rest_url).searchParams.get('page')], [r.json.next_cursor, '2']);
  eq(is(await get('/venues', { query: { search: u, per_page: 2, page: 2 } }), 200).json.next_cursor, null);
});

test('3.8 a cursor keeps the time of the first page: relative dates stay', async () => {
  const u = unique();
  const at = (seconds) => soon(0, seconds / 3_600);
  // Upcoming now, but started two seconds later.
  const made = [];
  for (let i = 0; i < 2; i += 1) made.push((await make('event', u, { start_date: at(60), end_date: at(7_200) })).id);
  const soonest = (await make('event', u, { start_date: at(2), end_date: at(7_200) })).id;
  const query = { search: u, relative: 'upcoming', orderby: 'id', order: 'asc', per_page: 2 };
  const first = is(await get('/events', { query: { ...query, cursor: '' } }), 200);
  eq(idsOf(first), made);
  const byNumber = is(await get('/events', { query }), 200);
  await sleep(2_500);
  for (const r of [await follow(first.json.next_rest_url), await follow(byNumber.json.next_rest_url)]) eq(idsOf(is(r, 200)), [soonest]);
  eq((await find('event', { search: u, relative: 'running' })).ids, [soonest]);
});

test('5.7 a minus excludes: terms by id and slug with their descendants, venues and organizers by id', async () => {
  const u = unique();
  const top = await create('category');
  const low = await create('category', { parent: top.id });
  const [tag, venue, organizer] = [await create('tag'), await create('venue'), await create('organizer')];
  const mk = (over) => make('event', u, over).then(({ id }) => id);
  const plain = await mk({});
  const inTop = await mk({ categories: [top.id], tags: [tag.id] });
  const inLow = await mk({ categories: [low.id], venue: venue.id });
  const both = await mk({ categories: [top.id, low.id], organizer: organizer.id });
  const ids = async (query) => sorted((await find('event', { ...own('event', u), ...query })).ids);
  for (const [query, want] of [
    [{ categories: `-${top.slug}` }, [plain]],
    [{ categories: `-${top.id}` }, [plain]],
    [{ categories: `-${low.slug}` }, [plain, inTop]],
    [{ categories: `${top.slug},-${low.slug}` }, [inTop]],
    [{ categories: `${top.slug},-${top.slug}` }, []],
    [{ tags: `-${tag.slug}` }, [plain, inLow, both]],
    [{ venue: `-${venue.id}` }, [plain, inTop, both]],
    [{ organizer: `-${organizer.id}` }, [plain, inTop, inLow]],
    [{ organizer: `-${organizer.id}`, venue: `-${venue.id}`, tags: `-${tag.id}` }, [plain]],
    [{ categories: top.slug, venue: `-${venue.id}` }, [inTop, both]],
  ]) eq(await ids(query), sorted(want), JSON.stringify(query));
  const gone = await find('event', { ...own('event', u), categories: `-${u}`, venue: -NOBODY });
  eq(sorted(gone.ids), sorted([plain, inTop, inLow, both]));
  const named = unmatched(gone.r);
  assert.ok(named.includes(`categories=-${u}`) && named.includes(`venue=-${NOBODY}`), named);
  bad(await get('/events', { query: { categories: `-${u}` }, headers: { prefer: 'handling=strict' } }), 'categories');
  for (const v of ['-', '--1', '-x', '-1.5', '-0']) bad(await get('/events', { query: { venue: v } }), 'venue');
  bad(await get('/events', { query: { tags: '-' } }), 'tags');
});

test('5.7 8.5 a minus does not tell what is hidden: a protected event is not at its venue, a draft venue does not exist', async () => {
  const u = unique();
  const venue = await create('venue');
  const hidden = await create('venue', { status: 'draft' });
  const open = (await make('event', u, { venue: venue.id })).id;
  const closed = (await make('event', u, { venue: [venue.id, hidden.id], password: 'geheim' })).id;
  const draft = (await make('event', u, { venue: hidden.id })).id;
  const ids = async (query, as) => sorted((await find('event', { ...own('event', u), ...query }, { as })).ids);
  eq(await ids({ venue: `-${venue.id}` }), sorted([closed, draft]));
  eq(await ids({ venue: `-${venue.id}` }, 'editor'), [draft]);
  eq(await ids({ venue: `-${hidden.id}` }), sorted([open, closed, draft]));
  eq(await ids({ venue: `-${hidden.id}` }, 'editor'), [open]);
});

test('5.16 relative: past, running and upcoming at an instant are all events, each once', async () => {
  const u = unique();
  const day = win();
  const mk = (start_date, end_date, over) => make('event', u, { start_date, end_date, ...over }).then(({ id }) => id);
  const before = await mk(day(0, '08:00:00'), day(0, '12:00:00')); // ends on the instant
  const running = await mk(day(0, '12:00:00'), day(0, '13:00:00')); // starts on it
  const empty = await mk(day(0, '12:00:00'), day(0, '12:00:00'));
  const long = await mk(day(-400, '08:00:00'), day(1, '12:00:00'));
  const after = await mk(day(0, '12:00:01'), day(0, '13:00:00'));
  const wholeDay = await mk(day(0), day(0), { all_day: true });
  const ids = async (query) => sorted((await find('event', { search: u, relative_to: day(0, '12:00:00'), ...query })).ids);
  eq(await ids({ relative: 'past' }), sorted([before, empty]));
  eq(await ids({ relative: 'running' }), sorted([running, long, wholeDay]));
  eq(await ids({ relative: 'upcoming' }), [after]);
  eq(await ids({ relative: 'running', strict_dates: 'true' }), sorted([running, long, wholeDay]));
  eq(await ids({ relative: 'running', start_date: day(-9) }), sorted([running, wholeDay]));
  const now = async (relative) => (await find('event', { search: u, relative })).ids;
  eq([await now('past'), await now('running')], [[], []]);
  eq((await now('upcoming')).length, 6);
  bad(await get('/events', { query: { relative: 'now' } }), 'relative');
  bad(await get('/events', { query: { relative_to: 'now' } }), 'relative');
  bad(await get('/events', { query: { relative: 'past', relative_to: 'x' } }), 'relative_to');
});

test('5.18 applied names the dates of the list, as its page links have them', async () => {
  const applied = async (query) => is(await get('/events', { query }), 200).json.applied;
  const defaults = await applied({});
  const today = new Date().toISOString().slice(0, 10);
  assert.ok(defaults.start_date.startsWith(today) || Date.now() % 86_400_000 < 60_000, defaults.start_date);
  eq(defaults.strict_dates, false);
  eq((await applied({ start_date: '2030-05-05 10:00', end_date: '2030-06-06', strict_dates: 'true' })),
    { start_date: '2030-05-05T10:00:00Z', end_date: '2030-06-06T00:00:00Z', strict_dates: true });
  for (const query of [{ relative: 'running' }, { from: '2030-01-01' }, { include: 1 }, { starts_after: '2030-01-01' }])
    eq(await applied(query), { start_date: null, end_date: null, strict_dates: false }, JSON.stringify(query));
});

test('6.4 author: records of a user, or of the caller; nobody else learns which users exist', async () => {
  const u = unique();
  for (const k of ['event', 'venue', 'organizer']) {
    const mine = await create(k, { [KINDS[k].name]: `Some ${u} ${k}` }, 'author');
    const draft = await create(k, { [KINDS[k].name]: `Draft ${u} ${k}`, status: 'draft' }, 'author');
    const others = await create(k, { [KINDS[k].name]: `Other ${u} ${k}` }, 'author2');
    const ids = async (query, as) => sorted((await find(k, { ...own(k, u), ...query }, { as })).ids);
    eq(await ids({ author: mine.author }), [mine.id]);
    eq(await ids({ author: 'me' }, 'author'), [mine.id]);
    eq(await ids({ author: 'me', status: 'any' }, 'author'), sorted([mine.id, draft.id]));
    eq(await ids({ author: mine.author, status: 'any' }, 'author2'), [mine.id]);
    eq(await ids({ author: 'me' }, 'author2'), [others.id]);
    const nobody = is(await get(KINDS[k].path, { query: { author: NOBODY }, headers: { prefer: 'handling=strict' } }), 200);
    eq([nobody.json.total, nobody.headers.get('x-unmatched-values')], [0, null]);
    is(await get(KINDS[k].path, { query: { author: 'me' } }), 401, 'rest_forbidden');
    for (const v of ['x', '0', 'ME']) bad(await get(KINDS[k].path, { query: { author: v } }), 'author');
  }
  const media = is(await get('/media', { query: { author: 'me', orderby: 'modified', modified_after: '2001-01-01', exclude: 1, cursor: '' }, as: 'author' }), 200);
  assert.ok(Array.isArray(media.json.media));
});

docCheck();
