// Contract 9.2 and 9.3 as a property: whatever languages and fields a record has, every way of reading it follows the fallback rule.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testServer, unique, type Json } from '../support/server.ts'

const server = await testServer()
const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw'] as const
type Language = (typeof LANGUAGES)[number]
const KINDS = [
  {
    plural: 'events',
    title: 'title',
    texts: ['title', 'description', 'excerpt'],
    more: { start_date: '2031-01-01', end_date: '2031-01-02' },
  },
  { plural: 'venues', title: 'venue', texts: ['venue', 'description'], more: {} },
  { plural: 'organizers', title: 'organizer', texts: ['organizer', 'description'], more: {} },
  { plural: 'categories', title: 'name', texts: ['name', 'description'], more: {} },
  { plural: 'tags', title: 'name', texts: ['name', 'description'], more: {} },
] as const
type Texts = Partial<Record<string, string>>

const word = fc.constantFrom('soko', 'marché', 'feira', 'market', 'سوق', 'مهرجان')
const language = fc.constantFrom(...LANGUAGES)
/** A write in one language of some of the fields: a text, or null to clear it. */
const write = fc.record({
  language,
  fields: fc.dictionary(fc.constantFrom('title', 'description', 'excerpt'), fc.option(word, { freq: 3 }), { minKeys: 1, maxKeys: 3 }),
})

for (const kind of KINDS) {
  test(`9.2 9.3 ${kind.plural}: read(language) is the fallback rule, over single, list, by slug and nested reads, after partial updates`, async () => {
    await fc.assert(
      fc.asyncProperty(language, fc.array(write, { minLength: 1, maxLength: 5 }), async (original, writes) => {
        const own = new Map<Language, Texts>([[original, { [kind.title]: `Original ${unique()}`, description: 'first' }]])
        const { id } = await server.make(kind.plural, { ...own.get(original), ...kind.more, i18n_language: original })
        for (const { language: into, fields } of writes) {
          const sent = Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => named(kind, name, value)))
          if (Object.keys(sent).length === 0 || (into === original && sent[kind.title] === null)) continue
          const answer = await server.patch(`/${kind.plural}/${id}`, { ...sent, i18n_language: into })
          assert.equal(answer.status, 200, answer.text)
          apply(own, original, into, sent)
        }
        for (const asked of LANGUAGES)
          for (const record of await readings(kind, id, asked))
            assert.deepEqual(seen(kind, record), expected(kind, own, original, asked), `in ${asked}`)
        await server.remove(`/${kind.plural}/${id}${kind.plural === 'categories' || kind.plural === 'tags' ? '' : '?force=true'}`)
      }),
      { numRuns: 12 },
    )
  })
}
type Kind = (typeof KINDS)[number]

/** The field as this kind calls it; titles carry a word of their own, so that names stay unique. */
function named(kind: Kind, name: string, value: string | null): [string, string | null][] {
  const own = name === 'title' ? kind.title : name
  if (!(kind.texts as readonly string[]).includes(own)) return []
  return [[own, value !== null && own === kind.title ? `${value} ${unique()}` : value]]
}
/** The rule of 9.3: what equals the fallback is not kept, and a translation without a text is none. */
function apply(own: Map<Language, Texts>, original: Language, into: Language, sent: Readonly<Record<string, string | null>>): void {
  const texts = { ...own.get(into) }
  for (const [name, value] of Object.entries(sent)) {
    if (value === null || (into !== original && value === own.get(original)?.[name])) delete texts[name]
    else texts[name] = value
  }
  if (Object.keys(texts).length === 0) own.delete(into)
  else own.set(into, texts)
}
/** The rule of 9.2: the asked language's text, field by field, else the original's; `language` says whose title it is. */
function expected(kind: Kind, own: ReadonlyMap<Language, Texts>, original: Language, asked: Language): Json {
  const [mine, source] = [own.get(asked) ?? {}, own.get(original) ?? {}]
  const texts = Object.fromEntries(kind.texts.map((name) => [name, mine[name] ?? source[name] ?? '']))
  return { ...texts, language: mine[kind.title] === undefined ? original : asked, translations: [...own.keys()].sort() }
}
const seen = (kind: Kind, record: Json): Json => ({
  ...Object.fromEntries([...kind.texts, 'language'].map((name) => [name, record[name]])),
  translations: Object.keys(record['translations'] as Json).sort(),
})

/** The record by every way there is to read it. */
async function readings(kind: Kind, id: number, asked: Language): Promise<Json[]> {
  const single = (await server.get(`/${kind.plural}/${id}?i18n_language=${asked}`)).json
  const byRoot = (await server.get(`/${kind.plural}/${id}`, { root: `/${asked}` })).json
  const found = [single, byRoot]
  if (kind.plural === 'events' || kind.plural === 'categories' || kind.plural === 'tags') {
    const list = await server.get(`/${kind.plural}?include=${id}&hide_empty=0&i18n_language=${asked}`)
    found.push(...(list.json[kind.plural] as Json[]))
  }
  if (kind.plural === 'events' || kind.plural === 'venues' || kind.plural === 'organizers')
    found.push((await server.get(`/${kind.plural}/by-slug/${encodeURIComponent(String(single['slug']))}?i18n_language=${asked}`)).json)
  if (kind.plural !== 'events') {
    const field = { venues: 'venue', organizers: 'organizer', categories: 'categories', tags: 'tags' }[kind.plural]
    const event = await server.make('events', { title: unique(), start_date: '2031-01-01', end_date: '2031-01-01', [field]: id })
    found.push(...((await server.get(`/events/${event.id}?i18n_language=${asked}`)).json[field] as Json[]))
    await server.remove(`/events/${event.id}?force=true`)
  }
  return found
}

test('3.4 translation_status is current, outdated or missing, and lists can filter by it', async () => {
  const { id } = await server.make('tags', { name: `Star ${unique()}` })
  const status = async (): Promise<unknown> => (await server.get(`/tags/${id}`)).json['translation_status']
  const inList = async (name: string): Promise<number> =>
    (await server.get(`/tags?include=${id}&hide_empty=0&${name}`)).json['total'] as number
  await server.patch(`/tags/${id}`, { name: `Étoile ${unique()}`, i18n_language: 'fr' })
  assert.deepEqual(await status(), { ar: 'missing', en: 'current', fr: 'current', 'pt-pt': 'missing', sw: 'missing' })
  assert.deepEqual([await inList('untranslated_in=fr'), await inList('untranslated_in=sw'), await inList('outdated_in=fr')], [0, 1, 0])
  await new Promise((resolve) => setTimeout(resolve, 5))
  await server.patch(`/tags/${id}`, { slug: `star-${unique()}` })
  assert.equal(await inList('outdated_in=fr'), 0, 'a new slug is not a new text')
  await server.patch(`/tags/${id}`, { description: 'newer' })
  assert.deepEqual(await status(), { ar: 'missing', en: 'current', fr: 'outdated', 'pt-pt': 'missing', sw: 'missing' })
  assert.deepEqual([await inList('outdated_in=fr'), await inList('outdated_in=sw')], [1, 0])
  await server.patch(`/tags/${id}`, { description: 'plus récent', i18n_language: 'fr' })
  assert.equal(await inList('outdated_in=fr'), 0)
  assert.equal((await server.get('/tags?untranslated_in=de')).status, 400)
})
test('9.1 texts that mix Arabic and Latin are returned unchanged, and Arabic slugs work in paths, links and Location', async () => {
  const title = `مهرجان Jazz 2031 \u200f(القاهرة)\u200e – «نسخة» ${unique()}`
  const answer = await server.post('/events', {
    title,
    start_date: '2031-01-01',
    end_date: '2031-01-02',
    slug: `مهرجان-${unique()}`,
    i18n_language: 'ar',
  })
  assert.equal(answer.json['title'], title.normalize('NFC'))
  const again = await server.get(`/events/by-slug/${encodeURIComponent(String(answer.json['slug']))}`, { root: '/ar' })
  assert.deepEqual([again.status, again.json['title']], [200, title.normalize('NFC')])
  const list = await server.get(`/events?starts_after=2030-01-01&search=${encodeURIComponent('القاهرة')}&i18n_language=ar`)
  assert.match(String(list.json['rest_url']), /search=%D8%A7%D9%84/)
  assert.equal(list.json['total'], 1)
})
