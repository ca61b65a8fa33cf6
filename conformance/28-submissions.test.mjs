// Section 17.6: submissions of the public, which are off unless the operator switches them on.
import { test } from 'node:test';
import { docCheck, error, get, is, patch, post } from './lib/all.mjs';

test('17.6.1 a calendar accepts no submissions by default', async () => {
  error(is(await get('/submissions/challenge'), 403, 'rest_submissions_off'));
  error(is(await post('/submissions', { body: { title: 'Fair', start_date: '2027-05-01' } }), 403, 'rest_submissions_off'));
});
test('17.6.4 a link that nobody got is 410, also with credentials', async () => {
  const token = 'x'.repeat(43);
  for (const as of [{}, { as: 'admin' }]) {
    error(is(await get('/submissions/own', { ...as, query: { token } }), 410, 'rest_link_expired'));
    error(is(await patch('/submissions/own', { ...as, body: { token, title: 'Other' } }), 410, 'rest_link_expired'));
    error(is(await post('/submissions/own/confirm', { ...as, body: { token } }), 410, 'rest_link_expired'));
    error(is(await get('/submissions/own', as), 400, 'rest_missing_callback_param'));
  }
});
docCheck();
