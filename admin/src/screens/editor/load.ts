// Loads an event for the editor: its values, its original language, and its texts in the languages that are opened.
import { etagOf, type Client, type Event, type EventDetail, type WorkingCopy } from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'
import { NO_TEXTS, ownTexts, sharedOf, textsOf, type EventValues, type Texts } from './values.ts'

/** The working copy of somebody who may not publish, and the values that visitors see. */
export interface Proposal {
  readonly published: EventValues
  readonly copy: WorkingCopy<Event> | null
}
export interface LoadedEvent {
  readonly record: EventDetail
  readonly etag: string | null
  readonly original: string
  readonly values: EventValues
  /** The text that is shown for each language without an own text. */
  readonly fallbacks: Readonly<Record<string, Texts>>
  /** Null if changes of the event are stored in the event itself. */
  readonly proposal: Proposal | null
}

/** Loads the event with its texts in the given languages, besides those of the original and of the default language. */
export async function loadEvent(client: Client, id: number, languages: readonly string[], signal?: AbortSignal): Promise<LoadedEvent> {
  const { default_language } = pageSettings
  const read = (language: string): Promise<EventDetail> => client.events.get(id, { language, signal })
  const first = await read(default_language)
  const original = await findOriginal(client, first, signal)
  const { records, values, fallbacks } = await readValues(
    (language) => (language === default_language ? Promise.resolve(first) : read(language)),
    original,
    languages,
  )
  return { record: records.get(original) ?? first, etag: etagOf(first) ?? null, original, values, fallbacks, proposal: null }
}

/** Reads the values of an event with its texts in the given languages, besides those of the original and of the default language. */
export async function readValues(read: (language: string) => Promise<EventDetail>, original: string, languages: readonly string[]) {
  const { default_language } = pageSettings
  const first = await read(default_language)
  const wanted = [...new Set([original, ...languages])].filter((each) => each !== default_language)
  const others = await Promise.all(wanted.map(read))
  const records = new Map([[default_language, first], ...wanted.map((each, index) => [each, others[index] ?? first] as const)])
  const originalTexts = textsOf(records.get(original) ?? first)
  const defaultTexts = textsOf(first)
  const texts = [...records].map(([language, record]): [string, Texts] => [
    language,
    language === original ? textsOf(record) : ownTexts(textsOf(record), language === default_language ? originalTexts : defaultTexts),
  ])
  const opened = pageSettings.languages.map((each) => [each, each === default_language ? originalTexts : defaultTexts] as const)
  return {
    records,
    values: { shared: sharedOf(records.get(original) ?? first), texts: Object.fromEntries(texts) },
    fallbacks: { ...Object.fromEntries(opened), [original]: NO_TEXTS },
  }
}

/** Loads the texts of one more language. */
export async function loadTexts(client: Client, { record, fallbacks }: LoadedEvent, language: string): Promise<Texts> {
  return ownTexts(textsOf(await client.events.get(record.id, { language })), fallbacks[language] ?? NO_TEXTS)
}

/** The title in the default language falls back to the original. If the default language has its own title, the history tells the original. */
async function findOriginal(client: Client, { id, language, translations }: EventDetail, signal?: AbortSignal): Promise<string> {
  const languages = Object.keys(translations)
  if (language !== pageSettings.default_language || languages.length <= 1) return language
  try {
    const { total } = await client.history('events', id, { per_page: 1 }, { signal })
    const { history } = await client.history('events', id, { per_page: 1, page: total }, { signal })
    const created = history.find(({ action }) => action === 'create')
    return created?.language ?? created?.changes.find(({ field }) => field === 'title')?.language ?? language
  } catch {
    return language
  }
}

/** The key of a loaded event in the cache. It is replaced after each save, and never refreshed by itself while somebody types. */
export const editorKey = (id: number): readonly unknown[] => ['event-editor', id]
