// Loads a record in its original and in the language to translate into, field by field, with the description of its picture.
import { etagOf, type Client, type Image, type Me } from '@kalends/client'
import { pageSettings } from '../../lib/page-settings.ts'
import { HTML_TEXTS, TITLE_FIELDS } from './kind-texts.ts'
import type { TranslatedKind } from './work-search.ts'

type FieldState = 'current' | 'outdated' | 'missing'
/** A record with texts, as far as this screen needs it. */
interface TextRecord extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly author?: number
  readonly translation_fields: Readonly<Record<string, Readonly<Record<string, FieldState>>>>
  readonly image?: Pick<Image, 'id' | 'decorative'> | null
}
export interface TranslationField {
  /** The name of the input; `alt` belongs to the picture. */
  readonly name: string
  readonly isHtml: boolean
  readonly original: string
  /** The language of the original text. The picture may have another one than the record. */
  readonly originalLanguage: string
  /** The translation as it is stored; empty if there is none. */
  readonly stored: string
  readonly state: FieldState
}
/** A stored record that is written. */
export interface TranslatedTarget {
  readonly collection: TranslatedKind | 'media'
  readonly id: number
  readonly etag: string | null
}
export interface LoadedTranslation {
  readonly title: string
  readonly original: string
  readonly record: TranslatedTarget
  readonly image: TranslatedTarget | null
  /** The texts that the original has. */
  readonly fields: readonly TranslationField[]
}
interface TranslationRequest {
  readonly kind: TranslatedKind
  readonly id: number
  readonly language: string
}

export async function loadTranslation(
  client: Client,
  { kind, id, language }: TranslationRequest,
  me: Me,
  signal?: AbortSignal,
): Promise<LoadedTranslation> {
  const both = await readBoth(client, { collection: kind, id, etag: null }, language, signal)
  const { original, source, record } = both
  const title = String(source[TITLE_FIELDS[kind]])
  const picture = source.image && !source.image.decorative ? await loadAlt(client, source.image.id, { language, me, signal }) : null
  const names = [TITLE_FIELDS[kind], 'excerpt', 'description', 'event_status_reason']
  return {
    title,
    original,
    record,
    image: picture && picture.record,
    fields: [...fieldsOf(both, language, names), ...(picture ? fieldsOf(picture, language, ['alt']) : [])],
  }
}

interface BothTexts {
  readonly original: string
  readonly source: TextRecord
  readonly translation: TextRecord
  readonly record: TranslatedTarget
}
/** The states of translations name every configured language except the original. */
async function readBoth(client: Client, target: TranslatedTarget, language: string, signal?: AbortSignal): Promise<BothTexts> {
  const get = client[target.collection].get as unknown as (id: number, options: object) => Promise<TextRecord>
  const translation = await get(target.id, { language, signal })
  const original = pageSettings.languages.find((each) => translation.translation_fields[each] === undefined) ?? language
  const source = original === language ? translation : await get(target.id, { language: original, signal })
  return { original, source, translation, record: { ...target, etag: etagOf(source) ?? null } }
}

function fieldsOf({ original, source, translation }: BothTexts, language: string, names: readonly string[]): TranslationField[] {
  const states = translation.translation_fields[language] ?? {}
  return names.flatMap((name) => {
    const state = states[name]
    if (state === undefined) return []
    const stored = state === 'missing' ? '' : String(translation[name])
    return [{ name, isHtml: HTML_TEXTS.includes(name), original: String(source[name]), originalLanguage: original, stored, state }]
  })
}

interface AltRequest {
  readonly language: string
  readonly me: Me
  readonly signal?: AbortSignal | undefined
}
/** The description of a picture belongs to the picture, which somebody else may own. */
async function loadAlt(client: Client, id: number, { language, me, signal }: AltRequest): Promise<BothTexts | null> {
  try {
    const both = await readBoth(client, { collection: 'media', id, etag: null }, language, signal)
    return me.may.edit_others || both.source.author === me.id ? both : null
  } catch {
    return null
  }
}
