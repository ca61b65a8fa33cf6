// Section 10: the root index and the OpenAPI document.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  ALL, KINDS, LANGS, NOBODY, POSTS, SCHEMA_KEYS, bad, byId, bySlug, create, del, deref, docCheck, error, fields, find, get, is, keep,
  loadDoc, patch, paths, post, props, unique, validate,
} from './lib/all.mjs';

const spec = JSON.parse(readFileSync(new URL('./interface.json', import.meta.url), 'utf8'));
const eq = assert.deepEqual;
const NSP = 'calendar/events/v1';

// ---- 10.1 root -------------------------------------------------------------------------------------------------------------------------------
/** Routes keyed by path below the namespace, with {id} and {slug} for whatever pattern stands there. */
function routes(json) {
  const clean = (p) => p.replace(/\(\?P?<(\w+)>[^)]*\)/g, '{$1}').replace(/^\/?calendar\/events\/v1/, '').replace(/\/$/, '');
  return Object.fromEntries(Object.entries(json.routes).map(([p, r]) => [clean(p), r]));
}
const argsOf = (op) => [...(op.query ?? []), ...(op.query_from ? spec.filters[op.query_from.split('.')[1]] : []), ...(op.body_from ? spec.fields[op.body_from.split('.')[1]] : [])];

test('10.1 the root: namespace, routes, _links', async () => {
  const { json } = is(await get(''), 200);
  eq(Object.keys(json).sort(), ['_links', 'namespace', 'routes']);
  assert.equal(json.namespace, NSP);
  for (const [p, r] of Object.entries(json.routes)) {
    eq(Object.keys(r).sort(), ['_links', 'endpoints', 'methods', 'namespace'], p);
    assert.equal(r.namespace, NSP);
    assert.ok(r.methods.every((m) => /^[A-Z]+$/.test(m)), p);
    for (const e of r.endpoints) { assert.ok(Array.isArray(e.methods) && e.args && typeof e.args === 'object', p); for (const m of e.methods) assert.ok(r.methods.includes(m)); }
  }
});
test('10.1 all 52 operations exist, with every input', async () => {
  const r = routes(is(await get(''), 200).json);
  for (const op of spec.operations) {
    const route = r[op.path];
    assert.ok(route, `route ${op.path || '(root)'} in ${Object.keys(r)}`);
    const end = route.endpoints.find((e) => e.methods.includes(op.method));
    assert.ok(end, `${op.method} ${op.path}`);
    for (const a of argsOf(op)) {
      const arg = end.args[a.name];
      assert.ok(arg, `${op.method} ${op.path}: ${a.name}`);
      if (/^(string|integer|boolean|number)$/.test(a.type) && arg.type !== undefined && a.name !== 'image' && !/show_map/.test(a.name)) assert.ok([arg.type].flat().includes(a.type), `${a.name} is ${arg.type}`);
      if (a.type.endsWith('[]')) assert.ok(arg.items || [arg.type].flat().includes('array'), `${a.name} has items`);
      if (['page', 'per_page'].includes(a.name)) assert.equal(Number(arg.default), a.default, a.name);
    }
    for (const name of op.required ?? []) assert.equal(end.args[name].required, true, `${op.method} ${op.path}: ${name} is required`);
    for (const [name, arg] of Object.entries(end.args)) {
      assert.equal(typeof arg.required, 'boolean', `${op.method} ${op.path}: ${name}.required`);
      if (op.required && !op.required.includes(name) && !['id', 'slug'].includes(name)) assert.equal(arg.required, false, `${op.method} ${op.path}: ${name} is optional`);
    }
    assert.ok(end.args.i18n_language, `${op.method} ${op.path}: i18n_language`);
    eq([...end.args.i18n_language.enum].sort(), [...LANGS].sort());
  }
});
test('10.1 args have descriptions, and enums where words are fixed', async () => {
  const r = routes(is(await get(''), 200).json);
  const all = Object.values(r).flatMap((x) => x.endpoints).flatMap((e) => Object.entries(e.args));
  assert.ok(all.filter(([, a]) => typeof a.description === 'string' && a.description).length > all.length * 0.9);
  const { args } = r['/categories'].endpoints.find((e) => e.methods.includes('GET'));
  eq([[...args.order.enum].sort(), [...args.orderby.enum].sort()], [['asc', 'desc'], ['count', 'description', 'id', 'include', 'modified', 'name', 'parent', 'slug']]);
});
test('10.1 namespace and context', async () => {
  is(await get('', { query: { namespace: NSP } }), 200);
  for (const namespace of ['other', 'calendar/events/v2', 'calendar']) error(is(await get('', { query: { namespace } }), 404, 'rest_invalid_namespace'));
  for (const context of ['view', 'help']) is(await get('', { query: { context } }), 200);
  for (const context of ['edit', 'embed', 'x']) error(bad(await get('', { query: { context } }), 'context'));
});

// ---- 10.2 doc --------------------------------------------------------------------------------------------------------------------------------
test('10.2 /doc is OpenAPI 3.1 in the requested language', async () => {
  const r = is(await get('/doc'), 200);
  assert.match(r.type, /^application\/(vnd\.oai\.openapi\+)?json/);
  assert.match(r.json.openapi, /^3\.1\.\d+$/);
  assert.ok(r.json.info?.title && r.json.info?.version && r.json.paths && r.json.components);
  const fr = is(await get('/doc', { query: { i18n_language: 'fr' } }), 200);
  assert.equal(fr.headers.get('content-language'), 'fr');
  assert.notEqual(fr.text, r.text);
});
test('10.2 every operation is in it, with its path parameters', async () => {
  const d = await loadDoc();
  const byPath = paths(d);
  for (const op of spec.operations) {
    const item = byPath[op.path];
    const o = item?.[op.method.toLowerCase()];
    assert.ok(o, `${op.method} ${op.path || '(root)'}`);
    assert.ok(Object.keys(o.responses ?? {}).length > 0);
    const ps = [...(item.parameters ?? []), ...(o.parameters ?? [])].map((p) => deref(p, d));
    for (const name of Object.keys(op.path_params ?? {})) assert.ok(ps.some((p) => p.name === name && p.in === 'path' && p.required === true), `${op.path}: ${name}`);
    assert.ok(ps.some((p) => p.name === 'i18n_language' && p.in === 'query'), `${op.method} ${op.path}: i18n_language`);
  }
  const ids = spec.operations.map((op) => byPath[op.path][op.method.toLowerCase()].operationId).filter(Boolean);
  assert.equal(new Set(ids).size, ids.length, 'operationIds differ');
});
test('10.2 every parameter is in it', async () => {
  const d = await loadDoc();
  const byPath = paths(d);
  const bare = (n) => n.replace(/\[\]$/, '');
  for (const op of spec.operations) {
    const item = byPath[op.path];
    const ps = [...(item.parameters ?? []), ...(item[op.method.toLowerCase()].parameters ?? [])].map((p) => deref(p, d)).filter((p) => p.in === 'query').map((p) => bare(p.name));
    const want = [...(op.query ?? []), ...(op.query_from ? spec.filters[op.query_from.split('.')[1]] : [])].map((p) => p.name);
    for (const n of want) assert.ok(ps.includes(n), `${op.method} ${op.path}: ${n}`);
    if (op.query_from) assert.ok(ps.includes('_fields'), `${op.path}: _fields`);
  }
  const events = (byPath['/events'].get.parameters ?? []).concat(byPath['/events'].parameters ?? []).map((p) => deref(p, d).name);
  for (const n of ['orderby', 'order', 'geoloc_radius', 'from', 'to']) assert.ok(events.includes(n), n);
});
test('10.2 every body field is in it, in JSON and in forms, required where it is', async () => {
  const d = await loadDoc();
  const byPath = paths(d);
  for (const op of spec.operations.filter((x) => x.body_from)) {
    const body = deref(byPath[op.path][op.method.toLowerCase()].requestBody, d);
    const want = spec.fields[op.body_from.split('.')[1]].map((f) => f.name);
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const schema = body?.content?.[type]?.schema;
      assert.ok(schema, `${op.method} ${op.path} ${type}`);
      const has = props(schema, d);
      for (const n of want) assert.ok(n in has, `${op.method} ${op.path} ${type}: ${n}`);
      const required = [deref(schema, d), ...(deref(schema, d).allOf ?? []).map((x) => deref(x, d))].flatMap((x) => x.required ?? []);
      for (const n of op.required) assert.ok(required.includes(n), `${n} is required`);
      if (!op.required.length) eq(required, []);
    }
  }
});
test('10.2 every field of a record is in the schema of its answers', async () => {
  const d = await loadDoc();
  const byPath = paths(d);
  for (const k of ALL) {
    const res = deref(byPath[`${KINDS[k].path}/{id}`].get.responses['200'], d);
    const has = props(res.content['application/json'].schema, d);
    for (const key of SCHEMA_KEYS[k]) assert.ok(key in has, `${k}.${key}`);
  }
});
test('10.2 the document is exact: it rejects data that it does not describe', async () => {
  const d = await loadDoc();
  const byPath = paths(d);
  for (const k of ALL) {
    const rec = await create(k);
    const good = is(await get(byId(k, rec)), 200).json;
    const { schema } = deref(byPath[`${KINDS[k].path}/{id}`].get.responses['200'], d).content['application/json'];
    eq(validate(good, schema, d), []);
    for (const key of ['id', KINDS[k].name, 'slug', 'description']) {
      assert.notEqual(validate({ ...good, [key]: [] }, schema, d).length, 0, `${k}.${key} may not be a list`);
      const { [key]: _, ...without } = good;
      assert.notEqual(validate(without, schema, d).length, 0, `${k}.${key} may not be absent`);
    }
  }
});
test('10.2 the document is exact: records, nested records and list envelopes are closed', async () => {
  const d = await loadDoc();
  const byPath = paths(d);
  const schemaOf = (path, method, status) => deref(byPath[path][method].responses[status], d).content['application/json'].schema;
  const surplus = { no_such_key: 1 };
  const refuses = (value, schema, what) => assert.notEqual(validate(value, schema, d).length, 0, `${what} with a key that is not described`);
  const linked = {};
  for (const k of ['venue', 'organizer', 'category', 'tag']) linked[k] = (await create(k)).id;
  for (const k of ALL) {
    const { path, plural, name } = KINDS[k];
    const links = k === 'event' ? { venue: [linked.venue], organizer: [linked.organizer], categories: [linked.category], tags: [linked.tag] } : {};
    const made = is(await post(path, { as: 'admin', body: fields(k, links) }), 201).json;
    keep(k, made);
    const got = is(await get(byId(k, made)), 200).json;
    const list = (await find(k, { search: made[name].split(' ').pop() })).r.json;
    const [single, many, created] = [schemaOf(`${path}/{id}`, 'get', '200'), schemaOf(path, 'get', '200'), schemaOf(path, 'post', '201')];
    for (const [value, schema] of [[got, single], [list, many], [made, created]]) eq(validate(value, schema, d), []);
    refuses({ ...got, ...surplus }, single, k);
    refuses({ ...made, ...surplus }, created, `created ${k}`);
    refuses({ ...list, ...surplus }, many, `list of ${plural}`);
    refuses({ ...list, [plural]: [{ ...list[plural][0], ...surplus }] }, many, `${k} in a list`);
    for (const key of ['rest_url', 'next_rest_url', 'previous_rest_url', 'total', 'total_pages']) {
      const { [key]: _, ...without } = list;
      assert.notEqual(validate(without, many, d).length, 0, `list of ${plural} without ${key}`);
    }
    if (k !== 'event') continue;
    for (const field of ['venue', 'organizer', 'categories', 'tags']) refuses({ ...got, [field]: [{ ...got[field][0], ...surplus }] }, single, `${field} of an event`);
    for (const field of ['categories', 'tags']) refuses({ ...got, [field]: [{ ...got[field][0], count: 1 }] }, single, `3.7 ${field} of an event`);
  }
});
test('10.2 no reference dangles', async () => {
  const d = await loadDoc();
  const seen = [];
  (function walk(x) { if (x && typeof x === 'object') { if (typeof x.$ref === 'string') seen.push(x.$ref); Object.values(x).forEach(walk); } }(d));
  for (const ref of new Set(seen)) assert.ok(deref({ $ref: ref }, d) !== undefined, ref);
});
test('10.2 answers of every kind fit: reads, lists, writes, errors', async () => {
  // Fills the log with a bit of everything; the check itself is the last test of this file.
  for (const k of ALL) {
    const rec = await create(k);
    for (const lang of LANGS) await get(byId(k, rec), { lang });
    if (POSTS.includes(k)) await get(bySlug(k, rec));
    await find(k, { search: unique() });
    await get(KINDS[k].path, { query: { page: 'x' } });
    await get(byId(k, NOBODY));
    await get(byId(k, NOBODY), { headers: { accept: 'application/problem+json' } });
    await get(KINDS[k].path, { headers: { authorization: 'Bearer wrong' } });
    await post(KINDS[k].path, { body: {} });
    await post(KINDS[k].path, { as: 'subscriber', body: {} });
    await post(KINDS[k].path, { as: 'admin', body: {} });
    await post(KINDS[k].path, { as: 'admin', body: fields(k, { slug: rec.slug }) });
    await post(KINDS[k].path, { as: 'admin', raw: 'x', headers: { 'content-type': 'text/plain' } });
    await patch(byId(k, rec), { as: 'admin', body: { description: 'x' }, headers: { 'if-match': '"x"' } });
    const key = { 'idempotency-key': unique() };
    keep(k, is(await post(KINDS[k].path, { as: 'admin', headers: key, body: fields(k) }), 201).json);
    await post(KINDS[k].path, { as: 'admin', headers: key, body: fields(k) });
    await del(byId(k, rec), { as: 'admin' });
    await del(byId(k, rec), { as: 'admin' });
  }
});

docCheck();
