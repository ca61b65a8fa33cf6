// The rows of a list of places. They can be selected with the pointer and with the keyboard.
import { Link, useNavigate } from '@tanstack/react-router'
import type { SyntheticEvent } from 'react'
import { Checkbox } from 'react-aria-components/Checkbox'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { placePath } from '../../lib/paths.ts'
import { fileOf, focusStyle } from '../../lib/picture.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { StatusBadge } from '../events/status-badge.tsx'
import { placeTexts, type Place, type PlaceKind } from './place-kinds.ts'
import { useUpcomingEvents } from './place-queries.ts'
import type { PlaceActions } from './use-place-actions.ts'

interface PlaceRowsProps {
  readonly kind: PlaceKind
  readonly rows: readonly Place[]
  readonly selected: readonly Place[]
  readonly onSelect: (ids: ReadonlySet<number>) => void
  readonly actions: PlaceActions
  /** Whether the rows are those of an earlier search, while the new ones are loaded. */
  readonly isStale: boolean
}
export function PlaceRows({ kind, rows, selected, onSelect, actions, isStale }: PlaceRowsProps) {
  const { t, language } = useLanguage()
  const navigate = useNavigate()
  const ids = selected.map(({ id }) => id)
  const toggle = (id: number): void => onSelect(new Set(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]))
  return (
    <div className={isStale ? 'agenda card stale' : 'agenda card'} aria-busy={isStale}>
      <GridList
        className="agenda-rows"
        aria-label={placeTexts(kind, t).title}
        items={rows}
        dependencies={[language, actions, selected]}
        selectionMode="multiple"
        selectedKeys={ids}
        onSelectionChange={(keys) => onSelect(keys === 'all' ? new Set(rows.map(({ id }) => id)) : new Set([...keys].map(Number)))}
        onAction={(key) => void navigate({ to: placePath(kind.plural, Number(key)) })}
      >
        {(place) => <PlaceRow kind={kind} place={place} actions={actions} onToggle={() => toggle(place.id)} />}
      </GridList>
    </div>
  )
}

interface PlaceRowProps {
  readonly kind: PlaceKind
  readonly place: Place
  readonly actions: PlaceActions
  readonly onToggle: () => void
}
function PlaceRow({ kind, place, ...commands }: PlaceRowProps) {
  const { name, detail, language, status, date } = place
  return (
    <GridListItem id={place.id} className="event-row place-row" textValue={name}>
      <Checkbox slot="selection" className="checkbox">
        <span className="box">
          <Icon name="check" />
        </span>
      </Checkbox>
      <PlacePicture kind={kind} place={place} />
      <div className="what">
        <div className="title clip" dir="auto">
          <Link to={placePath(kind.plural, place.id)} lang={language} {...KEEP_PRESSES}>
            {name}
          </Link>
        </div>
        {detail && (
          <div className="meta">
            <bdi className="clip">{detail}</bdi>
          </div>
        )}
      </div>
      <UpcomingEvents kind={kind} id={place.id} />
      <span className="status">
        <StatusBadge event={{ status, date, event_status: 'scheduled', series: null }} />
      </span>
      <PlaceMenu kind={kind} place={place} {...commands} />
    </GridListItem>
  )
}
/** The row opens the record too. The link keeps its presses, so that it is not opened twice. */
const keep = (event: SyntheticEvent): void => event.stopPropagation()
const KEEP_PRESSES = { onPointerDown: keep, onMouseDown: keep, onTouchStart: keep, draggable: false } as const

const THUMBNAIL_WIDTH = 112
function PlacePicture({ kind, place: { image } }: Pick<PlaceRowProps, 'kind' | 'place'>) {
  if (image !== null)
    return <img className="thumbnail" src={fileOf(image, THUMBNAIL_WIDTH)} alt="" loading="lazy" style={focusStyle(image)} />
  return (
    <span className="thumbnail none">
      <Icon name={kind.icon} />
    </span>
  )
}

function UpcomingEvents({ kind, id }: { readonly kind: PlaceKind; readonly id: number }) {
  const t = useText()
  const { data } = useUpcomingEvents(kind, id)
  return <span className="upcoming">{data !== undefined && t('{count} upcoming events', { count: data })}</span>
}

function PlaceMenu({ kind, place, actions, onToggle }: PlaceRowProps) {
  const t = useText()
  const navigate = useNavigate()
  const { data: me } = useMe()
  const mayChange = me !== undefined && (me.may.edit_others || me.id === place.author)
  const entries: MenuEntry[] = [
    {
      id: 'open',
      label: mayChange ? t('Edit') : t('Open'),
      icon: 'edit',
      run: () => void navigate({ to: placePath(kind.plural, place.id) }),
    },
    { id: 'select', label: t('Select'), icon: 'check', run: onToggle },
    ...(!mayChange
      ? []
      : place.status === 'trash'
        ? [{ id: 'restore', label: t('Restore'), icon: 'undo', run: () => void actions.restore([place]) } as const]
        : [{ id: 'trash', label: t('Move to trash'), icon: 'trash', run: () => void actions.trash([place]) } as const]),
  ]
  return (
    <Menu
      label={t('Actions')}
      trigger={<IconButton label={t('More for “{title}”', { title: place.name })} icon="more" />}
      entries={entries}
    />
  )
}
