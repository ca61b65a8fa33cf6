// Quick permission probes: both sides of each boundary of each role, in one or two seconds.
import { addToken } from '../../src/features/accounts/users.ts'
import { form, fresh, pictureServer } from '../media/pictures.ts'
import { freePort } from '../support/process.ts'
import { idsOf, inDays, testServer, unique, type Caller, type Json } from '../support/server.ts'
import { draftingMeanwhile, hidingMeanwhile } from './concurrent-hiding.ts'
import { asker, type Told } from './replay.ts'

const MISSING = 8_000_000_000_000
/** Runs all probes and returns the first failed one. */
export type Probes = () => Promise<string | null>

export async function openProbes(): Promise<Probes> {
  // Cached responses would hide the effect of a mutant.
  const port = await freePort()
  const server = await testServer({ CACHE_MB: '0', EGRESS_ALLOW: `127.0.0.1:${port}` }, undefined, false)
  const remote = await pictureServer(port)
  const sendRequest = asker(server)
  const { ids } = server
  const reader = (await addToken(server.app.database, 'author', { label: 'reads', scope: 'read' })).secret
  const dates = { start_date: inDays(3), end_date: inDays(4) }
  const event = (body: Json, as: Caller = 'admin') => server.make('events', { title: unique(), ...dates, ...body }, as)
  const place = (body: Json) => server.make('venues', { venue: unique(), ...body })

  const word = unique()
  const term = await server.make('tags', { name: unique() })
  const category = await server.make('categories', { name: unique() })
  const passing = await event({ tags: [term.id] })
  const stage = await place({})
  const held = await event({ venue: stage.id })
  const [hall, attic, ruin] = [
    await place({}),
    await place({ status: 'draft', author: ids.author, geo_lat: 1, geo_lng: 1 }),
    await place({ author: ids.author }),
  ]
  const open = await event({ venue: [hall.id, attic.id, ruin.id], author: ids.author, categories: [category.id], tags: [term.id] })
  const draft = await event({ title: `${word} draft`, status: 'draft', author: ids.author, venue: [attic.id] })
  const foreign = await event({ venue: [attic.id] })
  const strange = await event({ title: `${word} strange`, status: 'private' })
  const mine = await event({ title: `${word} mine`, status: 'pending', author: ids.contributor })
  const [parent, child] = [await event({}), await event({})]
  const own = await event({ author: ids.contributor })
  const locked = { password: 'sesame', description: 'inside', venue: [hall.id], tags: [term.id] }
  const guarded = {
    author: await event({ ...locked, author: ids.author }),
    contributor: await event({ ...locked, author: ids.contributor }),
    subscriber: await event({ ...locked, author: ids.subscriber }),
    idle: await event({ ...locked, status: 'draft', author: ids.subscriber }),
    waiting: await event({ ...locked, status: 'pending', author: ids.contributor }),
    strange: await event({ ...locked, status: 'private' }),
  }
  // Covers hidden and protected records only.
  const [lonely, walled] = [await place({}), await place({ geo_lat: 2, geo_lng: 2 })]
  await event({ status: 'draft', author: ids.author, venue: lonely.id })
  const wall = await event({ ...locked, venue: walled.id, author: ids.author })
  const picture = async (): Promise<number> => {
    const { json } = await server.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
    return Number(json['id'])
  }
  const pictures = { open: await picture(), hidden: await picture(), guarded: await picture(), unused: await picture() }
  await event({ image: pictures.open })
  await event({ image: pictures.hidden, status: 'private' })
  await event({ ...locked, image: pictures.guarded })
  const gone = await event({ author: ids.author })
  const binned = await event({ title: `${word} binned`, status: 'draft', author: ids.author })
  const dropped = await event({ ...locked, status: 'draft', author: ids.contributor })
  await server.patch(`/events/${child.id}`, { post_parent: parent.id })
  for (const path of [`/venues/${ruin.id}`, `/events/${parent.id}`, `/events/${gone.id}`, `/events/${binned.id}`, `/events/${dropped.id}`])
    await server.remove(path)

  let wrong: string | null = null
  const step = async (
    as: Caller | undefined,
    method: string,
    path: string,
    want: number,
    body?: unknown,
    fits?: (told: Told) => unknown,
  ) => {
    if (wrong !== null) return {}
    const told = await sendRequest(method, path, { as, body })
    if (told.status !== want || (fits && !fits(told)))
      wrong = `${method} ${path} as ${as ?? 'anonymous'} ${JSON.stringify(body)}: ${told.status} ${told.text.slice(0, 200)}`
    return told.json
  }
  const read = (as: Caller | undefined, path: string, want: number, fits?: (told: Told) => unknown) =>
    step(as, 'GET', path, want, undefined, fits)
  const lists = (as: Caller | undefined, path: string, ...wanted: number[]) =>
    read(as, path, 200, ({ json }) => {
      const found = idsOf(Object.values(json).find(Array.isArray)).sort()
      return json['total'] === wanted.length && JSON.stringify(found) === JSON.stringify(wanted.sort())
    })

  const rights = async (): Promise<void> => {
    for (const path of ['events', 'venues', 'organizers', 'categories', 'tags']) await read(undefined, `/${path}`, 200)
    for (const path of [`/events/${open.id}`, `/venues/${hall.id}`, `/tags/${term.id}`]) await read(undefined, path, 200)
    const rows: [Caller | undefined, number, string?][] = [
      [undefined, 401],
      ['subscriber', 403],
      ['contributor', 201, 'draft'],
      ['author', 201, 'publish'],
      ['editor', 201, 'publish'],
    ]
    for (const [as, want, status] of rows)
      await step(as, 'POST', '/events', want, { title: 'x', ...dates }, ({ json }) => json['status'] === status)
    for (const [as, want] of [
      ['contributor', 403],
      ['author', 201],
    ] as const)
      await step(as, 'POST', '/tags', want, { name: unique() })
    for (const [as, want] of [
      ['author', 403],
      ['editor', 200],
      ['admin', 200],
    ] as const)
      await step(as, 'PATCH', `/categories/${category.id}`, want, { description: unique() })
    for (const as of ['author', 'editor'] as const) {
      const { id } = await server.make('tags', { name: unique() })
      await step(as, 'DELETE', `/tags/${id}`, as === 'editor' ? 200 : 403)
    }
    const change = (as: Caller, { id }: { id: number }, want: number) => step(as, 'PATCH', `/events/${id}`, want, { excerpt: unique() })
    await change('contributor', mine, 200)
    await change('contributor', own, 403)
    await change('contributor', open, 403)
    await change('author', open, 200)
    await change('author', own, 403)
    await change('editor', open, 200)
    await change('subscriber', guarded.subscriber, 403)
    const theirs = await event({ author: ids.subscriber })
    for (const id of [theirs.id, MISSING]) await step('subscriber', 'DELETE', `/events/${id}`, 403)
    await step('author', 'DELETE', `/tags/${MISSING}`, 403)
    const { id } = await step('contributor', 'POST', '/events', 201, { title: 'x', ...dates })
    await step('contributor', 'DELETE', `/events/${String(id)}`, 200)
    await step('contributor', 'PATCH', `/events/${String(id)}`, 200, { status: 'draft' })
  }
  const abilities = async (): Promise<void> => {
    const may =
      (count: number) =>
      ({ json }: Told) => {
        const answers = Object.values(json['may'] as Json)
        return answers.filter(Boolean).length === count && answers.slice(0, count).every(Boolean)
      }
    const counts = { subscriber: 0, contributor: 1, author: 3, editor: 4, admin: 5 }
    await read(undefined, '/me', 200, may(0))
    for (const [as, count] of Object.entries(counts)) await read(as as Caller, '/me', 200, may(count))
    const lent = async (method: string, path: string, want: number, body?: unknown, fits?: (told: Told) => unknown): Promise<void> => {
      if (wrong !== null) return
      const told = await sendRequest(method, path, { body, headers: { authorization: `Bearer ${reader}` } })
      if (told.status !== want || (fits && !fits(told))) wrong = `${method} ${path} by a token that reads: ${told.status}`
    }
    await lent('GET', '/me', 200, undefined, may(0))
    await lent('GET', `/events/${draft.id}`, 200)
    await lent('GET', `/events/${guarded.author.id}`, 200, undefined, ({ text }) => text.includes('inside'))
    await lent('PATCH', `/events/${open.id}`, 403, { excerpt: 'x' })
    await lent('POST', '/events', 403, { title: 'x', ...dates })
    await lent('GET', `/events/${open.id}`, 200, undefined, ({ headers }) => headers.get('x-unpublished-links') === null)
  }
  const sight = async (): Promise<void> => {
    for (const as of [undefined, 'contributor', 'other'] as const) await read(as, `/events/${draft.id}`, 404)
    for (const as of ['author', 'editor'] as const) await read(as, `/events/${draft.id}`, 200)
    await read('contributor', `/events/${mine.id}`, 200)
    await lists('author', `/events?search=${word}&status=any`, draft.id)
    await lists('contributor', `/events?search=${word}&status=any,trash`, mine.id)
    await lists('author', `/events?search=${word}&status=trash`, binned.id)
    await lists('editor', `/events?search=${word}&status=any`, draft.id, strange.id, mine.id)
    for (const as of [undefined, 'other', 'author', 'editor'] as const) {
      const knows = as === 'author' || as === 'editor'
      await read(as, `/events/${gone.id}`, knows ? 200 : 410)
      await read(as, `/events/${binned.id}`, knows ? 200 : 404)
      await read(as, `/events/${open.id}`, 200, ({ json, headers }) => {
        const links = headers.get('x-unpublished-links')
        return (
          json['status'] === 'publish' &&
          String(idsOf(json['venue'])) === String(knows ? [hall.id, attic.id] : [hall.id]) &&
          links === (knows ? `venue=${attic.id}` : null)
        )
      })
      await read(as, `/events/${child.id}`, 200, ({ json }) => json['post_parent'] === null)
      await lists(as, `/venues?event=${open.id}`, hall.id)
      await lists(as, `/events?include=${open.id}&venue=${ruin.id}`)
    }
    for (const as of [undefined, 'other', 'author'] as const) {
      const sees = as === 'author'
      for (const { id, slug } of [lonely, walled]) {
        for (const query of ['has_events=true', 'only_with_upcoming=true'])
          await lists(as, `/venues?search=${slug}&${query}`, ...(sees ? [id] : []))
        await lists(as, `/venues?search=${slug}&has_events=false`, ...(sees ? [] : [id]))
      }
      for (const { id } of [open, wall]) await lists(as, `/events?include=${id}&geoloc=true`, ...(sees ? [id] : []))
    }
    await read('author', `/events/${draft.id}`, 200, ({ headers }) => headers.get('x-unpublished-links') === null)
    await read(
      'author',
      `/events/${foreign.id}`,
      200,
      ({ json, headers }) => idsOf(json['venue']).length === 1 && headers.get('x-unpublished-links') === null,
    )
    await lists('author', `/venues?event=${open.id}&status=any`, hall.id, attic.id)
    await lists('author', `/venues?event=${draft.id}&status=any`, attic.id)
    await lists(undefined, `/tags?post=${open.id}`, term.id)
    await step('author', 'POST', '/events', 400, { title: 'x', ...dates, venue: ruin.id })
    await step('author', 'POST', '/events', 201, { title: 'x', ...dates, venue: attic.id })
    await step('other', 'POST', '/events', 400, { title: 'x', ...dates, venue: attic.id })
  }
  const guards = async (): Promise<void> => {
    const rows: [Caller | undefined, keyof typeof guarded, boolean][] = [
      [undefined, 'author', false],
      ['other', 'author', false],
      ['author', 'author', true],
      ['editor', 'author', true],
      ['contributor', 'contributor', false],
      ['subscriber', 'subscriber', false],
      ['subscriber', 'idle', false],
      ['contributor', 'waiting', true],
      ['editor', 'strange', true],
    ]
    for (const [as, name, sees] of rows) {
      const { id } = guarded[name]
      const any = as ? '&status=any' : ''
      await read(as, `/events/${id}`, sees ? 200 : 403)
      await read(as, `/events?include=${id}${any}`, 200, ({ json }) => {
        const [shown = {}] = json['events'] as Json[]
        return JSON.stringify([shown['description'], idsOf(shown['venue'])]) === JSON.stringify(sees ? ['inside', [hall.id]] : ['', []])
      })
      await lists(as, `/events?include=${id}&venue=${hall.id}${any}`, ...(sees ? [id] : []))
      await lists(as, `/events?include=${id}&venue=-${hall.id}${any}`, ...(sees ? [] : [id]))
      // Protected events do not hide their tags.
      await lists(as, `/events?include=${id}&tags=${term.id}${any}`, id)
      await lists(as, `/venues?event=${id}`, ...(sees ? [hall.id] : []))
    }
    await lists('contributor', `/events?include=${dropped.id}&venue=${hall.id}&status=trash`, dropped.id)
    const isWhole = ({ json }: Told): boolean => json['description'] === 'inside' && idsOf(json['venue']).length === 1
    await read('contributor', `/events/${dropped.id}`, 200, isWhole)
    await read(undefined, `/events/${guarded.author.id}?password=sesame`, 200, isWhole)
    for (const as of [undefined, 'other'] as const) await lists(as, `/events?venue=${walled.id}`)
    for (const as of ['author', 'editor'] as const) await lists(as, `/events?venue=${walled.id}`, wall.id)
  }
  const writes = async (): Promise<void> => {
    const make = (as: Caller, body: Json, want: number, fits?: (told: Told) => unknown) =>
      step(as, 'POST', '/events', want, { title: 'x', ...dates, ...body }, fits)
    await make('contributor', { venue: { venue: 'x' } }, 201)
    await make('contributor', { tags: [unique()] }, 400)
    await make('contributor', { tags: [term['name']] }, 201)
    await make('author', { tags: [unique()] }, 201)
    await make('other', { author: ids.admin }, 403)
    await make('other', { author: ids.other }, 201)
    await make('editor', { author: ids.other }, 201, ({ json }) => json['author'] === ids.other)
    const kept: [Caller, string, string][] = [
      ['contributor', 'publish', 'pending'],
      ['contributor', 'private', 'pending'],
      ['contributor', 'draft', 'draft'],
      ['author', 'private', 'private'],
      ['author', 'draft', 'draft'],
    ]
    for (const [as, status, becomes] of kept) await make(as, { status }, 201, ({ json }) => json['status'] === becomes)
  }
  const library = async (): Promise<void> => {
    const rows: [Caller | undefined, number, number, number, number][] = [
      [undefined, 401, 401, 401, 404],
      ['subscriber', 403, 403, 403, 404],
      ['contributor', 200, 403, 403, 200],
      ['other', 200, 403, 400, 200],
      ['author', 200, 200, 400, 200],
      ['editor', 200, 200, 400, 200],
    ]
    for (const [as, list, change, create, sees] of rows) {
      await read(as, '/media', list)
      await read(as, `/media/${pictures.open}`, 200)
      for (const id of [pictures.hidden, pictures.guarded, pictures.unused]) await read(as, `/media/${id}`, sees)
      await step(as, 'PATCH', `/media/${pictures.open}`, change, { alt: unique() })
      await step(as, 'POST', '/media', create, {})
      for (const method of ['PATCH', 'DELETE']) await step(as, method, `/media/${MISSING}`, create === 400 ? 404 : create, {})
      for (const id of [pictures.open, pictures.hidden, pictures.guarded])
        await step(as, 'DELETE', `/media/${id}`, change === 200 ? 409 : change)
    }
    const id = await picture()
    await step('other', 'DELETE', `/media/${id}`, 403)
    await step('author', 'DELETE', `/media/${id}`, 200)
  }
  /** Images by URL are fetched only for callers that may write the record. The URL serves no image, so 400 proves the attempt. */
  const fetched = async (): Promise<void> => {
    const image = `${remote.base}/picture.jpg`
    const times = (count: number) => () => remote.asked.splice(0).length === count
    await step('contributor', 'POST', '/events', 403, { title: 'x', ...dates, image }, times(0))
    await step('author', 'POST', '/events', 400, { title: 'x', ...dates, image }, times(1))
    await step('other', 'PATCH', `/events/${open.id}`, 403, { image }, times(0))
    await step('author', 'PATCH', `/events/${open.id}`, 400, { image }, times(1))
  }
  const meanwhile = async (): Promise<void> => {
    if (wrong !== null) return
    const hiding = (table: string, work: () => Promise<unknown>) => hidingMeanwhile(server.database_url, passing.id, table, work)
    await hiding('event_texts', () => read(undefined, `/events?include=${passing.id}`, 200, ({ text }) => !text.includes(passing.slug)))
    await draftingMeanwhile(server.database_url, stage.id, 'Rewritten', () =>
      read(undefined, `/events/${held.id}`, 200, ({ text }) => !text.includes('Rewritten')),
    )
    await hiding('event_tags', () => lists(undefined, `/tags?hide_empty=false&post=${passing.id}`))
  }
  return async () => {
    wrong = null
    for (const part of [rights, abilities, sight, guards, writes, library, fetched, meanwhile]) await part()
    return wrong
  }
}
