// Sections 15.8 to 15.10: working copies, review, presence and counts.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { del, docCheck, editors, error, get, is, patch, post, put, reviewNotes, reviews, unique, workingCopy } from './lib/all.mjs';

const eq = assert.deepEqual;
const [editor, contributor] = [{ as: 'editor' }, { as: 'contributor' }];
const made = async (as, more = {}) => is(await post('/events', { ...as, body: { title: unique(), start_date: '2027-05-01', end_date: '2027-05-02', ...more } }), 201).json;

test('15.8 a working copy is seen by editors only, and published as one change', async () => {
  const { id, title } = await made(editor);
  const path = `/events/${id}/working-copy`;
  error(is(await get(path, editor), 404, 'rest_working_copy_not_found'));
  const copy = workingCopy(await put(path, { ...editor, body: { title: 'Other' } }));
  eq([copy.state, copy.preview.title, copy.conflicts], ['draft', 'Other', []]);
  eq(is(await get(`/events/${id}`), 200).json.title, title);
  error(is(await get(path), 401, 'rest_forbidden'));
  error(is(await put(path, { ...editor, body: { title: 'x' }, headers: { 'if-match': `"${copy.version + 1}"` } }), 412, 'rest_precondition_failed'));
  error(is(await put(path, { ...editor, body: { status: 'draft' } }), 400, 'rest_invalid_param'));
  const done = is(await post(`${path}/publish`, editor), 200);
  eq([done.json.title, done.headers.get('x-record-version')], ['Other', '2']);
  assert.ok(done.headers.get('x-change-id'));
  workingCopy(await put(path, { ...editor, body: { title: 'Third' } }));
  eq(is(await del(path, editor), 200).json, { kind: 'event', id, deleted: true });
  await del(`/events/${id}`, { ...editor, query: { force: true } });
});
test('15.8 fields that both changed are 412, and rebase=true bases the copy on the present version', async () => {
  const { id } = await made(editor);
  const path = `/events/${id}/working-copy`;
  workingCopy(await put(path, { ...editor, body: { title: 'One', excerpt: 'Short' } }));
  is(await patch(`/events/${id}`, { ...editor, body: { title: 'Two', website: 'https://example.com/' } }), 200);
  eq(workingCopy(await get(path, editor)).conflicts, ['title']);
  const refused = is(await post(`${path}/publish`, editor), 412, 'rest_working_copy_conflicts');
  error(refused);
  eq(refused.json.data.conflicts, ['title']);
  workingCopy(await put(path, { ...editor, query: { rebase: true }, body: { title: 'Three', excerpt: 'Short' } }));
  const { title, excerpt, website } = is(await post(`${path}/publish`, editor), 200).json;
  eq([title, excerpt, website], ['Three', 'Short', 'https://example.com/']);
  await del(`/events/${id}`, { ...editor, query: { force: true } });
});
test('15.9 a contributor submits a record and a working copy, and an editor returns and publishes them', async () => {
  const { id, status } = await made(contributor, { status: 'publish' });
  eq(status, 'pending');
  const path = `/events/${id}`;
  const decide = (body) => post(`${path}/review`, { ...editor, body });
  const queue = async (state, as = editor) => reviews(await get('/reviews', { ...as, query: { state } })).flatMap((each) => (each.id === id ? [each.is_copy] : []));
  eq([await queue('waiting'), await queue('returned'), await queue('waiting', contributor)], [[false], [], [false]]);
  error(is(await get('/reviews'), 401, 'rest_forbidden'));
  error(is(await decide({ decision: 'return' }), 400, 'rest_missing_callback_param'));
  eq(is(await decide({ decision: 'return', note: 'Where?' }), 200).json.status, 'draft');
  eq([await queue('waiting'), await queue('returned')], [[], [false]]);
  error(is(await decide({ decision: 'publish' }), 409, 'rest_nothing_to_review'));
  eq(reviewNotes(await post(`${path}/review-notes`, { ...contributor, body: { note: 'Here.' } }), 201).length, 3);
  is(await patch(path, { ...contributor, body: { status: 'pending' } }), 200);
  eq(is(await decide({ decision: 'publish' }), 200).json.status, 'publish');
  error(is(await patch(path, { ...contributor, body: { title: 'Mine' } }), 403, 'rest_forbidden'));
  workingCopy(await put(`${path}/working-copy`, { ...contributor, body: { title: 'Mine' } }));
  error(is(await post(`${path}/working-copy/publish`, contributor), 403, 'rest_forbidden'));
  eq(workingCopy(await post(`${path}/working-copy/submit`, { ...contributor, body: { note: 'Better' } })).state, 'pending');
  eq([await queue('waiting'), await queue('returned')], [[true], []]);
  const publication = is(await decide({ decision: 'publish' }), 200);
  eq(publication.json.title, 'Mine');
  eq([await queue('waiting'), await queue('returned'), await queue('decided'), await queue('decided', contributor)], [[], [], [true], [true]]);
  const [latest] = reviews(await get('/reviews', { ...editor, query: { state: 'decided' } })).filter((each) => each.id === id);
  eq([latest.decision, latest.change_id], ['publish', publication.headers.get('x-change-id')]);
  eq(reviewNotes(await get(`${path}/review-notes`, contributor)).map((each) => each.decision), ['submit', 'return', null, 'submit', 'publish', 'submit', 'publish']);
  error(is(await get(`${path}/review-notes`), 401, 'rest_forbidden'));
  await del(path, { ...editor, query: { force: true } });
});
test('15.10 presence names the others, and counts are the totals of lists', async () => {
  const { id } = await made(editor);
  eq(editors(await put(`/events/${id}/presence`, editor)), []);
  const { id: own } = is(await get('/me', editor), 200).json;
  eq(editors(await put(`/events/${id}/presence`, { as: 'admin' })).map((each) => each.id), [own]);
  error(is(await put(`/events/${id}/presence`, contributor), 403, 'rest_forbidden'));
  const { waiting } = is(await get('/me', editor), 200).json;
  eq(Object.keys(waiting), ['pending', 'working_copies', 'returned']);
  // Other files write events of the same user meanwhile, so totals are compared only if the counts are the same before and after.
  const counts = async () => is(await get('/events/counts', { ...editor, query: { author: 'me' } }), 200).json;
  const totals = async (statuses) => {
    const answers = await Promise.all(statuses.map((status) => get('/events', { ...editor, query: { author: 'me', status } })));
    return Object.fromEntries(answers.map((answer, n) => [statuses[n], is(answer, 200).json.total]));
  };
  for (let left = 20; ; left -= 1) {
    const before = await counts();
    const listed = await totals(Object.keys(before));
    const isStill = JSON.stringify(before) === JSON.stringify(await counts());
    if (!isStill && left > 0) continue;
    eq(listed, before);
    break;
  }
  error(is(await get('/events/counts'), 401, 'rest_forbidden'));
  await del(`/events/${id}`, { ...editor, query: { force: true } });
});
docCheck();
