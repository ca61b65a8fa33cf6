// The versions of an event by day, the newest first.
import type { HistoryEntry, Me } from '@kalends/client'
import { useMemo } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { GridList, GridListHeader, GridListItem, GridListSection } from 'react-aria-components/GridList'
import { wallOfReader } from '../../lib/days.ts'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { authorName, describeEntry } from './describe-entry.ts'
import { PersonMark } from './person-mark.tsx'

interface VersionListProps {
  readonly entries: readonly HistoryEntry[]
  readonly me: Me
  /** The version that the address names. */
  readonly chosen: number | undefined
  /** The version in the reading pane, which is the newest one unless another is chosen. */
  readonly shown: number | undefined
  readonly onChoose: (version: number) => void
}
interface Day {
  readonly id: string
  readonly entries: readonly HistoryEntry[]
}
const daysOf = (entries: readonly HistoryEntry[]): Day[] =>
  [...Map.groupBy(entries, ({ at }) => wallOfReader(at).slice(0, 10))].map(([id, each]) => ({ id, entries: each }))

export function VersionList({ entries, me, chosen, shown, onChoose }: VersionListProps) {
  const { t, language } = useLanguage()
  const days = useMemo(() => daysOf(entries), [entries])
  const newest = entries[0]?.version
  const nameOf = useDayName()
  return (
    <GridList
      className="version-list"
      aria-label={t('Versions')}
      items={days}
      dependencies={[language, shown, newest, me]}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const [version] = keys === 'all' ? [] : [...keys]
        if (version !== undefined) onChoose(Number(version))
      }}
    >
      {(day) => (
        <GridListSection id={day.id} aria-label={nameOf(day.id)}>
          <GridListHeader className="version-day">{nameOf(day.id)}</GridListHeader>
          <Collection items={day.entries.map((entry) => ({ id: entry.version, entry }))} dependencies={[language, shown, newest, me]}>
            {({ entry }) => <VersionRow entry={entry} me={me} isShown={entry.version === shown} isNewest={entry.version === newest} />}
          </Collection>
        </GridListSection>
      )}
    </GridList>
  )
}

function useDayName(): (day: string) => string {
  const t = useText()
  const { wallDay } = useFormats()
  const today = wallOfReader(new Date().toISOString())
  return (day) => (day === today.slice(0, 10) ? t('Today') : wallDay(`${day} 00:00:00`, today.slice(0, 4)))
}

interface VersionRowProps {
  readonly entry: HistoryEntry
  readonly me: Me
  readonly isShown: boolean
  readonly isNewest: boolean
}
function VersionRow({ entry, me, isShown, isNewest }: VersionRowProps) {
  const { t, language } = useLanguage()
  const { wallTime } = useFormats()
  const text = describeEntry(entry, me, language, t)
  return (
    <GridListItem id={entry.version} textValue={text} className={isShown ? 'version-row shown' : 'version-row'}>
      <Mark entry={entry} name={authorName(entry, me, t)} />
      <div>
        <p>
          <NamedSentence text={text} name={authorName(entry, me, t)} />
        </p>
        <p className="when">
          <bdi>{wallTime(wallOfReader(entry.at))}</bdi>
          {isNewest && <span> {t('Current version')}</span>}
        </p>
      </div>
    </GridListItem>
  )
}

/** Emphasizes the name of the person, wherever the language has it in the sentence. */
function NamedSentence({ text, name }: { readonly text: string; readonly name: string }) {
  const index = text.indexOf(name)
  if (index < 0) return text
  return (
    <>
      {text.slice(0, index)}
      <b>
        <bdi>{name}</bdi>
      </b>
      {text.slice(index + name.length)}
    </>
  )
}

const ICONS: Readonly<Partial<Record<HistoryEntry['action'], IconName>>> = {
  create: 'plus',
  trash: 'trash',
  restore: 'undo',
  publish: 'check',
}
/** The initials of a person, or an icon for a change that is more than an edit. */
function Mark({ entry: { action, author }, name }: { readonly entry: HistoryEntry; readonly name: string }) {
  const icon = ICONS[action] ?? (author === null ? 'calendar' : undefined)
  if (icon !== undefined)
    return (
      <span className="version-mark" aria-hidden="true">
        <Icon name={icon} small />
      </span>
    )
  return <PersonMark id={author?.id ?? 0} name={author?.name || name} />
}
