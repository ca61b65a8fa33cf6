// Rules 15: accounts. Sign-in needs pages of the calendar, so these tests use tokens, and the origin of the calendar where a page is required.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { del, docCheck, error, get, is, ownToken, patch, post, put, securityLog, unique, user, usersPage } from './lib/all.mjs';

const eq = assert.deepEqual;
const [admin, editor] = [{ as: 'admin' }, { as: 'editor' }];
const made = async (more = {}) => user(await post('/users', { ...admin, body: { login: unique(), role: 'author', ...more } }), 201, true);

test('15.1 administrators manage users, and a link of an invitation is shown once', async () => {
  const { invitation, ...rest } = await made({ name: 'Ada', language: 'fr' });
  assert.match(invitation.url, /#[\w-]{43}$/);
  eq([rest.status, rest.name, rest.language, rest.last_seen_utc], ['invited', 'Ada', 'fr', null]);
  eq(user(await get(`/users/${rest.id}`, admin), 200), rest);
  eq(usersPage(await get('/users', { ...admin, query: { search: rest.login } })).total, 1);
  eq(user(await patch(`/users/${rest.id}`, { ...admin, body: { role: 'editor', status: 'disabled' } }), 200).status, 'disabled');
  error(is(await post(`/users/${rest.id}/invitation`, admin), 409, 'rest_not_invited'));
  error(is(await post('/users', { ...admin, body: { login: rest.login, role: 'author' } }), 409, 'rest_user_exists'));
  error(is(await post('/users', { ...admin, body: {} }), 400, 'rest_missing_callback_param'));
  eq(user(await del(`/users/${rest.id}`, admin), 200).id, rest.id);
  error(is(await get(`/users/${rest.id}`, admin), 404, 'rest_user_not_found'));
});
test('15.1 users read and change themselves only', async () => {
  const { id } = is(await get('/me', editor), 200).json;
  const own = user(await get(`/users/${id}`, editor), 200);
  eq(user(await patch(`/users/${id}`, { ...editor, body: { name: 'Ed' } }), 200).name, 'Ed');
  await patch(`/users/${id}`, { ...editor, body: { name: own.name } });
  error(is(await patch(`/users/${id}`, { ...editor, body: { role: 'administrator' } }), 403, 'rest_forbidden'));
  const other = await made();
  for (const r of [await get(`/users/${other.id}`, editor), await patch(`/users/${other.id}`, { ...editor, body: { name: 'x' } })]) error(is(r, 404, 'rest_user_not_found'));
  await del(`/users/${other.id}`, admin);
  for (const path of ['/users', '/security-log']) {
    error(is(await get(path, editor), 403, 'rest_forbidden'));
    error(is(await get(path), 401, 'rest_forbidden'));
  }
});
test('15.4 15.5 sign-in, invitations and resets need a page of the calendar', async () => {
  eq(is(await get('/session/methods'), 200).json, { methods: ['password', 'passkey'] });
  for (const [path, body] of [['/session', { login: 'x', password: 'y' }], ['/invitations/accept', { token: 'x', password: 'y' }], ['/session/passkey/options', {}], ['/session/passkey/verify', { credential: {} }], ['/password-reset', { login: 'x' }], ['/password-reset/confirm', { token: 'x', password: 'y' }], ['/session/second-factor', { token: 'x', code: 'y' }], ['/email/confirm', { token: 'x' }], ['/first-administrator', { token: 'x', login: 'y', password: 'z' }]])
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://other.invalid' }])
      error(is(await post(path, { body, headers }), 403, 'rest_cross_origin'));
  error(is(await get('/me', { headers: { 'x-kalends-session': '1' } }), 403, 'rest_cross_origin'));
  const page = { headers: { 'x-kalends-session': '1', 'sec-fetch-site': 'same-origin' } };
  assert.match(is(await get('/events', page), 200).headers.get('cache-control'), /private, no-store/);
  error(is(await del('/session', admin), 404, 'rest_session_not_found'));
  error(is(await put('/me/password', { ...editor, body: {} }), 400, 'rest_missing_callback_param'));
  eq(is(await get('/me/sessions', editor), 200).json, { sessions: [] });
  for (const path of ['/me/second-factor', '/me/second-factor/remove', '/me/second-factor/recovery-codes']) error(is(await post(path, { ...editor, body: { current_password: 'not the password' } }), 400, 'rest_invalid_param'));
});
test('15.4 passkeys are signed in with by pages of the calendar, and added by people who are signed in', async () => {
  const page = { headers: { 'sec-fetch-site': 'same-origin' } };
  const { options } = is(await post('/session/passkey/options', { ...page, body: {} }), 200).json;
  assert.match(options.challenge, /^[\w-]{43}$/);
  eq([options.allowCredentials, options.userVerification, options.timeout], [[], 'required', 300000]);
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: options.challenge, origin: 'https://other.invalid' })).toString('base64url');
  const credential = { id: 'AAAA', type: 'public-key', response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' } };
  error(is(await post('/session/passkey/verify', { ...page, body: { credential } }), 401, 'rest_sign_in_failed'));
  error(is(await post('/session/passkey/verify', { ...page, body: { credential: { ...credential, id: '?' } } }), 400, 'rest_invalid_param'));
  eq(is(await get('/me/passkeys', editor), 200).json, { passkeys: [] });
  for (const path of ['/me/passkeys', '/me/passkeys/options']) error(is(await post(path, { ...editor, body: {} }), 403, 'rest_session_required'));
  error(is(await del('/me/passkeys/999', editor), 403, 'rest_session_required'));
});
test('15.6 tokens of the caller are shown once and can be revoked', async () => {
  const { secret, ...rest } = ownToken(await post('/me/tokens', { ...editor, body: { label: 'laptop', scope: 'read', days: 2 } }), 201, true);
  eq(is(await get('/me', { headers: { authorization: `Bearer ${secret}` } }), 200).json.role, 'editor');
  assert.ok(is(await get('/me/tokens', editor), 200).json.tokens.some(({ id }) => id === rest.id));
  eq(ownToken(await del(`/me/tokens/${rest.id}`, editor), 200).id, rest.id);
  error(is(await del(`/me/tokens/${rest.id}`, editor), 404, 'rest_token_not_found'));
});
test('15.7 administrators read the security log', async () => {
  await made();
  const entries = securityLog(await get('/security-log', { ...admin, query: { per_page: 2 } }));
  eq(entries.length, 2);
  eq(securityLog(await get('/security-log', { ...admin, query: { before: entries[0].id, per_page: 1 } })), [entries[1]]);
  const { action } = entries[0];
  for (const entry of securityLog(await get('/security-log', { ...admin, query: { action } }))) eq(entry.action, action);
});
docCheck();
