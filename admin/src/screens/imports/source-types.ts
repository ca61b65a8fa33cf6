// The types of sources. A new type needs an entry here, with its texts.
import type { Translate } from '../../lib/messages.ts'
import type { IconName } from '../../ui/icon.tsx'

export interface SourceKind {
  readonly id: string
  readonly icon: IconName
  readonly name: (t: Translate) => string
  readonly about: (t: Translate) => string
  /** File names and media types that the type reads; null if it needs an address. */
  readonly files: readonly string[] | null
  /** Whether a person says which column has which field. */
  readonly hasColumns?: true
  /** Whether the document has categories that may become tags. */
  readonly hasCategories?: true
}
export const SOURCE_KINDS: readonly SourceKind[] = [
  {
    id: 'icalendar',
    icon: 'calendar',
    name: (t) => t('Calendar file or feed'),
    about: (t) => t('iCalendar (.ics), as Google Calendar, Outlook and Apple Calendar write it.'),
    files: ['.ics', '.ical', 'text/calendar'],
    hasCategories: true,
  },
  {
    id: 'csv',
    icon: 'list',
    name: (t) => t('Spreadsheet'),
    about: (t) => t('CSV, with one event in each row. Excel, Numbers and Google Sheets can save it.'),
    files: ['.csv', '.tsv', '.txt', 'text/csv', 'text/tab-separated-values'],
    hasColumns: true,
  },
  {
    id: 'tec',
    icon: 'globe',
    name: (t) => t('The Events Calendar'),
    about: (t) => t('A WordPress site with this plug-in: events, venues, organizers, categories and pictures.'),
    files: null,
  },
  {
    id: 'jsonld',
    icon: 'link',
    name: (t) => t('Web page'),
    about: (t) => t('A page that describes its events for search engines (JSON-LD).'),
    files: ['.html', '.htm', '.json', '.jsonld', 'text/html', 'application/ld+json', 'application/json'],
  },
  {
    id: 'kalends',
    icon: 'repeat',
    name: (t) => t('Another Kalends calendar'),
    about: (t) => t('Copies its events and keeps them up to date.'),
    files: null,
  },
]
/** A type that this version does not know has an address and no settings of its own. */
export const kindOf = (id: string): SourceKind =>
  SOURCE_KINDS.find((kind) => kind.id === id) ?? { id, icon: 'file', name: () => id, about: () => '', files: null }
