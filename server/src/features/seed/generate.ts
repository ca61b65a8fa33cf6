// Demo records: believable, in five languages, and the same for the same seed and day.
import { fold } from '../../kernel/text/fold.ts'
import { slugOf } from '../../kernel/text/slugify.ts'
import type { Text, Texts } from '../../engine/texts/texts.ts'
import { CITIES, GROUPS, HALLS, OWN, type City } from './places.ts'
import { SENTENCES, TAGS, THEMES, TREE, TURNS, type Branch, type Names, type Theme } from './themes.ts'

/** A record before it is stored: what a caller would send, and its texts. */
export interface Made {
  readonly id: number
  readonly language: string
  readonly sent: Readonly<Record<string, unknown>>
  readonly texts: Texts
  /** It was there already, and is only linked to. */
  readonly known?: true
}
export interface MadeEvent extends Made {
  readonly links: Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags', readonly number[]>>
}
export interface World {
  readonly venues: readonly Made[]
  readonly organizers: readonly Made[]
  readonly categories: readonly (Made & { readonly parent: number | null; readonly key: string })[]
  readonly tags: readonly Made[]
  /** Events one by one: there may be millions. */
  events(count: number): Generator<MadeEvent>
}
export interface WorldSettings {
  readonly seed: number
  readonly first_id: number
  readonly languages: readonly string[]
  /** The day round which events lie, such as 2031-05-06. */
  readonly today: string
  /** The part of the events that have a text in every language. */
  readonly translated: number
  /** The id of a term that is there already, by kind and English name. */
  readonly known: (kind: string, name: string) => number | undefined
}

/** The terms that are there already, by kind and folded name. */
export const knownBy = (terms: ReadonlyMap<string, number>) => (kind: string, name: string) => terms.get(`${kind} ${fold(name)}`)

export function makeWorld({ seed, first_id, languages, today, translated, known: knownId }: WorldSettings): World {
  const random = randomOf(seed)
  const slugs = slugMaker(first_id)
  let id = first_id
  const next = (): number => id++
  const spoken = (language: string): string => (languages.includes(language) ? language : (languages[0] ?? 'en'))
  const term = (kind: string, names: Names): Made => {
    const there = knownId(kind, names[spoken('en') as keyof Names])
    if (there !== undefined) return { id: there, language: spoken('en'), sent: {}, texts: new Map(), known: true }
    const spokenHere = Object.entries(names).filter(([language]) => languages.includes(language))
    return {
      id: next(),
      language: spoken('en'),
      sent: {},
      texts: new Map(spokenHere.map(([language, name]) => [language, { name, description: null, slug: slugs(kind, name) }])),
    }
  }
  const branches = (list: readonly Branch[], parent: number | null): (Made & { parent: number | null; key: string })[] =>
    list.flatMap((branch) => {
      const own = { ...term('category', branch.names), parent, key: branch.key }
      return [own, ...branches(branch.below ?? [], own.id)]
    })
  const named = (kind: string, title: string, templates: Readonly<Record<string, readonly string[]>>, city: City): Made => {
    const language = spoken(city.language)
    const name = random.pick(templates[city.language] ?? []).replace('{}', random.pick(OWN[city.language] ?? ['']))
    const text: Text = {
      [title]: `${name}, ${city.name}`,
      description: `<p>${random.pick(SENTENCES[city.language] ?? [''])}</p>`,
      slug: slugs(kind, `${name} ${city.name}`),
    }
    return { id: next(), language, sent: placeOf(kind, city, random), texts: new Map([[language, text]]) }
  }
  const categories = branches(TREE, null)
  const tags = TAGS.map((names) => term('tag', names))
  const venues = CITIES.flatMap((city) => Array.from({ length: 6 }, () => named('venue', 'venue', HALLS, city)))
  const organizers = CITIES.flatMap((city) => Array.from({ length: 3 }, () => named('organizer', 'organizer', GROUPS, city)))
  const byKey = new Map(categories.map(({ key, id: own }) => [key, own]))

  function* events(count: number): Generator<MadeEvent> {
    const middle = Temporal.PlainDate.from(today)
    const [back, ahead] = count > 100_000 ? [3_650, 1_095] : [90, 365]
    for (let i = 0; i < count; i += 1) {
      const at = random.below(CITIES.length)
      const city = CITIES[at] as City
      const theme = random.pick(THEMES)
      const language = spoken(city.language)
      const venue = venues[at * 6 + random.below(6)] as Made
      const organizer = organizers[at * 3 + random.below(3)] as Made
      // Most things happen soon: three in four lie in the nearer half.
      const spread = random.below(4) === 0 ? 1 : 0.5
      const day = middle.add({ days: Math.round((random.next() * (back + ahead) - back) * spread) })
      yield {
        id: next(),
        language,
        sent: timesOf(theme, day, city, random),
        texts: eventTexts(theme, language, languages, translated, slugs, random),
        links: {
          venue: [venue.id],
          organizer: [organizer.id],
          categories: [byKey.get(theme.category) ?? 0],
          tags: random.some(tags, 3).map((tag) => tag.id),
        },
      }
    }
  }
  return { venues, organizers, categories, tags, events }
}

function placeOf(kind: string, city: City, random: Random): Record<string, unknown> {
  if (kind === 'organizer')
    return {
      phone: `+${100 + random.below(800)} ${100_000 + random.below(900_000)}`,
      website: 'https://example.org',
      email: `hello${random.below(1_000)}@example.org`,
    }
  const off = (): number => Math.round((random.next() - 0.5) * 0.1 * 1e6) / 1e6
  return {
    address: `${random.pick(city.streets)} ${1 + random.below(180)}`,
    city: city.name,
    country: city.country,
    zip: city.zip,
    geo_lat: Math.round((city.lat + off()) * 1e6) / 1e6,
    geo_lng: Math.round((city.lng + off()) * 1e6) / 1e6,
  }
}

function timesOf(theme: Theme, day: Temporal.PlainDate, city: City, random: Random): Record<string, unknown> {
  const start = day.toPlainDateTime({ hour: theme.hour, minute: random.pick([0, 0, 0, 15, 30]) })
  const end = start.add({ hours: theme.hours + random.below(2), days: (theme.days ?? 1) - 1 })
  return {
    start,
    end,
    timezone: city.timezone,
    all_day: random.below(12) === 0,
    cost: theme.cost,
    featured: random.below(20) === 0,
    ticketed: theme.cost !== null && random.below(3) === 0,
  }
}

/** The original, English for one in three, and now and then all languages; none at all where nothing is translated. */
function eventTexts(
  theme: Theme,
  original: string,
  languages: readonly string[],
  part: number,
  slugs: (kind: string, text: string) => string,
  random: Random,
): Texts {
  const turn = random.below(TURNS['en']?.length ?? 1)
  const all = random.next() < part
  const translated = languages.filter(
    (language) => language !== original && language in theme.titles && (all || (part > 0 && language === 'en' && random.below(3) === 0)),
  )
  return new Map(
    [original, ...translated].map((language) => {
      const title = [theme.titles[language as keyof Names] ?? theme.titles.en, TURNS[language]?.[turn] ?? ''].filter(Boolean).join(', ')
      const sentences = SENTENCES[language] ?? SENTENCES['en'] ?? []
      const description = `<p>${title}. ${random.pick(sentences)}</p><p>${random.pick(sentences)}</p>`
      return [language, { title, description, excerpt: null, slug: slugs('event', title) }]
    }),
  )
}

/** `jazz`, `jazz-2`, `jazz-3` … in a calendar that was empty; in another they carry the number of the first record made. */
function slugMaker(first: number): (kind: string, text: string) => string {
  const counts = new Map<string, number>()
  return (kind, text) => {
    const base = first === 1 ? slugOf(text) : `${slugOf(text)}-${first}`
    const n = (counts.get(`${kind} ${base}`) ?? 0) + 1
    counts.set(`${kind} ${base}`, n)
    return n === 1 ? base : `${base}-${n}`
  }
}

interface Random {
  next(): number
  below(n: number): number
  pick<T>(list: readonly T[]): T
  some<T>(list: readonly T[], most: number): T[]
}
/** A small generator of numbers that are the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return { next, below, pick, some: (list, most) => [...new Set(Array.from({ length: below(most + 1) }, () => pick(list)))] }
}
