// Contract 9.2 and 9.3 as a property: whatever languages and fields a record has, every way of reading it follows the fallback rule.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/kernel/runtime/logger.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { seed } from '../support/evidence.ts'
import { freePort, NO_RATES, PATIENT } from '../support/process.ts'
import { testServer, unique, type Json } from '../support/server.ts'

/** Set in a copy of the server that has a fault: the test ends at the first counterexample. */
const IS_FAULTY = process.env['IS_FAULTY'] !== undefined
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
/** The default language of the test server. */
const DEFAULT: Language = 'en'

const word = fc.constantFrom('soko', 'marché', 'feira', 'market', 'سوق', 'مهرجان')
const language = fc.constantFrom(...LANGUAGES)
/** A write in one language of some of the fields: a text, or null to clear it. */
const write = fc.record({
  language,
  fields: fc.dictionary(fc.constantFrom('title', 'description', 'excerpt'), fc.option(word, { freq: 3 }), { minKeys: 1, maxKeys: 3 }),
})

/** The same calendar after the operator removed two languages, so that the original of some records is no longer configured. */
const CONFIGURED_LATER: readonly Language[] = ['ar', 'en', 'fr']
const laterPort = await freePort()
const laterConfig = readConfig({
  DATABASE_URL: server.database_url,
  PORT: String(laterPort),
  PUBLIC_URL: server.base,
  LOG_LEVEL: 'silent',
  ...NO_RATES,
  ...PATIENT,
  LANGUAGES: CONFIGURED_LATER.join(),
})
const later = await buildApp({ config: laterConfig, clock: systemClock, log: createLogger('silent') })
await later.http.app.listen({ host: '127.0.0.1', port: laterPort })
after(() => later.close())
async function readLater(path: string): Promise<Json> {
  const response = await fetch(`http://127.0.0.1:${laterPort}/calendar/events/v1${path}`)
  assert.equal(response.status, 200)
  return (await response.json()) as Json
}

/** The words that a search in one language finds an event by, and the words in its texts. */
const WORDS = ['soko', 'marché', 'feira', 'market', 'first'] as const
async function foundWords(id: number, asked: Language): Promise<string[]> {
  const found: string[] = []
  for (const each of WORDS) {
    const { json } = await server.get(`/events?include=${id}&search=${encodeURIComponent(each)}&i18n_language=${asked}`)
    if (json['total'] === 1) found.push(each)
  }
  return found
}
const wordsIn = (texts: Json): string[] =>
  WORDS.filter((each) => ['title', 'description', 'excerpt'].some((name) => String(texts[name]).includes(each)))

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
        for (const asked of LANGUAGES) {
          const wanted = expected(kind, own, original, asked)
          for (const record of await readings(kind, id, asked)) assert.deepEqual(seen(kind, record), wanted, `in ${asked}`)
          if (kind.plural === 'events') assert.deepEqual(await foundWords(id, asked), wordsIn(wanted), `found in ${asked}`)
          if (!CONFIGURED_LATER.includes(asked)) continue
          const translations = (wanted['translations'] as Language[]).filter((each) => CONFIGURED_LATER.includes(each))
          const later = await readLater(`/${kind.plural}/${id}?i18n_language=${asked}`)
          assert.deepEqual(seen(kind, later), { ...wanted, translations }, `in ${asked}, with fewer languages`)
        }
        await server.remove(`/${kind.plural}/${id}${kind.plural === 'categories' || kind.plural === 'tags' ? '' : '?force=true'}`)
      }),
      { seed, numRuns: IS_FAULTY ? 60 : 12, endOnFailure: IS_FAULTY },
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
/** The languages of 9.2 in their order. */
const chain = (asked: Language, original: Language): Language[] => [asked, ...(asked === DEFAULT ? [] : [DEFAULT]), original]
const first = (own: ReadonlyMap<Language, Texts>, languages: readonly Language[], name: string): string | undefined =>
  languages.map((each) => own.get(each)?.[name]).find((text) => text !== undefined)
/** The rule of 9.3: a translation that equals its fallback is not stored, and a translation without a text is none. */
function apply(own: Map<Language, Texts>, original: Language, into: Language, sent: Readonly<Record<string, string | null>>): void {
  const texts = { ...own.get(into) }
  for (const [name, value] of Object.entries(sent)) {
    // A value that equals the one that the language shows counts as not sent (2.9).
    if (value !== null && value === first(own, chain(into, original), name)) continue
    if (value === null || (into !== original && value === first(own, chain(into, original).slice(1), name))) delete texts[name]
    else texts[name] = value
  }
  if (Object.keys(texts).length === 0) own.delete(into)
  else own.set(into, texts)
}
/** The rule of 9.2: the text of the requested language, field by field, else of the default, else of the original. */
function expected(kind: Kind, own: ReadonlyMap<Language, Texts>, original: Language, asked: Language): Json {
  const languages = chain(asked, original)
  const texts = Object.fromEntries(kind.texts.map((name) => [name, first(own, languages, name) ?? '']))
  const titled = languages.find((each) => own.get(each)?.[kind.title] !== undefined)
  return { ...texts, language: titled, translations: [...own.keys()].sort() }
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

test('9.2 lists sorted by title use the text that each record shows', async () => {
  const word = unique()
  const make = async (original: string, titles: Readonly<Record<string, string>>): Promise<number> => {
    const { id } = await server.make('events', {
      title: `${titles[original]} ${word}`,
      start_date: '2032-01-01',
      end_date: '2032-01-02',
      i18n_language: original,
    })
    for (const [into, title] of Object.entries(titles))
      if (into !== original) await server.patch(`/events/${id}`, { title: `${title} ${word}`, i18n_language: into })
    return id
  }
  const ids = [await make('sw', { sw: 'z', en: 'b' }), await make('sw', { sw: 'a', fr: 'c' }), await make('fr', { fr: 'd', en: '0' })]
  const sorted = async (asked: string): Promise<unknown[]> =>
    ((await server.get(`/events?include=${ids.join()}&orderby=title&i18n_language=${asked}`)).json['events'] as Json[]).map(({ id }) =>
      ids.indexOf(Number(id)),
    )
  assert.deepEqual(
    [await sorted('fr'), await sorted('sw'), await sorted('en')],
    [
      [0, 1, 2],
      [2, 1, 0],
      [2, 1, 0],
    ],
  )
})
test('3.4 translation_status is current, outdated or missing, and lists can filter by it', async () => {
  const { id } = await server.make('tags', { name: `Star ${unique()}` })
  const status = async (): Promise<unknown> => (await server.get(`/tags/${id}`)).json['translation_status']
  const inList = async (name: string): Promise<number> =>
    (await server.get(`/tags?include=${id}&hide_empty=0&${name}`)).json['total'] as number
  await server.patch(`/tags/${id}`, { name: `Étoile ${unique()}`, i18n_language: 'fr' })
  assert.deepEqual(await status(), { ar: 'missing', en: 'current', fr: 'current', 'pt-pt': 'missing', sw: 'missing' })
  assert.deepEqual(
    [await inList('missing_translation=fr'), await inList('missing_translation=sw'), await inList('outdated_translation=fr')],
    [0, 1, 0],
  )
  await new Promise((resolve) => setTimeout(resolve, 5))
  await server.patch(`/tags/${id}`, { slug: `star-${unique()}` })
  assert.equal(await inList('outdated_translation=fr'), 0, 'a new slug is not a new text')
  await server.patch(`/tags/${id}`, { description: 'newer' })
  assert.deepEqual(await status(), { ar: 'missing', en: 'current', fr: 'outdated', 'pt-pt': 'missing', sw: 'missing' })
  assert.deepEqual([await inList('outdated_translation=fr'), await inList('outdated_translation=sw')], [1, 0])
  await server.patch(`/tags/${id}`, { description: 'plus récent', i18n_language: 'fr' })
  assert.equal(await inList('outdated_translation=fr'), 0)
  assert.equal((await server.get('/tags?missing_translation=de')).status, 400)
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
