// The tags of the calendar: renamed, merged and deleted.
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Checkbox } from 'react-aria-components/Checkbox'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { Toolbar } from 'react-aria-components/Toolbar'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { focusRow } from '../events/row-focus.ts'
import { AddressSearch } from '../library/address-search.tsx'
import { EmptyList, MoreRows } from '../library/list-parts.tsx'
import { MergeDialog } from '../library/merge-dialog.tsx'
import { useTitle } from '../outside-page.tsx'
import { DeleteTerm } from './delete-term.tsx'
import { TermDialog } from './term-dialog.tsx'
import { useTagList, type ListedTag } from './term-queries.ts'
import { TermSwitch } from './term-switch.tsx'
import '../../styles/filters.css'
import '../../styles/pickers.css'
import '../../styles/bulk-bar.css'
import '../../styles/events.css'
import '../../styles/library.css'

export function TagsScreen() {
  const t = useText()
  const { search = '' } = useSearch({ from: '/frame/tags' })
  const { data: me } = useMe()
  const list = useTagList(search)
  const [isCreating, setCreating] = useState(false)
  useTitle(t('Tags'))
  return (
    <div className="page events">
      <header>
        <h1>{t('Tags')}</h1>
        <TermSwitch />
        {me?.may.create_terms && (
          <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
            {t('New tag')}
          </Button>
        )}
      </header>
      <div className="filters" role="group" aria-label={t('Search and filters')}>
        <AddressSearch label={t('Search tags')} search={search} />
      </div>
      <QueryState query={list}>
        {({ pages }) => {
          const rows = pages.flatMap(({ tags }) => tags)
          if (rows.length > 0)
            return (
              <>
                <TagRows rows={rows} mayEdit={me?.may.edit_others === true} />
                <MoreRows shown={rows.length} total={pages.at(-1)?.total ?? 0} query={list} />
              </>
            )
          return search ? (
            <EmptyList icon="search" title={t('No tags match “{text}”', { text: search })} text={t('Try fewer or other words.')} />
          ) : (
            <EmptyList
              icon="tag"
              title={t('There are no tags yet')}
              text={t(
                'Tags are words that events have in common, such as Free or Accessible. They are also created when you write an event.',
              )}
            />
          )
        }}
      </QueryState>
      {isCreating && <TermDialog plural="tags" title={t('New tag')} id={null} onClose={() => setCreating(false)} />}
    </div>
  )
}

interface OpenTag {
  readonly command: 'edit' | 'delete'
  readonly tag: ListedTag
}
function TagRows({ rows, mayEdit }: { readonly rows: readonly ListedTag[]; readonly mayEdit: boolean }) {
  const { t, language } = useLanguage()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<OpenTag | null>(null)
  const [isMerging, setMerging] = useState(false)
  const selected = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen])
  const close = (): void => setOpen(null)
  return (
    <>
      <GridList
        className="agenda card agenda-rows"
        aria-label={t('Tags')}
        items={rows}
        dependencies={[language, mayEdit]}
        selectionMode={mayEdit ? 'multiple' : 'none'}
        selectedKeys={selected.map(({ id }) => id)}
        onSelectionChange={(keys) => setChosen(keys === 'all' ? new Set(rows.map(({ id }) => id)) : new Set([...keys].map(Number)))}
        onAction={(key) => {
          const tag = rows.find(({ id }) => id === Number(key))
          if (tag && mayEdit) setOpen({ command: 'edit', tag })
        }}
      >
        {(tag) => <TagRow tag={tag} mayEdit={mayEdit} onOpen={(command) => setOpen({ command, tag })} />}
      </GridList>
      {selected.length > 0 && <TagBar selected={selected} onMerge={() => setMerging(true)} onClear={() => setChosen(new Set())} />}
      {open?.command === 'edit' && <TermDialog plural="tags" title={t('Edit tag')} id={open.tag.id} onClose={close} />}
      {open?.command === 'delete' && <DeleteTerm plural="tags" term={open.tag} onClose={close} />}
      {isMerging && (
        <MergeDialog
          plural="tags"
          records={selected.map(({ id, name, count }) => ({ id, name, detail: t('{count} published events', { count }) }))}
          onClose={() => setMerging(false)}
          onMerged={(id) => {
            setMerging(false)
            setChosen(new Set())
            focusRow(id)
          }}
        />
      )}
    </>
  )
}

interface TagRowProps {
  readonly tag: ListedTag
  readonly mayEdit: boolean
  readonly onOpen: (command: OpenTag['command']) => void
}
function TagRow({ tag: { id, name, language, count }, mayEdit, onOpen }: TagRowProps) {
  const t = useText()
  return (
    <GridListItem id={id} className="event-row tag-row" textValue={name}>
      {mayEdit && (
        <Checkbox slot="selection" className="checkbox">
          <span className="box">
            <Icon name="check" />
          </span>
        </Checkbox>
      )}
      <bdi className="title clip" lang={language}>
        {name}
      </bdi>
      <span className="upcoming">{t('{count} published events', { count })}</span>
      {mayEdit && (
        <Menu
          label={t('Actions')}
          trigger={<IconButton label={t('More for “{title}”', { title: name })} icon="more" />}
          entries={[
            { id: 'edit', label: t('Edit'), icon: 'edit', run: () => onOpen('edit') },
            { id: 'delete', label: t('Delete'), icon: 'trash', run: () => onOpen('delete') },
          ]}
        />
      )}
    </GridListItem>
  )
}

interface TagBarProps {
  readonly selected: readonly ListedTag[]
  readonly onMerge: () => void
  readonly onClear: () => void
}
function TagBar({ selected, onMerge, onClear }: TagBarProps) {
  const t = useText()
  return (
    <Toolbar className="bulk-bar" aria-label={t('With the selected rows')}>
      <b>{t('{count} selected', { count: selected.length })}</b>
      {selected.length > 1 && (
        <AriaButton onPress={onMerge}>
          <Icon name="share" small />
          {t('Merge')}
        </AriaButton>
      )}
      <AriaButton onPress={onClear}>
        <span className="visually-hidden">{t('Clear the selection')}</span>
        <Icon name="close" small />
      </AriaButton>
    </Toolbar>
  )
}
