// The entries of the command palette: screens, commands, records that were opened last, and records that are found.
import { useNavigate } from '@tanstack/react-router'
import type { Me } from '@kalends/client'
import { isAllowed } from '../../lib/allowed-destinations.ts'
import { CREATION, DESTINATIONS, RECORD_ICONS, RECORD_KINDS, RECORD_TARGETS, type Destination } from '../../lib/destinations.ts'
import { useFormats } from '../../lib/format.ts'
import { showFrameDialog } from '../../lib/frame-dialog.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { formatLocale } from '../../lib/messages.ts'
import { pathOf } from '../../lib/paths.ts'
import { addRecent } from '../../lib/recent-records.ts'
import type { IconName } from '../../ui/icon.tsx'
import { todayOfCalendar } from '../events/event-search.ts'
import { useFoundRecords, useRecentRecords, type FoundRecord } from './found-records.ts'
import { parseQuickEvent } from './quick-event.ts'

export interface PaletteEntry {
  readonly id: string
  readonly icon: IconName
  readonly name: string
  /** The language of the name, if it is that of a record. */
  readonly lang?: string
  readonly detail?: string
  /** Keys that do the same. */
  readonly keys?: readonly string[]
  readonly run: () => void
}
export interface PaletteSection {
  readonly id: string
  readonly title: string
  readonly entries: readonly PaletteEntry[]
}

const PER_KIND = 6
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
/** Whether the name has each of the words, in any order. */
const matches = (name: string, text: string): boolean => {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return words.every((word) => folded(name).includes(word))
}

/** `close` is called before a command runs. */
export function usePaletteSections(text: string, me: Me, close: () => void) {
  const t = useText()
  const open = useOpen(close)
  const describe = useDescription()
  const { records, isCurrent, isSearching, query } = useFoundRecords(text)
  const recent = useRecentRecords(me.id)
  const toScreen = (each: Destination): PaletteEntry => ({
    id: each.path,
    icon: each.icon,
    name: each.name(t),
    ...(each.key && { keys: ['G', each.key.toUpperCase()] }),
    run: () => open(each.path),
  })
  const toRecord = (record: FoundRecord): PaletteEntry => ({
    id: `${record.kind}:${record.id}`,
    icon: RECORD_ICONS[record.kind],
    name: record.name || t('Without a title'),
    lang: record.language,
    detail: describe(record),
    run: () => {
      const { path, search } = RECORD_TARGETS[record.kind](record.id)
      addRecent(me.id, record)
      open(path, search)
    },
  })
  const help: PaletteEntry = {
    id: 'help',
    icon: 'info',
    name: t('Keyboard shortcuts'),
    keys: ['?'],
    run: () => showFrameDialog('help'),
  }
  const titles = { event: t('Events'), venue: t('Venues'), organizer: t('Organizers') }
  // Records whose name matches come first. While the answer is awaited, only those of an earlier answer are shown.
  const named = records.filter(({ name }) => matches(name, text))
  const shown = isCurrent ? [...named, ...records.filter((each) => !named.includes(each))] : named
  const quick = useQuickEvent(text, open)
  const sections: readonly PaletteSection[] = [
    { id: 'recent', title: t('Opened last'), entries: text.trim() === '' ? recent.map(toRecord) : [] },
    { id: 'screens', title: t('Go to'), entries: DESTINATIONS.filter(isAllowed(me)).map(toScreen) },
    { id: 'commands', title: t('Actions'), entries: [...[CREATION].filter(isAllowed(me)).map(toScreen), help] },
  ]
  const found = RECORD_KINDS.map((kind) => ({
    id: kind,
    title: titles[kind],
    entries: shown
      .filter((each) => each.kind === kind)
      .slice(0, PER_KIND)
      .map(toRecord),
  }))
  const filtered = sections.map((section) => ({ ...section, entries: section.entries.filter(({ name }) => matches(name, text)) }))
  const created = { id: 'quick', title: t('New event'), entries: quick && isAllowed(me)(CREATION) ? [quick] : [] }
  return { sections: [created, ...filtered, ...found].filter(({ entries }) => entries.length > 0), isSearching, query }
}

/** A title with a day or a time is an event that does not exist yet. */
function useQuickEvent(text: string, open: ReturnType<typeof useOpen>): PaletteEntry | null {
  const { t, language } = useLanguage()
  const { wallDay, wallTime } = useFormats()
  const today = todayOfCalendar()
  const event = parseQuickEvent(text, formatLocale(language), today)
  if (event === null) return null
  const { title, date, time } = event
  const day = date === undefined ? '' : wallDay(`${date} 00:00:00`, today.slice(0, 4))
  const hour = time === undefined ? '' : wallTime(`${date ?? today} ${time}`)
  return {
    id: 'quick',
    icon: 'plus',
    name: title,
    detail: day && hour ? t('{day}, {time}', { day, time: hour }) : day || hour,
    run: () => open(CREATION.path, event),
  }
}

function useOpen(close: () => void): (path: string, search?: object) => void {
  const navigate = useNavigate()
  return (path, search = {}) => {
    close()
    void navigate({ to: pathOf(path), search: search as never })
  }
}

/** The day of an event, the town of a venue, and that a record is not published. */
function useDescription(): ({ start, city, status }: FoundRecord) => string {
  const t = useText()
  const { shortWallDay, list } = useFormats()
  return ({ start, city, status }) => {
    const state = status === 'publish' ? '' : status === 'pending' ? t('Pending review') : status === 'draft' ? t('Draft') : ''
    return list([start === undefined ? '' : shortWallDay(start, todayOfCalendar().slice(0, 4)), city ?? '', state].filter(Boolean))
  }
}
