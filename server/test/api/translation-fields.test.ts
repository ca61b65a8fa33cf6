// Contract 3.4 and 6.5: the state of each translated field, and lists by the state of translations, compared with a model after random writes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentFields, translationFields } from '../../src/engine/texts/translation-fields.ts'
import { kinds } from '../../src/resources/index.ts'
import { Random } from '../model/random.ts'
import { seed } from '../support/evidence.ts'
import { testServer, unique, type Answer, type Json } from '../support/server.ts'
import { ExceptionModel, LANGUAGES, TextModel, type Language, type Values } from './translation-model.ts'

const HISTORIES = 2
const WRITES = 20
const start = Temporal.Now.instant()
let writes = 0
const server = await testServer({}, { now: () => start.add({ seconds: writes }) }, false)
const random = new Random(seed)

const KINDS = [
  { plural: 'events', title: 'title', texts: ['title', 'excerpt', 'description', 'event_status_reason'] },
  { plural: 'venues', title: 'venue', texts: ['venue', 'description'] },
  { plural: 'organizers', title: 'organizer', texts: ['organizer', 'description'] },
  { plural: 'categories', title: 'name', texts: ['name', 'description'] },
  { plural: 'tags', title: 'name', texts: ['name', 'description'] },
] as const
type TestedKind = (typeof KINDS)[number]
/** Next month, because dates of series are stored for some years only. */
const DAY = start
  .add({ hours: 30 * 24 })
  .toString()
  .slice(0, 10)
const DATES = { start_date: `${DAY} 10:00`, end_date: `${DAY} 11:00` }

/** Sends a write at a time of its own. */
async function write(method: string, path: string, body: Json = {}): Promise<Answer> {
  writes += 1
  const answer = await server.request(method, path, { as: 'admin', body })
  assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`)
  return answer
}
/** Random texts of one language. The original always has a title. Some translations equal the text of another language. */
function randomTexts(model: TextModel, language: Language, title: string): Values {
  const names = random.some(model.fields, 2)
  return Object.fromEntries(
    (names.length > 0 ? names : [title]).map((name) => {
      const isRequired = name === title && language === model.original
      if (!isRequired && random.chance(0.25)) return [name, null]
      return [name, random.chance(0.15) ? (model.value(random.pick(LANGUAGES), name) ?? unique()) : unique()]
    }),
  )
}

/** Compares one record with the model. */
async function checkRecord(plural: string, id: number, model: TextModel, story: readonly string[]): Promise<void> {
  const { status, fields } = model.expected()
  const { json } = await server.get(`/${plural}/${id}`)
  assert.deepEqual([json['translation_status'], json['translation_fields']], [status, fields], [...story, id].join('\n'))
}
/** Compares the presence of a record in lists with the model. */
async function checkLists(plural: string, id: number, model: TextModel, story: readonly string[]): Promise<void> {
  const { status } = model.expected()
  const language = random.pick(LANGUAGES)
  // The lists of venues and organizers have no filter by ID.
  const listed =
    { events: `include=${id}`, categories: `include=${id}&hide_empty=false`, tags: `include=${id}&hide_empty=false` }[plural] ??
    'per_page=100'
  for (const state of ['missing', 'outdated'] as const) {
    const { json: list } = await server.get(`/${plural}?${listed}&${state}_translation=${language}`)
    const ids = (list[plural] as { id: number }[]).map((record) => record.id)
    assert.equal(ids.includes(id), status[language] === state, `${state} ${language}\n${story.join('\n')}`)
  }
}

async function runHistory({ plural, title, texts }: TestedKind): Promise<void> {
  const model = new TextModel(random.pick(LANGUAGES), texts)
  const first = { [title]: unique(), ...(random.chance(0.5) && { description: unique() }) }
  const body = { ...first, ...(plural === 'events' && DATES), i18n_language: model.original }
  const { id } = (await write('POST', `/${plural}`, body)).json as { id: number }
  model.set(model.original, first, writes)
  const states = new Map([[1, model.copy()]])
  const story = [JSON.stringify(body)]
  const update = async (language: Language): Promise<void> => {
    const sent = randomTexts(model, language, title)
    story.push(`${language} ${JSON.stringify(sent)}`)
    const before = model.copy()
    const { headers } = await write('PATCH', `/${plural}/${id}`, { ...sent, i18n_language: language })
    model.set(language, model.stored(language, sent), writes)
    const changeId = headers.get('x-change-id')
    if (changeId === null || !random.chance(0.2)) return
    story.push('undo')
    await write('POST', `/changes/${changeId}/undo`)
    model.restore(before, writes)
  }
  const confirm = async (language: Language): Promise<void> => {
    const names = random.some(model.confirmable(language), 2)
    if (names.length === 0) return
    story.push(`confirm ${language} ${names.join()}`)
    const { headers } = await write('PATCH', `/${plural}/${id}?confirm_translation=${names.join()}`, { i18n_language: language })
    assert.equal(headers.get('x-change-id') !== null, model.confirm(language, names, writes), story.join('\n'))
  }
  for (let i = 0; i < WRITES; i += 1) {
    const choice = random.next()
    if (choice < 0.08) await write('PATCH', `/${plural}/${id}`, { slug: unique(), i18n_language: model.original })
    else if (choice < 0.16) {
      const [version, state] = random.pick([...states])
      story.push(`restore ${version}`)
      await write('POST', `/${plural}/${id}/history/${version}/restore`)
      model.restore(state, writes)
    } else if (choice < 0.3) await confirm(random.pick(LANGUAGES))
    else await update(random.chance(0.4) ? model.original : random.pick(LANGUAGES))
    const version = Number((await server.request('HEAD', `/${plural}/${id}`)).headers.get('etag')?.match(/\d+/)?.[0])
    states.set(version, model.copy())
    await checkRecord(plural, id, model, story)
    await checkLists(plural, id, model, story)
  }
}
for (const kind of KINDS)
  test(`3.4 translation_fields and translation_status of ${kind.plural} after random writes`, async () => {
    for (let i = 0; i < HISTORIES; i += 1) await runHistory(kind)
  })

interface SeriesModel {
  readonly id: number
  readonly texts: TextModel
  /** IDs of the dates, with the exception of those that have texts of their own. */
  readonly dates: Map<number, ExceptionModel | null>
}
async function datesOf(id: number): Promise<number[]> {
  const { json } = await server.get(`/events?series=${id}&from=${DAY}&per_page=50&_fields=id`)
  return (json['events'] as { id: number }[]).map((date) => date.id)
}
async function writeDate(series: SeriesModel, id: number, story: string[]): Promise<void> {
  // An exception without texts of its own has those of the series.
  if (random.chance(0.2)) await write('PATCH', `/events/${id}`, { website: `https://example.org/${unique()}` })
  const exception = series.dates.get(id) ?? new ExceptionModel(series.texts)
  const names = [...exception.overrides]
  if (names.length > 0 && random.chance(0.5)) {
    const dropped = random.some(names, 2)
    if (dropped.length === 0) return
    story.push(`reset ${id} ${dropped.join()}`)
    await write('POST', `/events/${id}/reset`, { fields: dropped })
    exception.reset(dropped, series.texts, writes)
  } else {
    const language = random.pick(LANGUAGES)
    const sent = randomTexts(exception.texts, language, 'title')
    story.push(`date ${id} ${language} ${JSON.stringify(sent)}`)
    await write('PATCH', `/events/${id}`, { ...sent, i18n_language: language })
    exception.set(language, exception.texts.stored(language, sent), writes)
  }
  series.dates.set(id, exception.overrides.size > 0 ? exception : null)
}
/** Confirms texts of a series, and those of its dates that follow them, or texts that a date has for itself. */
async function confirmTexts(series: SeriesModel, story: string[]): Promise<void> {
  const language = random.pick(LANGUAGES)
  const [id, exception] = random.pick([[series.id, null] as const, ...series.dates])
  const texts = exception?.texts ?? series.texts
  const isOwn = (name: string): boolean => exception?.overrides.has(`${name}.${language}`) ?? id === series.id
  const names = random.some(texts.confirmable(language).filter(isOwn), 2)
  if (names.length === 0) return
  story.push(`confirm ${id} ${language} ${names.join()}`)
  await write('PATCH', `/events/${id}`, { i18n_language: language, confirm_translation: names })
  const isConfirmed = texts.confirm(language, names, writes)
  if (id === series.id && isConfirmed) for (const each of series.dates.values()) each?.confirm(language, names, writes)
}
/** Writes to the series, or to a date and all following ones. Returns the series that was split off. */
async function writeSeries(series: SeriesModel, story: string[]): Promise<SeriesModel | null> {
  const ids = [...series.dates.keys()]
  const at = ids.length > 2 && random.chance(0.3) ? 1 + random.below(ids.length - 1) : 0
  const language = random.pick([series.texts.original, ...LANGUAGES])
  const sent = randomTexts(series.texts, language, 'title')
  story.push(`series ${series.id} from ${at} ${language} ${JSON.stringify(sent)}`)
  const path = at > 0 ? `/events/${ids[at]}?scope=following` : `/events/${series.id}`
  const { json } = await write('PATCH', path, { ...sent, i18n_language: language })
  const later = ids.slice(at)
  const written =
    at > 0
      ? { id: json['id'] as number, texts: series.texts.copy(), dates: new Map(later.map((id) => [id, series.dates.get(id) ?? null])) }
      : series
  if (at > 0) for (const id of later) series.dates.delete(id)
  written.texts.set(language, written.texts.stored(language, sent), writes)
  for (const exception of written.dates.values()) exception?.follow(written.texts, writes)
  return at > 0 ? written : null
}
test('3.4 13.5 a date without texts of its own has the states of its series, and each text of an exception its own', async () => {
  for (let i = 0; i < HISTORIES; i += 1) {
    const texts = new TextModel(random.pick(LANGUAGES), KINDS[0].texts)
    const first = { title: unique(), description: unique() }
    const body = { ...first, ...DATES, recurrence: 'FREQ=DAILY;COUNT=5', i18n_language: texts.original }
    const { id } = (await write('POST', '/events', body)).json as { id: number }
    texts.set(texts.original, first, writes)
    const all: SeriesModel[] = [{ id, texts, dates: new Map((await datesOf(id)).map((date) => [date, null])) }]
    assert.equal(all[0]?.dates.size, 5)
    const story = [texts.original as string]
    for (let n = 0; n < WRITES; n += 1) {
      const series = random.pick(all)
      if (random.chance(0.25)) await confirmTexts(series, story)
      else if (random.chance(0.6)) await writeDate(series, random.pick([...series.dates.keys()]), story)
      else {
        const split = await writeSeries(series, story)
        if (split) all.push(split)
      }
      for (const each of all) {
        await checkRecord('events', each.id, each.texts, story)
        for (const [date, exception] of each.dates) await checkRecord('events', date, exception?.texts ?? each.texts, story)
        const [date, exception] = random.pick([...each.dates])
        await checkLists('events', date, exception?.texts ?? each.texts, story)
      }
    }
  }
})

test('9.6 a confirmed translation is current, has a new version and an entry without fields, and can be undone with no effect', async () => {
  const { id } = await server.make('events', { title: unique(), description: 'd', ...DATES, i18n_language: 'en' })
  await write('PATCH', `/events/${id}`, { title: unique(), description: 'e', i18n_language: 'fr' })
  await write('PATCH', `/events/${id}`, { title: unique(), description: 'f', i18n_language: 'en' })
  const states = async (): Promise<unknown> =>
    ((await server.get(`/events/${id}`)).json['translation_fields'] as Record<string, unknown>)['fr']
  const etag = (await server.request('HEAD', `/events/${id}`)).headers.get('etag')
  const { headers } = await write('PATCH', `/events/${id}?i18n_language=fr`, { confirm_translation: ['title'], description: 'g' })
  assert.deepEqual(await states(), { title: 'current', description: 'current' })
  assert.notEqual((await server.request('HEAD', `/events/${id}`)).headers.get('etag'), etag)
  await write('POST', `/changes/${headers.get('x-change-id') ?? ''}/undo`)
  await write('PATCH', `/events/${id}`, { title: unique(), i18n_language: 'en' })
  const confirmed = await write('PATCH', `/events/${id}?i18n_language=fr&confirm_translation=title`)
  const { json } = await server.get(`/events/${id}/history?per_page=1`, { as: 'admin' })
  const [entry] = json['history'] as Json[]
  assert.deepEqual([entry?.['action'], entry?.['language'], entry?.['changes']], ['update', 'fr', []])
  await write('POST', `/changes/${confirmed.headers.get('x-change-id') ?? ''}/undo`)
  assert.deepEqual(await states(), { title: 'current', description: 'current' })
  const again = await write('PATCH', `/events/${id}?i18n_language=fr&confirm_translation=title`)
  assert.equal(again.headers.get('x-change-id'), null)
})
test('9.6 texts of the original, missing texts, and texts that a date takes from its series cannot be confirmed', async () => {
  const { id } = await server.make('events', { title: unique(), ...DATES, recurrence: 'FREQ=DAILY;COUNT=3', i18n_language: 'en' })
  await write('PATCH', `/events/${id}`, { title: unique(), i18n_language: 'fr' })
  await write('PATCH', `/events/${id}`, { title: unique(), i18n_language: 'en' })
  const codeOf = async (target: number | undefined, language: string, names: string): Promise<unknown> => {
    const query = `i18n_language=${language}&confirm_translation=${names}`
    const { status, json } = await server.request('PATCH', `/events/${String(target)}?${query}`, { as: 'admin' })
    const { details } = json['data'] as { details: Record<string, { code: string }> }
    return [status, details['confirm_translation']?.code]
  }
  assert.deepEqual(await codeOf(id, 'en', 'title'), [400, 'not_translated'])
  assert.deepEqual(await codeOf(id, 'fr', 'title,excerpt'), [400, 'not_translated'])
  assert.deepEqual(await codeOf(id, 'sw', 'title'), [400, 'not_translated'])
  assert.deepEqual(await codeOf(id, 'fr', 'slug'), [400, 'not_choice'])
  const [date] = await datesOf(id)
  assert.deepEqual(await codeOf(date, 'fr', 'title'), [400, 'not_on_date'])
  await write('PATCH', `/events/${String(date)}?scope=all&i18n_language=fr&confirm_translation=title`)
  for (const each of [id, date])
    assert.deepEqual(((await server.get(`/events/${String(each)}`)).json['translation_status'] as Json)['fr'], 'current')
})

test('6.5 an exception has the status of the texts of its series, and lists of records find both', async () => {
  const body = { title: unique(), ...DATES, recurrence: 'FREQ=DAILY;COUNT=3', i18n_language: 'en' }
  const { id } = (await write('POST', '/events', body)).json as { id: number }
  await write('PATCH', `/events/${id}`, { title: unique(), i18n_language: 'fr' })
  await write('PATCH', `/events/${id}`, { title: unique(), i18n_language: 'en' })
  const [date] = await datesOf(id)
  await write('PATCH', `/events/${String(date)}`, { website: 'https://example.org/' })
  const total = async (query: string): Promise<unknown> => (await server.get(`/events?from=${DAY}&${query}`)).json['total']
  for (const [filter, isFound] of [
    ['outdated_translation=fr', true],
    ['missing_translation=sw', true],
    ['outdated_translation=sw', false],
    ['missing_translation=fr', false],
  ] as const) {
    const [dates, exceptions, series] = isFound ? [3, 1, 1] : [0, 0, 0]
    assert.equal(await total(`series=${id}&${filter}`), dates, filter)
    assert.equal(await total(`series=${id}&type=exception&${filter}`), exceptions, filter)
    assert.equal(await total(`include=${id}&records=true&${filter}`), series, filter)
    assert.equal(await total(`series=${id}&collapse=series&${filter}`), series, filter)
  }
})

test('3.4 translation_fields of each kind describe all its texts except the slug', () => {
  for (const kind of kinds) {
    const schema = kind.fields['translation_fields']?.output as unknown as { patternProperties: Record<string, { properties: Json }> }
    const [language] = Object.values(schema.patternProperties)
    assert.deepEqual(Object.keys(language?.properties ?? {}).sort(), contentFields(kind).sort(), kind.plural)
  }
})
test('3.4 only a single read has translation_fields, and a translation that was written together with its original is current', async () => {
  const { id } = await server.make('events', { title: unique(), ...DATES, i18n_language: 'en' })
  await write('PATCH', `/events/${id}`, { title: unique(), i18n_language: 'fr' })
  for (const language of ['en', 'fr'])
    await write('PUT', `/events/${id}/working-copy`, { title: unique(), excerpt: unique(), i18n_language: language })
  const copy = await server.get(`/events/${id}/working-copy`, { as: 'admin' })
  const published = await write('POST', `/events/${id}/working-copy/publish`)
  const list = await server.get(`/events?include=${id}`)
  for (const record of [copy.json['preview'], published.json, (list.json['events'] as Json[])[0]])
    assert.ok(!('translation_fields' in (record as Json)))
  const missing = { title: 'missing', excerpt: 'missing' }
  const { json } = await server.get(`/events/${id}?_fields=translation_fields`)
  assert.deepEqual(json, {
    translation_fields: { ar: missing, fr: { title: 'current', excerpt: 'current' }, 'pt-pt': missing, sw: missing },
  })
})
test('8.5 translation_fields do not tell which hidden texts a protected event has', async () => {
  const texts = { title: unique(), description: unique(), excerpt: unique(), event_status: 'cancelled', event_status_reason: unique() }
  const { id } = await server.make('events', { ...texts, ...DATES, password: 'encore' })
  const fieldsFor = async (sending: Parameters<typeof server.get>[1]): Promise<string[]> =>
    Object.keys(((await server.get(`/events/${id}`, sending)).json['translation_fields'] as Record<string, Json>)['fr'] ?? {})
  const all = ['title', 'excerpt', 'description', 'event_status_reason']
  assert.deepEqual(await fieldsFor({ as: 'admin' }), all)
  assert.deepEqual(await fieldsFor({ headers: { 'x-event-password': 'encore' } }), all)
  assert.equal((await server.get(`/events/${id}`)).status, 403)
  const row = { language: 'en', field_changes: { en: { title: start.toString(), description: start.toString() } } }
  assert.deepEqual(translationFields(row, ['en', 'fr'], { title: 'Shown', description: '' }), { fr: { title: 'missing' } })
})
