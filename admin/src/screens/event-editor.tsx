// The screens that write an event: a new one, a copy of another one, and one that exists.
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Me } from '@kalends/client'
import { isDay } from '../lib/days.ts'
import { useClient, useLanguage, useText } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { QueryState } from '../ui/query-state.tsx'
import { readDraft } from './editor/drafts.ts'
import { EventEditor } from './editor/event-editor.tsx'
import { editorKey, loadEvent } from './editor/load.ts'
import { loadForEditing } from './editor/proposal.ts'
import { endAfterMove } from './editor/times.ts'
import { copyOf, emptyValues, type ChosenStatus, type EventValues } from './editor/values.ts'
import { useTitle } from './outside-page.tsx'
import '../styles/pickers.css'
import '../styles/editor.css'
import '../styles/repeat.css'

/** Those who may not publish write for the editors. */
const firstStatus = (me: Me): ChosenStatus => (me.may.publish ? 'publish' : 'pending')

export function NewEvent() {
  const { from, date = '', time = '', title = '', language: wanted } = useSearch({ from: '/frame/events/new' })
  const { language } = useLanguage()
  const { data: me } = useMe()
  const first = pageSettings.languages.find((each) => each === wanted) ?? language
  const initial = useMemo(() => me && newEvent(emptyValues(first, firstStatus(me)), { date, time, title }), [me, first, date, time, title])
  if (me === undefined || initial === undefined) return null
  if (from !== undefined) return <CopiedEvent key={from} id={from} me={me} />
  // An event that was begun in one line has a draft of its own.
  const record = title === '' ? 'new' : `new-${[title, date, time].join(' ')}`
  return <EventEditor key={record} draftKey={{ userId: me.id, record }} me={me} loaded={null} initial={initial} firstLanguage={first} />
}

interface NewEventSearch {
  readonly date: string
  readonly time: string
  readonly title: string
}
/** The address of the screen may name the day, the time and the title. */
function newEvent({ shared, texts }: EventValues, { date, time, title }: NewEventSearch): EventValues {
  const start = { day: isDay(date) ? date : '', time: /^(?:[01]\d|2[0-3]):[0-5]\d:00$/.test(time) ? time : '' }
  const end = endAfterMove(shared.start, start, shared.end, false)
  return {
    shared: { ...shared, start, end },
    texts: Object.fromEntries(Object.entries(texts).map(([language, each]) => [language, { ...each, title }])),
  }
}

function CopiedEvent({ id, me }: { readonly id: number; readonly me: Me }) {
  const client = useClient()
  const query = useQuery({
    queryKey: ['event-copy', id],
    queryFn: async ({ signal }) => {
      const { translations } = await client.events.get(id, { fields: ['translations'], signal })
      const { values, original } = await loadEvent(client, id, Object.keys(translations ?? {}), signal)
      return { initial: copyOf(values, firstStatus(me)), original }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <EditorState query={query}>
      {({ initial, original }) => (
        <EventEditor draftKey={{ userId: me.id, record: `copy-${id}` }} me={me} loaded={null} initial={initial} firstLanguage={original} />
      )}
    </EditorState>
  )
}

export function EditEvent() {
  const { id: text } = useParams({ from: '/frame/events/$id' })
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  return id === null ? <NoSuchEvent /> : <StoredEvent key={id} id={id} />
}

function NoSuchEvent() {
  const t = useText()
  useTitle(t('This event does not exist'))
  return (
    <div className="empty">
      <h1>{t('This event does not exist')}</h1>
      <p>{t('The address may be old, or it may have a typing error.')}</p>
    </div>
  )
}

function StoredEvent({ id }: { readonly id: number }) {
  const client = useClient()
  const { language: wanted } = useSearch({ from: '/frame/events/$id' })
  const { data: me } = useMe()
  const draftKey = { userId: me?.id ?? null, record: String(id) }
  const query = useQuery({
    queryKey: editorKey(id),
    queryFn: ({ signal }) => {
      const opened = [...(wanted === undefined ? [] : [wanted]), ...Object.keys(readDraft(draftKey)?.values.texts ?? {})]
      const languages = opened.filter((each) => pageSettings.languages.includes(each))
      return me === undefined ? loadEvent(client, id, languages, signal) : loadForEditing(client, id, { languages, me, signal })
    },
    // Others may change the event while it is edited. The server reports it when the event is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: me !== undefined,
  })
  if (me === undefined) return null
  return (
    <EditorState query={query}>
      {(loaded) => <EventEditor draftKey={draftKey} me={me} loaded={loaded} initial={loaded.values} firstLanguage={loaded.original} />}
    </EditorState>
  )
}

/** While the event loads, the screen has a heading already. */
function EditorState<T>(props: Parameters<typeof QueryState<T>>[0]) {
  const t = useText()
  useTitle(t('Event'))
  if (props.query.data !== undefined) return props.children(props.query.data)
  return (
    <div className="page">
      <h1>{t('Event')}</h1>
      <QueryState {...props} />
    </div>
  )
}
