// Contract 9.1 to 9.4: one record, several texts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badInputs, idsOf, NS, testServer, unique, type Answer, type Json, type Sending } from '../support/server.ts'

const server = await testServer()
const french = await testServer({ LANGUAGES: 'fr,en', DEFAULT_LANGUAGE: 'fr' })
const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw'] as const
type Language = (typeof LANGUAGES)[number]
const KINDS = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const
type Plural = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Plural[]
const OWNED = ['events', 'venues', 'organizers'] as const

const body = (plural: Plural, more: Json = {}): Json => ({
  [KINDS[plural]]: unique(),
  ...(plural === 'events' && { start_date: '2031-02-02 10:00', end_date: '2031-02-02 12:00' }),
  ...more,
})
const make = (plural: Plural, more: Json = {}) => server.make(plural, body(plural, more))
const ok = (answer: Answer): Json => {
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}
const read = async (plural: Plural, id: number, language: Language): Promise<Json> =>
  ok(await server.get(`/${plural}/${id}?i18n_language=${language}`))
const write = async (plural: Plural, id: number, language: Language, more: Json): Promise<Json> =>
  ok(await server.patch(`/${plural}/${id}`, { i18n_language: language, ...more }))
/** Languages that have a text of their own. */
const own = (record: Json): string[] => Object.keys(record['translations'] as Json)

for (const plural of ALL) {
  const name = KINDS[plural]
  void test(`9.1 ${plural}: i18n_language wins over the root, which wins over the default; Accept-Language does not count`, async () => {
    const word = unique()
    const { id } = await make(plural, { [name]: `en ${word}` })
    for (const language of LANGUAGES) if (language !== 'en') await write(plural, id, language, { [name]: `${language} ${word}` })
    const at = `/${plural}/${id}`
    const heard = (sending: Sending): Sending => ({ ...sending, headers: { 'accept-language': 'sw' } })
    const asked = [
      [at, {}, 'en'],
      [`${at}?i18n_language=fr`, {}, 'fr'],
      [`${at}?i18n_language=`, { root: '/ar' }, 'ar'],
      [`${at}?i18n_language=en`, { root: '/ar' }, 'en'],
      [`${at}?i18n_language=pt-pt`, { root: '/en' }, 'pt-pt'],
      ...LANGUAGES.map((language) => [at, { root: `/${language}` }, language] as const),
    ] as const
    for (const [path, sending, language] of asked) {
      const answer = await server.get(path, heard(sending))
      assert.deepEqual([answer.json['language'], answer.headers.get('content-language')], [language, language], path)
      assert.equal(answer.json[name], `${language} ${word}`, path)
      const terms = plural === 'categories' || plural === 'tags' ? 'hide_empty=false' : 'status=publish'
      const query = `${path.split('?')[1] ?? ''}&search=${word}&${plural === 'events' ? 'starts_after=1900-01-01' : terms}`
      const list = await server.get(`/${plural}?${query}`, heard(sending))
      const [listed] = list.json[plural] as Json[]
      assert.deepEqual([listed?.[name], list.headers.get('content-language')], [`${language} ${word}`, language], query)
    }
  })
  void test(`1.2 2.9 ${plural}: a record that was read in a language can be sent back to its own URL`, async () => {
    const made = await make(plural, { [name]: `Market ${unique()}`, description: 'English' })
    await write(plural, made.id, 'fr', { [name]: `Marché ${unique()}`, description: 'Français' })
    const self = (record: Json): string => String(record['rest_url'] ?? (record['urls'] as Json)['self'])
    const before = await read(plural, made.id, 'en')
    for (const [query, sending] of [
      ['?i18n_language=fr', {}],
      ['?i18n_language=fr', { root: '/ar' }],
      ['', { root: '/fr' }],
    ] as const) {
      const shown = ok(await server.get(`/${plural}/${made.id}${query}`, sending))
      assert.equal(self(shown), `${server.base}/fr${NS}/${plural}/${made.id}`)
      const answer = await server.request('PUT', `/${self(shown).slice(server.base.length)}`, {
        as: 'admin',
        body: { ...shown, description: 'Nouveau' },
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(self(answer.json), self(shown))
      assert.match(String((await read(plural, made.id, 'fr'))['description']), /Nouveau/)
      const after = await read(plural, made.id, 'en')
      assert.deepEqual([after[name], after['description']], [before[name], before['description']])
    }
    const sent = await server.post(`/${plural}`, { ...body(plural), i18n_language: 'fr' })
    assert.equal(sent.headers.get('location'), self(sent.json))
    assert.match(self(sent.json), /\/fr\//)
    const list = await server.get(`/${plural}?i18n_language=fr&per_page=1&hide_empty=false&starts_after=1900-01-01`)
    const next = new URL(String(list.json['next_rest_url']))
    assert.deepEqual([next.pathname, next.searchParams.get('i18n_language')], [`/fr${NS}/${plural}`, 'fr'])
  })
  void test(`9.1 ${plural}: a language that is not configured is 400, in the query and in the body`, async () => {
    const { id } = await make(plural)
    for (const word of ['de', 'EN', 'pt']) {
      for (const path of [`/${plural}`, `/${plural}/${id}`]) {
        assert.deepEqual(badInputs(await server.get(`${path}?i18n_language=${word}`, { root: '/fr' })), ['i18n_language'])
        assert.deepEqual(badInputs(await server.post(`${path}?i18n_language=${word}`, body(plural))), ['i18n_language'])
        assert.deepEqual(badInputs(await server.post(path, body(plural, { i18n_language: word }))), ['i18n_language'])
      }
      assert.deepEqual(badInputs(await server.remove(`/${plural}/${id}?i18n_language=${word}`)), ['i18n_language'])
    }
    assert.equal((await server.get(`/${plural}/${id}`)).status, 200)
  })

  void test(`9.2 ${plural}: name, description and slug by language, falling back field by field to the original`, async () => {
    const word = unique()
    const made = await make(plural, { [name]: `One ${word}`, description: '<p>one</p>', ...(plural === 'events' && { excerpt: 'uno' }) })
    await write(plural, made.id, 'fr', { [name]: `Un ${word}` })
    await write(plural, made.id, 'sw', { description: '<p>moja</p>' })
    await write(plural, made.id, 'ar', { [name]: `واحد ${word}`, description: '<p>واحد</p>', slug: `wahid-${word}` })
    const wanted: Record<Language, readonly string[]> = {
      en: [`One ${word}`, '<p>one</p>', `one-${word}`, 'en'],
      fr: [`Un ${word}`, '<p>one</p>', `un-${word}`, 'fr'],
      sw: [`One ${word}`, '<p>moja</p>', `one-${word}`, 'en'],
      ar: [`واحد ${word}`, '<p>واحد</p>', `wahid-${word}`, 'ar'],
      'pt-pt': [`One ${word}`, '<p>one</p>', `one-${word}`, 'en'],
    }
    for (const language of LANGUAGES) {
      const shown = await read(plural, made.id, language)
      assert.deepEqual(
        [name, 'description', 'slug', 'language'].map((each) => shown[each]),
        wanted[language],
        language,
      )
      assert.deepEqual(own(shown), ['ar', 'en', 'fr', 'sw'])
      if (plural === 'events') assert.equal(shown['excerpt'], 'uno')
    }
    const { translations } = await read(plural, made.id, 'en')
    for (const [language, url] of Object.entries(translations as Record<string, string>)) {
      assert.equal(url, `${server.base}/${language}/calendar/events/v1/${plural}/${made.id}`)
      const followed = ok(await server.get(`/${url.slice(server.base.length)}`))
      assert.deepEqual([followed[name], followed['description']], wanted[language as Language].slice(0, 2))
    }
  })
  void test(`9.2 9.3 ${plural}: a write in one language leaves the others; all else is shared`, async () => {
    const made = await make(plural, { description: 'one' })
    const shared: Json = {
      events: { featured: true, cost: '5' },
      venues: { city: 'Lamu' },
      organizers: { phone: '1' },
      categories: {},
      tags: {},
    }[plural]
    const title = `Un ${unique()}`
    const put = await server.request('PUT', `/${plural}/${made.id}`, { as: 'admin', root: '/fr', body: { [name]: title, ...shared } })
    assert.deepEqual([ok(put)[name], put.headers.get('content-language')], [title, 'fr'])
    ok(await server.patch(`/${plural}/${made.id}?i18n_language=fr`, { description: 'un' }))
    await write(plural, made.id, 'en', { description: 'two' })
    const [en, fr] = [await read(plural, made.id, 'en'), await read(plural, made.id, 'fr')]
    assert.deepEqual([en[name], en['description'], en['slug']], [made[name], 'two', made.slug])
    assert.deepEqual([fr[name], fr['description']], [title, 'un'])
    for (const [field, value] of Object.entries(shared)) assert.deepEqual([en[field], fr[field]], [value, value], field)
  })

  void test(`9.3 ${plural}: the language of creation is the original; named by body, query or root`, async () => {
    const ways: [string, Sending, Json][] = [
      ['', {}, { i18n_language: 'sw' }],
      ['?i18n_language=sw', { root: '/fr' }, {}],
      ['', { root: '/sw' }, {}],
    ]
    for (const [query, sending, more] of ways) {
      const answer = await server.post(`/${plural}${query}`, body(plural, more), sending)
      const made = answer.json as Json & { id: number }
      assert.deepEqual([answer.status, made['language'], own(made), answer.headers.get('content-language')], [201, 'sw', ['sw'], 'sw'])
      for (const language of LANGUAGES) assert.equal((await read(plural, made.id, language))[name], made[name], language)
      const english = unique()
      await write(plural, made.id, 'en', { [name]: english })
      const other = await read(plural, made.id, 'fr')
      assert.deepEqual([other[name], other['language']], [english, 'en'])
    }
    assert.equal((await make(plural))['language'], 'en')
  })
  void test(`9.3 ${plural}: a write without a language uses the language of the site's text if there is one, else to the original`, async () => {
    const [un, deux, one, two] = [unique(), unique(), unique(), unique()]
    const { id } = await make(plural, { [name]: un, i18n_language: 'fr' })
    const first = ok(await server.patch(`/${plural}/${id}`, { [name]: deux }))
    assert.deepEqual([first[name], first['language'], own(first)], [deux, 'fr', ['fr']])
    ok(await server.patch(`/${plural}/${id}`, { [name]: one }, { root: '/en' }))
    const second = ok(await server.patch(`/${plural}/${id}`, { [name]: two }))
    assert.deepEqual([second[name], second['language'], own(second)], [two, 'en', ['en', 'fr']])
    assert.equal((await read(plural, id, 'fr'))[name], deux)
  })
  void test(`9.3 ${plural}: a text equal to the fallback is not stored, and follows the original`, async () => {
    const made = await make(plural, { description: 'one' })
    const same = await write(plural, made.id, 'sw', { [name]: made[name], description: 'one', slug: made.slug })
    assert.deepEqual([same['language'], own(same)], ['en', ['en']])
    await write(plural, made.id, 'fr', { [name]: unique(), description: 'one' })
    const renamed = unique()
    await write(plural, made.id, 'en', { [name]: renamed, description: 'two' })
    const [sw, fr] = [await read(plural, made.id, 'sw'), await read(plural, made.id, 'fr')]
    assert.deepEqual([sw[name], sw['description'], fr['description'], fr['language']], [renamed, 'two', 'two', 'fr'])
    assert.deepEqual(own(await write(plural, made.id, 'fr', { [name]: renamed })), ['en'])
  })
  void test(`9.3 7.7 ${plural}: one record may use a slug in several of its languages, and give it up in any order`, async () => {
    const [made, slug] = [await make(plural), unique()]
    for (const language of ['fr', 'sw'] as const)
      assert.equal((await write(plural, made.id, language, { [name]: unique(), slug }))['slug'], slug)
    assert.equal((await server.post(`/${plural}`, body(plural, { slug }))).json['code'], 'rest_slug_taken')
    await write(plural, made.id, 'fr', { [name]: unique(), description: 'un' })
    const free = unique()
    assert.equal((await write(plural, made.id, 'fr', { slug: free }))['slug'], free)
    assert.equal((await read(plural, made.id, 'sw'))['slug'], slug)
    assert.equal((await server.post(`/${plural}`, body(plural, { slug }))).json['code'], 'rest_slug_taken')
    assert.equal((await write(plural, made.id, 'en', { slug }))['slug'], slug)
    await write(plural, made.id, 'sw', { slug: `${free}-sw` })
    assert.equal((await write(plural, made.id, 'en', { slug: `${free}-en` }))['slug'], `${free}-en`)
    assert.equal((await make(plural, { slug })).slug, slug)
  })
  void test(`9.3 ${plural}: clearing every text of a translation removes it; the original keeps its name`, async () => {
    const [made, slug] = [await make(plural, { description: 'one' }), unique()]
    for (const empty of [null, '']) {
      await write(plural, made.id, 'fr', { [name]: unique(), description: 'un', slug })
      const half = await write(plural, made.id, 'fr', { [name]: empty })
      assert.deepEqual([half[name], half['description'], half['slug'], own(half)], [made[name], 'un', made.slug, ['en', 'fr']])
      const gone = await write(plural, made.id, 'fr', { description: empty })
      assert.deepEqual([gone[name], gone['description'], gone['language'], own(gone)], [made[name], 'one', 'en', ['en']])
      for (const more of [{}, { i18n_language: 'en' }])
        assert.deepEqual(badInputs(await server.patch(`/${plural}/${made.id}`, { [name]: empty, ...more })), [name])
    }
    assert.equal((await make(plural, { slug })).slug, slug)
  })
}

void test('9.1 the settings determine the languages and the default language', async () => {
  const made = await french.make('venues', { venue: 'Marché' })
  assert.equal(made['language'], 'fr')
  ok(await french.patch(`/venues/${made.id}`, { i18n_language: 'en', venue: 'Market' }))
  const name = async (path: string, sending: Sending = {}) => ok(await french.get(path, sending))['venue']
  const at = `/venues/${made.id}`
  assert.deepEqual([await name(at), await name(at, { root: '/en' }), await name(`${at}?i18n_language=en`)], ['Marché', 'Market', 'Market'])
  assert.deepEqual(badInputs(await french.get(`${at}?i18n_language=sw`)), ['i18n_language'])
  assert.deepEqual((await french.get(at, { root: '/sw' })).json['code'], 'rest_no_route')
})
void test('9.2 records nested in an event are in the requested language', async () => {
  const links: Json = {}
  const fields = { venue: 'venues', organizer: 'organizers', categories: 'categories', tags: 'tags' } as const
  for (const [field, plural] of Object.entries(fields)) {
    const { id } = await make(plural, { [KINDS[plural]]: `English ${unique()}` })
    await write(plural, id, 'fr', { [KINDS[plural]]: `Français ${unique()}` })
    links[field] = id
  }
  const { id } = await make('events', links)
  for (const [language, start] of [
    ['fr', 'Français'],
    ['sw', 'English'],
  ] as const) {
    const listed = ok(await server.get(`/events?include=${id}`, { root: `/${language}` }))['events'] as Json[]
    for (const record of [await read('events', id, language), listed[0]])
      for (const [field, plural] of Object.entries(fields)) {
        const [nested] = (record?.[field] ?? []) as Json[]
        assert.equal(String(nested?.[KINDS[plural]]).split(' ')[0], start, `${field} in ${language}`)
      }
  }
})
void test('9.3 a term that is created by its name has the language of the write', async () => {
  const word = unique()
  const event = await make('events', {
    i18n_language: 'fr',
    categories: `Été ${word}`,
    tags: `Nuit ${word}`,
    venue: { venue: `Salle ${word}` },
  })
  for (const field of ['categories', 'tags', 'venue']) assert.equal((event[field] as Json[])[0]?.['language'], 'fr', field)
  assert.equal((event['tags'] as Json[])[0]?.['name'], `Nuit ${word}`)
})

for (const plural of OWNED)
  void test(`9.4 ${plural}: by-slug finds the slug of any language and responds in the requested language`, async () => {
    const name = KINDS[plural]
    const word = unique()
    const made = await make(plural, { [name]: `Summer ${word}` })
    await write(plural, made.id, 'fr', { [name]: `Été ${word}` })
    await write(plural, made.id, 'ar', { [name]: `صيف ${word}` })
    const slugs = [`summer-${word}`, `été-${word}`, `صيف-${word}`]
    for (const slug of slugs) {
      const path = `/${plural}/by-slug/${encodeURIComponent(slug)}`
      for (const [language, title, shown] of [
        ['', 'Summer', slugs[0]],
        ['en', 'Summer', slugs[0]],
        ['fr', 'Été', slugs[1]],
        ['ar', 'صيف', slugs[2]],
        ['sw', 'Summer', slugs[0]],
      ] as const)
        for (const answer of [
          await server.get(`${path}?i18n_language=${language}`),
          await server.get(path, language ? { root: `/${language}` } : {}),
        ])
          assert.deepEqual(
            [ok(answer)['id'], answer.json[name], answer.json['slug']],
            [made.id, `${title} ${word}`, shown],
            `${slug} in ${language}`,
          )
    }
    assert.equal((await server.get(`/${plural}/by-slug/autumn-${word}`)).json['code'], `rest-${plural.slice(0, -1)}-not-found`)
    const changed = ok(await server.patch(`/${plural}/by-slug/${encodeURIComponent(slugs[1] ?? '')}`, { description: 'text' }))
    assert.deepEqual([changed['id'], changed['language'], changed['description']], [made.id, 'en', 'text'])
    await write(plural, made.id, 'fr', { slug: `plage-${word}` })
    assert.equal((await server.get(`/${plural}/by-slug/${encodeURIComponent(slugs[1] ?? '')}`)).status, 404)
    assert.deepEqual(idsOf([ok(await server.get(`/${plural}/by-slug/plage-${word}`))]), [made.id])
  })
