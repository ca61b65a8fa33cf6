// The service's own OpenAPI document, and a small JSON Schema checker to hold its answers against it (rule 10.2).
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { get, is, log, NS } from './client.mjs';

let doc;
export const loadDoc = async () => { doc ??= is(await get('/doc'), 200).json; return doc; };

/** Follows local references. */
export function deref(node, root = doc, depth = 0) {
  if (!node || typeof node.$ref !== 'string' || depth > 20) return node;
  const parts = node.$ref.replace(/^#\/?/, '').split('/').map((p) => decodeURIComponent(p).replace(/~1/g, '/').replace(/~0/g, '~'));
  return deref(parts.reduce((x, p) => x?.[p], root), root, depth + 1);
}

/** Path items keyed by path below the namespace, '' for the root. */
export function paths(d) {
  const strip = (p) => (p.startsWith(NS) ? p.slice(NS.length) : p).replace(/\/$/, '');
  return Object.fromEntries(Object.entries(d.paths ?? {}).map(([p, item]) => [strip(p), deref(item, d)]));
}

/** Property names of a schema, through allOf/anyOf/oneOf. */
export function props(schema, root, depth = 0) {
  const s = deref(schema, root);
  if (!s || depth > 8) return {};
  return Object.assign({}, ...['allOf', 'anyOf', 'oneOf'].flatMap((k) => (s[k] ?? []).map((x) => props(x, root, depth + 1))), s.properties ?? {});
}

const typeOf = (v) => (v === null ? 'null' : Array.isArray(v) ? 'array' : Number.isInteger(v) ? 'integer' : typeof v);
const same = (a, b) => { try { assert.deepEqual(a, b); return true; } catch { return false; } };

/** Errors of a value against a schema, as a list of texts (the first few). */
export function validate(value, schema, root, at = '$', depth = 0) {
  if (schema === true || schema === undefined || depth > 40) return [];
  if (schema === false) return [`${at}: not allowed`];
  const s = schema;
  const out = [];
  const sub = (v, sch, where) => validate(v, sch, root, where, depth + 1);
  if (s.$ref) {
    const target = deref(s, root);
    if (target === undefined) return [`${at}: dangling $ref ${s.$ref}`];
    out.push(...sub(value, target, at));
  }
  const t = typeOf(value);
  if (s.type) {
    const types = [s.type].flat();
    if (!types.includes(t) && !(t === 'integer' && types.includes('number'))) return [`${at}: ${t} instead of ${types}`];
  }
  if (s.enum && !s.enum.some((e) => same(e, value))) out.push(`${at}: ${JSON.stringify(value)} is not one of ${JSON.stringify(s.enum)}`);
  if ('const' in s && !same(s.const, value)) out.push(`${at}: is not ${JSON.stringify(s.const)}`);
  if (t === 'string') {
    if (s.pattern && !new RegExp(s.pattern, 'u').test(value)) out.push(`${at}: "${value}" does not match ${s.pattern}`);
    if (s.minLength !== undefined && [...value].length < s.minLength) out.push(`${at}: too short`);
    if (s.maxLength !== undefined && [...value].length > s.maxLength) out.push(`${at}: too long`);
  }
  if (t === 'integer' || t === 'number') {
    if (value < s.minimum || value > s.maximum || value <= s.exclusiveMinimum || value >= s.exclusiveMaximum) out.push(`${at}: ${value} out of range`);
  }
  if (t === 'array') {
    if (value.length < s.minItems || value.length > s.maxItems) out.push(`${at}: wrong number of items`);
    const head = s.prefixItems ?? [];
    value.forEach((v, i) => out.push(...sub(v, head[i] ?? s.items, `${at}[${i}]`)));
  }
  if (t === 'object') {
    for (const k of s.required ?? []) if (!Object.hasOwn(value, k)) out.push(`${at}: lacks ${k}`);
    for (const [k, v] of Object.entries(value)) {
      const p = s.properties && Object.hasOwn(s.properties, k) ? s.properties[k] : undefined;
      const pats = Object.entries(s.patternProperties ?? {}).filter(([re]) => new RegExp(re, 'u').test(k));
      if (p !== undefined) out.push(...sub(v, p, `${at}.${k}`));
      for (const [, ps] of pats) out.push(...sub(v, ps, `${at}.${k}`));
      if (p === undefined && !pats.length && s.additionalProperties !== undefined) out.push(...sub(v, s.additionalProperties, `${at}.${k}`));
    }
  }
  for (const x of s.allOf ?? []) out.push(...sub(value, x, at));
  if (s.anyOf && !s.anyOf.some((x) => !sub(value, x, at).length)) out.push(`${at}: fits none of anyOf (${sub(value, s.anyOf[0], at)[0]})`);
  if (s.oneOf) {
    const fits = s.oneOf.filter((x) => !sub(value, x, at).length).length;
    if (fits !== 1) out.push(`${at}: fits ${fits} of oneOf`);
  }
  if (s.not && !sub(value, s.not, at).length) out.push(`${at}: fits what it must not`);
  if (s.if) out.push(...sub(value, sub(value, s.if, at).length ? s.else : s.then, at));
  if (t === 'object' && s.unevaluatedProperties !== undefined) {
    const known = evaluated(value, { ...s, unevaluatedProperties: undefined }, root);
    for (const [k, v] of Object.entries(value)) if (!known.has(k)) out.push(...sub(v, s.unevaluatedProperties, `${at}.${k}`));
  }
  return out.slice(0, 5);
}

/** The keys of an object that a schema and its parts speak of, for unevaluatedProperties. */
function evaluated(value, s, root, depth = 0) {
  const known = new Set();
  if (!s || typeof s !== 'object' || depth > 12) return known;
  const take = (x) => { for (const k of evaluated(value, x, root, depth + 1)) known.add(k); };
  for (const k of Object.keys(value)) {
    const named = Object.hasOwn(s.properties ?? {}, k) || Object.keys(s.patternProperties ?? {}).some((re) => new RegExp(re, 'u').test(k));
    if (named || s.additionalProperties !== undefined || s.unevaluatedProperties !== undefined) known.add(k);
  }
  if (s.$ref) take(deref(s, root));
  for (const x of s.allOf ?? []) take(x);
  for (const x of [...(s.anyOf ?? []), ...(s.oneOf ?? [])]) if (!validate(value, x, root).length) take(x);
  if (s.if) { const yes = !validate(value, s.if, root).length; if (yes) take(s.if); take(yes ? s.then : s.else); }
  return known;
}

const template = (path) => path.split('?')[0].replace(/\/$/, '').replace(/\/by-slug\/[^/]+$/, '/by-slug/{slug}').replace(/\/by-slug\/[^/]+\/\d{4}-\d\d-\d\d(T\d{4})?$/, '/by-slug/{slug}/{date}').replace(/\/\d+\/reset$/, '/{id}/reset').replace(/\/by-external\/[^/]+\/[^/]+$/, '/by-external/{source}/{external_id}').replace(/\/\d+$/, '/{id}');

/** Errors of one logged answer against the document; null when it is no answer of an operation. */
function against(d, byPath, r) {
  const op = byPath[template(r.path)]?.[r.method.toLowerCase()];
  if (!op || /_fields/.test(typeof r.query === 'string' ? r.query : Object.keys(r.query ?? {}).join())) return null;
  const res = deref(op.responses?.[r.status] ?? op.responses?.[`${String(r.status)[0]}XX`] ?? op.responses?.default, d);
  const name = `${r.method} ${template(r.path) || '/'} ${r.status}`;
  if (!res) return [`${name}: status not documented`];
  const type = r.type.split(';')[0].trim();
  const media = res.content?.[type];
  if (!media) return [`${name}: ${type} not documented`];
  return validate(r.json, media.schema, d).map((e) => `${name}: ${e}`);
}

/** Call at the end of a test file: everything answered so far must fit /doc. */
export function docCheck() {
  test(`10.2 every answer of ${basename(process.argv[1])} fits the description in /doc`, async () => {
    if (!log.length) for (const p of ['', '/events', '/categories']) await get(p); // run on its own
    const seen = log.slice();
    const d = await loadDoc();
    const byPath = paths(d);
    const found = new Set();
    let checked = 0;
    for (const r of seen) {
      const e = against(d, byPath, r);
      if (e === null) continue;
      checked += 1;
      for (const x of e) found.add(x.replace(/\[\d+\]/g, '[]'));
      if (found.size > 15) break;
    }
    assert.deepEqual([...found], []);
    assert.ok(checked > 0, 'no answer of this file could be checked');
  });
}
