// The names of the kinds of records and of their texts, as people read them.
import type { Translate } from '../../lib/messages.ts'
import { historyLabel } from '../history/field-labels.ts'
import type { TranslatedKind } from './work-search.ts'

/** The field with the title or name of each kind. */
export const TITLE_FIELDS: Readonly<Record<TranslatedKind, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}
export const HTML_TEXTS: readonly string[] = ['description', 'excerpt']

export const kindName = (kind: TranslatedKind, t: Translate): string =>
  ({ events: t('Events'), venues: t('Venues'), organizers: t('Organizers'), categories: t('Categories'), tags: t('Tags') })[kind]

/** The label of a text. The name of a venue is called as that of a tag. */
export function textLabel(kind: TranslatedKind, name: string, t: Translate): string {
  if (kind !== 'events' && name === TITLE_FIELDS[kind]) return t('Name')
  return historyLabel(name, t)
}

interface Remaining {
  readonly count: number
  readonly language: string
}
/** How many records still wait for a translation. */
export function remainingText(kind: TranslatedKind, values: Remaining, t: Translate): string {
  const { count, language } = values
  if (kind === 'events') return t('{count} events still need {language}', { count, language })
  return t('{count} entries still need {language}', { count, language })
}
