// GET /doc in every language is a valid OpenAPI 3.1 document by the schema of the OpenAPI Initiative, and has the same operations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { testServer, type Json } from '../support/server.ts'

const server = await testServer()
const errorsOf = async (document: Json): Promise<unknown> => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  return valid ? null : (errors ?? 'invalid')
}
type Operations = Record<string, Record<string, Json & { operationId: string; summary: string; description: string }>>
const operationsOf = (document: Json): Operations[string][string][] =>
  Object.values(document['paths'] as Operations).flatMap((item) => Object.values(item))

void test('10.2 the document is valid OpenAPI 3.1 in every language', async () => {
  const english = (await server.get('/doc')).json
  for (const language of ['ar', 'en', 'fr', 'pt-pt', 'sw']) {
    const { status, json } = await server.get(`/doc?i18n_language=${language}`)
    assert.equal(status, 200)
    assert.equal(await errorsOf(json), null, language)
    assert.deepEqual(
      operationsOf(json).map(({ operationId }) => operationId),
      operationsOf(english).map(({ operationId }) => operationId),
    )
  }
})
void test('10.2 the validation of the document can fail', async () => {
  const { json } = await server.get('/doc')
  assert.notEqual(await errorsOf({ ...json, openapi: '4.0' }), null)
  assert.notEqual(await errorsOf({ ...json, info: {} }), null)
  assert.notEqual(await errorsOf({ ...json, paths: { events: {} } }), null)
})
void test('10.2 operation IDs and summaries are unique, and descriptions differ by kind', async () => {
  const operations = operationsOf((await server.get('/doc')).json)
  const repeated = (values: readonly string[]): string[] => values.filter((value, i) => values.indexOf(value) !== i)
  assert.deepEqual(repeated(operations.map(({ operationId }) => operationId)), [])
  assert.deepEqual(repeated(operations.map(({ summary }) => summary)), [])
  for (const { summary, description, operationId } of operations) {
    assert.match(summary, /^[A-Z].*[^.]$/, operationId)
    assert.match(description, /^[A-Z].*\.$/, operationId)
  }
  const kinds = ['event', 'venue', 'organizer', 'category', 'tag', 'image']
  for (const verb of ['get', 'create', 'update', 'delete']) {
    const own = operations.filter(({ operationId }) => kinds.some((kind) => operationId === `${verb}_${kind}`))
    assert.equal(own.length, kinds.length)
    assert.deepEqual(repeated(own.map(({ description }) => description)), [])
  }
})

/** Sentences that break the rules for public texts. */
const unplain = (text: string): string[] =>
  text
    .split(/(?<=[.;])\s+/)
    .filter((sentence) => sentence.split(/\s+/).length > 25 || /^(What|Who|Of|Whoever|Whom)\b|\bhe\b|\btold\b/.test(sentence))
void test('10.2 descriptions are plain sentences', async () => {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node))
      if (key === 'description' && typeof value === 'string') found.add(value)
      else if (key !== 'examples') walk(value)
  }
  walk((await server.get('/doc')).json)
  assert.ok(found.size > 150)
  assert.deepEqual(
    [...found].filter((text) => !/[.`]$/.test(text) || unplain(text).length > 0),
    [],
  )
  assert.equal(unplain('What is left of the limit.').length, 1)
  assert.equal(unplain(`One ${'very '.repeat(24)}long sentence.`).length, 1)
})
