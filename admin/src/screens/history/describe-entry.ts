// An entry of the history as a sentence: the person, and the fields that changed.
import type { FieldChange, HistoryEntry, Me } from '@kalends/client'
import { formatLocale, languageNameIn, type Translate } from '../../lib/messages.ts'
import { changeLabel } from './field-labels.ts'

const LABELS_MAX = 3

export function authorName({ author }: Pick<HistoryEntry, 'author'>, me: Me, t: Translate): string {
  if (author === null) return t('The calendar')
  return author.id === me.id ? t('You') : author.name || t('Somebody')
}

export function describeEntry(entry: HistoryEntry, me: Me, language: string, t: Translate): string {
  const { action } = entry
  const name = authorName(entry, me, t)
  if (action === 'create') return t('{name}: wrote the event', { name })
  if (action === 'trash') return t('{name}: moved it to the trash', { name })
  if (action === 'restore') return t('{name}: took it out of the trash', { name })
  if (action === 'publish') return t('{name}: published it', { name })
  // A confirmation of a translation changes no text.
  if (entry.changes.length === 0 && entry.language !== null)
    return t('{name}: confirmed the translation into {language}', { name, language: languageNameIn(entry.language, language) })
  const labels = [...new Set(shownChanges(entry).map((change) => changeLabel(change, t)))]
  if (labels.length === 0) return t('{name}: changed the event', { name })
  const shown = labels.length <= LABELS_MAX + 1 ? labels : labels.slice(0, LABELS_MAX)
  const rest = labels.length - shown.length
  const parts = rest === 0 ? shown : [...shown, t('{count} more', { count: rest })]
  return t('{name}: changed {fields}', { name, fields: new Intl.ListFormat(formatLocale(language)).format(parts) })
}

/** Leaves out fields that a new event has without a value, and the second form of the time of publication. */
export const shownChanges = ({ changes }: Pick<HistoryEntry, 'changes'>): FieldChange[] =>
  changes.filter(({ field, before, after }) => field !== 'date_utc' && !(field !== 'password' && isEmpty(before) && isEmpty(after)))

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
