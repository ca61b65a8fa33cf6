// Parts of the contract that screens for editors need: colors (3.7), free venues (5.13), focal points (12.7), uses of images (12.8), settings and doctor (16).
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { BASE, NS, PNG, del, docCheck, doctorReport, error, get, imageUses, is, patch, post, settingsList, shape, unique } from './lib/all.mjs';

const eq = assert.deepEqual;
const admin = { as: 'admin' };
const COLORS = ['violet', 'rose', 'blue', 'teal', 'amber', 'olive', 'slate', 'green'];

test('3.7 a category has a color of eight or none, which all languages share and events show', async () => {
  const category = shape('category', is(await post('/categories', { ...admin, body: { name: unique() } }), 201).json);
  const path = `/categories/${category.id}`;
  eq(category.color, null);
  for (const color of COLORS) eq(is(await patch(path, { ...admin, body: { color } }), 200).json.color, color);
  eq(is(await get(path, { query: { i18n_language: 'ar' } }), 200).json.color, 'green');
  const event = is(await post('/events', { ...admin, body: { title: unique(), start_date: '2027-05-01', end_date: '2027-05-02', categories: category.id } }), 201).json;
  eq(event.categories.map(({ color }) => color), ['green']);
  for (const color of ['red', 'Green', '#fff', 5]) {
    const refused = error(is(await patch(path, { ...admin, body: { color } }), 400, 'rest_invalid_param'));
    eq(refused.json.data.details.color.code, 'not_choice');
  }
  eq(is(await patch(path, { ...admin, body: { color: null } }), 200).json.color, null);
  const tag = is(await post('/tags', { ...admin, body: { name: unique() } }), 201).json;
  assert.ok(!('color' in tag));
  await del(`/events/${event.id}`, { ...admin, query: { force: true } });
  await del(path, admin);
  await del(`/tags/${tag.id}`, admin);
});

test('12.7 12.8 an image has a focal point, may be decorative, and has uses', async () => {
  const form = new FormData();
  form.append('file', new Blob([PNG, unique()], { type: 'image/png' }), 'a.png');
  for (const [name, value] of Object.entries({ 'focal_point[x]': '0.3', 'focal_point[y]': '0', decorative: 'true' })) form.append(name, value);
  const sent = await fetch(`${BASE}${NS}/media`, { method: 'POST', body: form, headers: { authorization: `Bearer ${process.env.ADMIN_TOKEN}` } });
  const image = await sent.json();
  eq([sent.status, image.focal_point, image.decorative], [201, { x: 0.3, y: 0 }, true], JSON.stringify(image));
  const path = `/media/${image.id}`;
  const venue = shape('venue', is(await post('/venues', { ...admin, body: { venue: unique(), image: image.id } }), 201).json);
  eq([venue.image.focal_point, venue.image.decorative], [{ x: 0.3, y: 0 }, true]);
  eq(imageUses(await get(`${path}/uses`, admin)), [{ kind: 'venue', id: venue.id, title: venue.venue, language: 'en', status: 'publish' }]);
  error(is(await get(`${path}/uses`), 401, 'rest_forbidden'));
  const changed = is(await patch(path, { ...admin, body: { focal_point: { x: 1, y: 0.5 }, decorative: false } }), 200);
  eq([changed.json.focal_point, changed.json.decorative], [{ x: 1, y: 0.5 }, false]);
  for (const focal_point of [{ x: 2, y: 0 }, { x: 0 }, { x: 0, y: 0, z: 0 }, [0, 0], 'center']) error(is(await patch(path, { ...admin, body: { focal_point } }), 400, 'rest_invalid_param'));
  eq(is(await patch(path, { ...admin, body: { focal_point: null } }), 200).json.focal_point, null);
  await del(`/venues/${venue.id}`, { ...admin, query: { force: true } });
  await del(path, admin);
});

test('5.7 5.13 the events at a venue in a window tell whether it is free', async () => {
  const at = (start, end, more = {}) => ({ title: unique(), start_date: `2027-06-0${start}`, end_date: `2027-06-0${end}`, ...more });
  const first = is(await post('/events', { ...admin, body: at('1 18:00', '1 20:00', { venue: { venue: unique() } }) }), 201).json;
  const venue = first.venue[0].id;
  const draft = is(await post('/events', { ...admin, body: at('2 18:00', '2 20:00', { venue, status: 'draft' }) }), 201).json;
  const series = is(await post('/events', { ...admin, body: at('3 18:00', '3 20:00', { venue, recurrence: 'FREQ=DAILY;COUNT=2' }) }), 201).json;
  const taken = async (from, to, more = {}) => {
    const query = { venue, from: `2027-06-0${from}`, to: `2027-06-0${to}`, strict_dates: true, status: 'any', ...more };
    return is(await get('/events', { ...admin, query }), 200).json.events.map(({ series: of, id }) => of ?? id);
  };
  eq(await taken('1 19:00', '1 19:30'), [first.id]);
  eq(await taken('1 10:00', '1 23:00'), [first.id]);
  eq(await taken('1 20:00', '1 22:00'), [], 'an event that ends when the window begins');
  eq(await taken('1 16:00', '1 18:00'), [], 'an event that begins when the window ends');
  eq(await taken('1 19:00', '1 21:00', { exclude: first.id }), []);
  eq(await taken('2 17:00', '2 19:00'), [draft.id]);
  eq(await taken('2 17:00', '2 19:00', { status: 'publish' }), []);
  eq(await taken('4 19:00', '4 21:00'), [series.id]);
  for (const { id } of [first, draft, series]) await del(`/events/${id}`, { ...admin, query: { force: true } });
  await del(`/venues/${venue}`, { ...admin, query: { force: true } });
});

test('16.1 16.2 settings and findings are for administrators, and secrets have no value', async () => {
  for (const path of ['/settings', '/doctor']) {
    error(is(await get(path), 401, 'rest_forbidden'));
    for (const as of ['subscriber', 'contributor', 'author', 'editor']) error(is(await get(path, { as }), 403, 'rest_forbidden'));
  }
  const settings = settingsList(await get('/settings', admin));
  const byName = Object.fromEntries(settings.map((each) => [each.name, each]));
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET']) eq([byName[name].value, byName[name].is_secret], [null, true], name);
  eq(byName.PUBLIC_URL.value, BASE);
  const { findings } = doctorReport(await get('/doctor', admin));
  eq(findings.find(({ check }) => check === 'migrations')?.state, 'ok');
});
docCheck();
