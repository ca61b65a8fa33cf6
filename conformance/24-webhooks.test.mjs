// Rules 14.3: webhooks.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { del, deliveriesPage, error, get, is, patch, post, webhook } from './lib/all.mjs';

const eq = assert.deepEqual;
const [admin, editor] = [{ as: 'admin' }, { as: 'editor' }];
const URL = 'https://receiver.invalid/calendar';
const made = async (body = {}, as = 'editor') => webhook(await post('/webhooks', { as, body: { url: URL, active: false, ...body } }), 201, true);

test('14.3.1 a webhook has its inputs and defaults, and its secret is shown once', async () => {
  const { secret, ...rest } = await made();
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
  assert.match(rest.public_key, /^whpk_/);
  eq([rest.url, rest.events, rest.filter, rest.active, rest.inactive_reason], [URL, ['*'], {}, false, 'manual']);
  eq(webhook(await get(`/webhooks/${rest.id}`, editor), 200), rest);
  const changed = webhook(await patch(`/webhooks/${rest.id}`, { ...editor, body: { events: ['event.removed'], filter: { featured: 'true' } } }), 200);
  eq([changed.events, changed.filter, changed.url], [['event.removed'], { featured: 'true' }, URL]);
  assert.notEqual(webhook(await post(`/webhooks/${rest.id}/rotate`, editor), 200, true).secret, secret);
  eq(webhook(await del(`/webhooks/${rest.id}`, editor), 200).id, rest.id);
  error(is(await get(`/webhooks/${rest.id}`, editor), 404, 'rest_webhook_not_found'));
});
test('14.3.1 inputs are checked', async () => {
  error(is(await post('/webhooks', { ...editor, body: {} }), 400, 'rest_missing_callback_param'));
  for (const [body, name] of [
    [{ url: 'http://receiver.invalid/' }, 'url'], [{ url: URL, events: ['event.moved'] }, 'events'], [{ url: URL, filter: { search: 'x' } }, 'filter'],
  ])
    assert.ok(name in error(is(await post('/webhooks', { ...editor, body }), 400, 'rest_invalid_param')).json.data.params);
});
test('14.3.1 editors have their own webhooks, administrators see all', async () => {
  const [own, others] = [await made(), await made({}, 'admin')];
  const ids = (r) => is(r, 200).json.webhooks.map(({ id }) => id);
  assert.ok(!ids(await get('/webhooks', editor)).includes(others.id));
  const all = ids(await get('/webhooks', admin));
  assert.ok(all.includes(own.id) && all.includes(others.id));
  error(is(await get(`/webhooks/${others.id}`, editor), 404, 'rest_webhook_not_found'));
  error(is(await get('/webhooks', { as: 'author' }), 403, 'rest_forbidden'));
  error(is(await get('/webhooks'), 401, 'rest_forbidden'));
  for (const { id } of [own, others]) await del(`/webhooks/${id}`, admin);
});
test('14.3.5 deliveries: a test message is listed', async () => {
  const { id } = await made();
  eq(is(await post(`/webhooks/${id}/test`, editor), 202).json.type, 'calendar.test');
  const { deliveries, total } = deliveriesPage(await get(`/webhooks/${id}/deliveries`, editor));
  eq([total, deliveries[0].type, deliveries[0].kind], [1, 'calendar.test', null]);
  eq(is(await post(`/webhooks/${id}/deliveries/${deliveries[0].id}/redeliver`, editor), 202).json.message_id, deliveries[0].message_id);
  error(is(await post(`/webhooks/${id}/deliveries/999999999/redeliver`, editor), 404, 'rest_delivery_not_found'));
  await del(`/webhooks/${id}`, editor);
});
