// The search parameters of the work list and of the side-by-side screen. Parameters with their default value are left out.
import { pageSettings } from '../../lib/page-settings.ts'

export const TRANSLATED_KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type TranslatedKind = (typeof TRANSLATED_KINDS)[number]
export const isTranslatedKind = (value: unknown): value is TranslatedKind => TRANSLATED_KINDS.some((kind) => kind === value)

/** The part of the work list that a screen was opened from, so that it leads to the next record. */
export interface WorkFilter {
  /** The language to translate into. */
  readonly language?: string
  /** Missing translations are listed unless this is set. */
  readonly state?: 'outdated'
  readonly search?: string
  /** Whether events that are over are listed too. */
  readonly past?: true
}
export interface WorkSearch extends WorkFilter {
  readonly kind?: Exclude<TranslatedKind, 'events'>
}

/** Keeps valid parameters of an address that anybody may have written. */
export function validateWorkFilter(search: Record<string, unknown>): WorkFilter {
  const { language, state, search: text, past } = search
  return {
    ...(pageSettings.languages.some((each) => each === language) && { language: String(language) }),
    ...(state === 'outdated' && { state }),
    ...((typeof text === 'string' || typeof text === 'number') && text !== '' && { search: String(text) }),
    ...(past === true && { past }),
  }
}
export function validateWorkSearch(search: Record<string, unknown>): WorkSearch {
  const { kind } = search
  return { ...validateWorkFilter(search), ...(isTranslatedKind(kind) && kind !== 'events' && { kind }) }
}

/** Returns the search with other values; a value that is undefined is removed. */
export const changeWorkSearch = (
  search: WorkSearch,
  changes: { readonly [K in keyof WorkSearch]?: WorkSearch[K] | undefined },
): WorkSearch => Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined && value !== ''))

const STORED = 'kalends-target-language'
/** The language that was translated into last on this device, or else one that is not the default language of the calendar. */
export function preferredTarget(reader: string): string {
  const { languages, default_language } = pageSettings
  const stored = localStorage.getItem(STORED)
  const others = languages.filter((language) => language !== default_language)
  return languages.find((language) => language === stored) ?? others.find((language) => language === reader) ?? others[0] ?? reader
}
export const storeTarget = (language: string): void => localStorage.setItem(STORED, language)
