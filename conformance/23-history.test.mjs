// Rules 14.4: history and undo.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { byId, create, del, error, get, historyPage, is, patch, post, undoResult, unique } from './lib/all.mjs';

const eq = assert.deepEqual;
const admin = { as: 'admin' };
const changeId = (r) => r.headers.get('x-change-id');
const undo = (id, query = {}, as = 'admin') => post(`/changes/${id}/undo`, { as, query });
const write = async (kind, record, body, query = {}) => is(await patch(byId(kind, record), { ...admin, body, query }), 200);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'])
  test(`14.4.1 14.4.2 14.4.4 ${kind}: the id of a change, its history and its undo`, async () => {
    const record = await create(kind);
    const [name, title] = [{ event: 'title', venue: 'venue', organizer: 'organizer' }[kind] ?? 'name', unique()];
    const changed = await write(kind, record, { [name]: title });
    assert.match(changeId(changed), UUID);
    eq(changeId(await write(kind, record, { [name]: title })), null);
    const { history, total } = historyPage(await get(`${byId(kind, record)}/history`, admin));
    eq([total, history.map(({ version, action }) => [version, action])], [2, [[2, 'update'], [1, 'create']]]);
    eq([history[0].change_id, history[0].changes], [changeId(changed), [{ field: name, language: 'en', before: record[name], after: title }]]);
    const undone = undoResult(await undo(changeId(changed)));
    eq(undone.records, [{ kind, id: record.id, action: 'restored', version: 3 }]);
    eq((await get(byId(kind, record), admin)).json[name], record[name]);
    const redone = undoResult(await undo(undone.change_id));
    eq([redone.undone, (await get(byId(kind, record), admin)).json[name]], [undone.change_id, title]);
    const restored = is(await post(`${byId(kind, record)}/history/1/restore`, admin), 200);
    eq([restored.json[name], restored.headers.get('x-record-version')], [record[name], '5']);
  });
test('14.4.2 the history is for callers who may edit the record', async () => {
  const record = await create('event');
  error(is(await get(`${byId('event', record)}/history`), 401, 'rest_forbidden'));
  error(is(await get(`${byId('event', record)}/history`, { as: 'author' }), 403, 'rest_forbidden'));
  error(is(await get('/tags/999999999/history', admin), 404, 'rest-tag-not-found'));
});
test('14.4.3 a version that the log does not have, and another version in If-Match', async () => {
  const tag = await create('tag');
  error(is(await post(`${byId('tag', tag)}/history/7/restore`, admin), 404, 'rest_version_not_found'));
  error(is(await post(`${byId('tag', tag)}/history/1/restore`, { ...admin, headers: { 'if-match': '"2"' } }), 412, 'rest_precondition_failed'));
});
test('14.4.4 records that were changed since', async () => {
  const tag = await create('tag');
  const first = await write('tag', tag, { name: unique() });
  const second = await write('tag', tag, { name: unique() });
  const refused = error(is(await undo(changeId(first)), 409, 'rest_changed_since'));
  eq(refused.json.data.records, [{ kind: 'tag', id: tag.id }]);
  eq(undoResult(await undo(changeId(first), { skip_changed: true })).skipped, [{ kind: 'tag', id: tag.id }]);
  undoResult(await undo(changeId(second)));
  undoResult(await undo(changeId(first)));
  eq((await get(byId('tag', tag))).json.name, tag.name);
});
test('14.4.4 a merge, a deletion and a dry run', async () => {
  const [kept, merged] = [await create('venue'), await create('venue')];
  const event = await create('event', { venue: [merged.id] });
  const done = is(await post(`${byId('venue', kept)}/merge`, { ...admin, body: { from: [merged.id] } }), 200);
  const dry = is(await undo(changeId(done), { dry_run: true }), 200);
  eq([dry.json.dry_run, dry.json.record.change_id, changeId(dry)], [true, null, null]);
  is(await get(byId('venue', merged), { redirect: 'manual' }), 308);
  undoResult(await undo(changeId(done)));
  eq([(await get(byId('venue', merged))).status, (await get(byId('event', event))).json.venue.map(({ id }) => id)], [200, [merged.id]]);
  const removed = is(await del(byId('event', event), admin), 200);
  eq(undoResult(await undo(changeId(removed))).records, [{ kind: 'event', id: event.id, action: 'restored', version: 5 }]);
  is(await get(byId('event', event)), 200);
});
test('14.4.5 a tag that was deleted is named, and so is a link to it', async () => {
  const tag = await create('tag');
  const event = await create('event', { tags: [tag.id] });
  const cleared = await write('event', event, { tags: [] });
  const removed = is(await del(byId('tag', tag), admin), 200);
  eq(undoResult(await undo(changeId(removed))).not_restored, [{ kind: 'tag', id: tag.id, field: null, reason: 'deleted' }]);
  eq(undoResult(await undo(changeId(cleared))).not_restored, [{ kind: 'event', id: event.id, field: 'tags', reason: 'deleted' }]);
});
test('14.4.4 an unknown change, and a caller without permission', async () => {
  error(is(await undo('0198f0c5-7a3e-7000-8000-000000000000'), 404, 'rest_change_not_found'));
  const event = await create('event');
  const changed = await write('event', event, { title: unique() });
  error(is(await undo(changeId(changed), {}, 'author'), 404, 'rest_change_not_found'));
  error(is(await undo(changeId(changed), {}, 'subscriber'), 403, 'rest_forbidden'));
});
