// The search and the filters of the list. The address keeps them.
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { languageNameIn } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Picker } from '../../ui/picker.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { changeSearch, DEFAULT_RANGE, idsIn, idsParam, LINK_FILTERS, RANGES, type EventSearch, type LinkFilter } from './event-search.ts'
import { useOptions, useSelectedOptions } from './record-options.ts'
import { useRangeNames } from './range-names.ts'

interface FilterProps {
  readonly search: EventSearch
  readonly onChange: (search: EventSearch) => void
}
export function Filters({ search }: Pick<FilterProps, 'search'>) {
  const t = useText()
  const navigate = useNavigate()
  const change = (next: EventSearch): void => void navigate({ to: '/events', search: next })
  return (
    <div className="filters" role="group" aria-label={t('Search and filters')}>
      <EventSearchField search={search} />
      <RangeChip search={search} onChange={change} />
      {LINK_FILTERS.map((filter) => (
        <LinkChip key={filter} filter={filter} search={search} onChange={change} />
      ))}
      <LanguageChip search={search} onChange={change} />
    </div>
  )
}

function EventSearchField({ search }: Pick<FilterProps, 'search'>) {
  const t = useText()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchText(
    search.search ?? '',
    (wanted) => void navigate({ to: '/events', search: (before) => changeSearch(before, { search: wanted }), replace: true }),
  )
  useShortcut('/', () => input.current?.focus())
  return (
    <SearchField label={t('Search titles and descriptions')} name="search" shortcut="/" inputRef={input} value={text} onChange={setText} />
  )
}

function RangeChip({ search, onChange }: FilterProps) {
  const t = useText()
  const names = useRangeNames()
  const current = search.range ?? DEFAULT_RANGE
  return (
    <Menu
      label={t('Dates')}
      trigger={
        <Chip icon="calendar" isSet={current !== 'all'}>
          <span className="visually-hidden">{t('Dates')} </span>
          {names[current]}
        </Chip>
      }
      entries={RANGES.map((range) => ({
        id: range,
        label: names[range],
        isCurrent: range === current,
        run: () => onChange(changeSearch(search, { range })),
      }))}
    />
  )
}

function useFilterTexts(filter: LinkFilter) {
  const t = useText()
  if (filter === 'category') return { label: t('Category'), searchLabel: t('Find a category'), emptyText: t('No category has this name.') }
  if (filter === 'venue') return { label: t('Venue'), searchLabel: t('Find a venue'), emptyText: t('No venue has this name.') }
  return { label: t('Organizer'), searchLabel: t('Find an organizer'), emptyText: t('No organizer has this name.') }
}

export function LinkChip({ filter, search, onChange }: FilterProps & { readonly filter: LinkFilter }) {
  const t = useText()
  const { number } = useFormats()
  const texts = useFilterTexts(filter)
  const ids = idsIn(search[filter])
  const selected = useSelectedOptions(filter, ids)
  const { search: typed, setSearch, setOpen, options } = useOptions(filter)
  const change = (next: readonly (number | string)[]): void => onChange(changeSearch(search, { [filter]: idsParam(next.map(Number)) }))
  const shown = ids.length === 1 ? (selected[0]?.name ?? '…') : number(ids.length)
  // The choices that are set come first while nothing is searched for.
  const listed = typed === '' ? [...selected, ...options.filter(({ id }) => !ids.includes(Number(id)))] : options
  return (
    <Picker
      {...texts}
      trigger={
        <Chip isSet={ids.length > 0}>{ids.length > 0 ? t('{filter}: {value}', { filter: texts.label, value: shown }) : texts.label}</Chip>
      }
      options={listed}
      search={typed}
      onSearch={setSearch}
      selected={ids}
      isMultiple
      onChange={(visible) =>
        change([...ids.filter((id) => !listed.some((option) => option.id === id)), ...visible.map(Number)].filter(isFirst))
      }
      onOpenChange={setOpen}
      {...(ids.length > 0 && {
        footer: (
          <Button variant="ghost" size="small" onPress={() => change([])}>
            {t('Clear this filter')}
          </Button>
        ),
      })}
    />
  )
}
const isFirst = <T,>(value: T, index: number, all: readonly T[]): boolean => all.indexOf(value) === index

function LanguageChip({ search, onChange }: FilterProps) {
  const { t, language } = useLanguage()
  const nameOf = (each: string): string => languageNameIn(each, language)
  const { missing } = search
  return (
    <Menu
      label={t('Language')}
      trigger={
        <Chip isSet={missing !== undefined}>
          {missing === undefined ? t('Language') : t('Not in {language}', { language: nameOf(missing) })}
        </Chip>
      }
      entries={[
        {
          id: 'all',
          label: t('All events'),
          isCurrent: missing === undefined,
          run: () => onChange(changeSearch(search, { missing: undefined })),
        },
        ...pageSettings.languages.map((each) => ({
          id: each,
          label: t('Not in {language}', { language: nameOf(each) }),
          isCurrent: missing === each,
          run: () => onChange(changeSearch(search, { missing: each })),
        })),
      ]}
    />
  )
}
