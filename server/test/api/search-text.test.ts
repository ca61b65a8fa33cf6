// Contract 5.6, 6.2: which texts a search finds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idsOf, testServer, unique } from '../support/server.ts'

const server = await testServer()
const found = async (plural: string, query: Record<string, string>): Promise<number[]> => {
  const answer = await server.get(`/${plural}?${new URLSearchParams(query).toString()}`)
  assert.equal(answer.status, 200, answer.text)
  return idsOf(answer.json[plural])
}

void test('6.2 a search finds a category or tag by the slug that was generated for it', async () => {
  const word = unique()
  const [first, second] = [await server.make('categories', { name: word }), await server.make('categories', { name: `${word}!` })]
  const [tag, other] = [await server.make('tags', { name: word }), await server.make('tags', { name: `${word}!` })]
  assert.deepEqual([second.slug, other.slug], [`${word}-2`, `${word}-2`])
  const all = { hide_empty: 'false' }
  assert.deepEqual(await found('categories', { ...all, search: `${word}-2` }), [second.id])
  assert.deepEqual(await found('tags', { ...all, search: `${word}-2` }), [other.id])
  assert.deepEqual((await found('categories', { ...all, search: word })).sort(), [first.id, second.id].sort())
  assert.deepEqual((await found('tags', { ...all, search: word })).sort(), [tag.id, other.id].sort())
})
