// Contract 5.6, 6.2: which texts a search finds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { rebuild } from '../../src/features/rebuild/rebuild.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { idsOf, testServer, unique } from '../support/server.ts'

const server = await testServer()
const other = await testServer({ LANGUAGES: 'fr,en' })
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

void test('5.6 a search that folds to an empty string matches nothing; a blank search is ignored', async () => {
  const { id } = await server.make('tags', { name: unique() })
  for (const search of ['ـ', '\u00ad', 'ـ \u0651']) assert.deepEqual(await found('tags', { hide_empty: 'false', search }), [], search)
  for (const search of ['', '  ']) assert.ok((await found('tags', { hide_empty: 'false', search, per_page: '100' })).includes(id))
})

void test('5.6 soft hyphens, dashes and Arabic digits are found by their plain forms, and the other way round', async () => {
  const word = unique()
  const { id } = await server.make('venues', { venue: `${word} Ton\u00adhalle Co\u2011op ٢٠٢٧` })
  for (const search of ['tonhalle', 'co-op', '2027', '۲۰۲۷', 'co\u2011op ton\u00adhalle'])
    assert.deepEqual(await found('venues', { search: `${word} ${search}` }), [id], search)
})

void test('5.6 7.4 rebuild folds search texts and names of terms anew, but for a name that another term has by now', async () => {
  const word = unique()
  const stale = async (name: string, key: string): Promise<number> => {
    const { id } = await server.make('tags', { name })
    await server.app.database.query(sql`update tags set name_key = ${key} where id = ${id}`)
    await server.app.database.query(sql`update tag_texts set search = ${key} where id = ${id}`)
    return id
  }
  const plain = await server.make('tags', { name: `${word} 9` })
  const [digits, taken] = [await stale(`${word} ٢٢٢٢`, `${word} ٢٢٢٢`), await stale(`${word} x`, `${word} y`)]
  await server.app.database.query(sql`update tag_texts set name = ${`${word} ٩`} where id = ${taken}`)
  await rebuild(server.app.database, siteOf(readConfig({ PUBLIC_URL: server.base })), Temporal.Now.instant(), () => ({
    step: () => undefined,
    end: () => undefined,
  }))
  const keys = await server.app.database.query<{ id: number; name_key: string }>(sql`select id, name_key from tags order by id`)
  const keyOf = (id: number) => keys.find((row) => row.id === id)?.name_key
  assert.deepEqual([keyOf(plain.id), keyOf(digits), keyOf(taken)], [`${word} 9`, `${word} 2222`, `${word} y`])
  assert.deepEqual(await found('tags', { hide_empty: 'false', search: `${word} 2222` }), [digits])
})

void test('3.4 translations names configured languages only: every address in it answers', async () => {
  const { id } = await other.make('tags', { name: unique() })
  await other.app.database.query(sql`
    insert into tag_texts (id, language, original, other_languages, name, slug_owner, search, changed_at)
    values (${id}, 'de', false, '{}', 'Wort', false, 'wort', now())`)
  const { translations } = (await other.get(`/tags/${id}`)).json as { translations: Record<string, string> }
  assert.deepEqual(Object.keys(translations), ['en'])
  for (const url of Object.values(translations)) assert.equal((await fetch(url)).status, 200)
})
