// Loads the records whose translation is missing or outdated, and how many there are.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Client, Me } from '@kalends/client'
import { useLanguage } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { EVENTS_KEY } from '../events/event-queries.ts'
import { ALL_RECORDS, todayOfCalendar } from '../events/event-search.ts'
import { TITLE_FIELDS } from './kind-texts.ts'
import type { TranslatedKind, WorkFilter } from './work-search.ts'

/** Everything that shows the state of translations. A write to any event makes it stale. */
export const TRANSLATE_KEY = [...EVENTS_KEY, 'translate'] as const

/** A part of the work list: the kind, the language, and the filters. */
export interface Work {
  readonly kind: TranslatedKind
  readonly language: string
  readonly filter: WorkFilter
}
export interface WorkItem {
  readonly id: number
  readonly title: string
  /** Language of the title. */
  readonly language: string
  readonly start_date?: string
  readonly city?: string | null
}
interface WorkPage {
  readonly items: readonly WorkItem[]
  readonly total: number
  readonly pages: number
}
const PAGE_SIZE = 30
/** Terms have no author and no status, and lists leave out those without events unless they are asked for. */
const isTerm = (kind: TranslatedKind): boolean => kind === 'categories' || kind === 'tags'
/** The kinds that a person may translate: terms belong to the editors. */
export const mayTranslate = (kind: TranslatedKind, { may }: Me): boolean => (isTerm(kind) ? may.edit_others : may.create)

type Params = Readonly<Record<string, unknown>>
/** Those who may not change the records of others see only their own. */
function paramsOf({ kind, language, filter: { state, search, past } }: Work, me: Me): Params {
  const own = me.may.edit_others || me.id === null ? {} : { author: me.id }
  return {
    [`${state ?? 'missing'}_translation`]: language,
    ...(search && { search }),
    ...(isTerm(kind) ? { hide_empty: false } : { status: 'any', ...own }),
    ...(kind === 'events' && (past ? ALL_RECORDS : { records: true, from: todayOfCalendar() })),
  }
}

interface ListRequest {
  readonly params: Params
  readonly signal?: AbortSignal | undefined
}
/** The collections have the same operations, but the types of their filters differ. */
async function listWork(client: Client, kind: TranslatedKind, { params, signal }: ListRequest): Promise<WorkPage> {
  const fields = ['id', 'language', TITLE_FIELDS[kind], ...(kind === 'events' ? ['start_date'] : kind === 'venues' ? ['city'] : [])]
  const list = client[kind].list as unknown as (params: Params, options: object) => Promise<Readonly<Record<string, unknown>>>
  const page = await list(params, { fields, signal })
  const records = page[kind] as readonly (WorkItem & Readonly<Record<string, unknown>>)[]
  return {
    items: records.map((record) => ({ ...record, title: String(record[TITLE_FIELDS[kind]]) })),
    total: Number(page['total']),
    pages: Number(page['total_pages']),
  }
}

export function useWorkList(work: Work) {
  const { client, language } = useLanguage()
  const { data: me } = useMe()
  return useInfiniteQuery({
    queryKey: [...TRANSLATE_KEY, 'list', language, work],
    queryFn: ({ pageParam, signal }) =>
      listWork(client, work.kind, { params: { ...(me && paramsOf(work, me)), page: pageParam, per_page: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: me !== undefined,
  })
}

/** The number of records in a part of the work list. */
export function useWorkCount(work: Work, isEnabled = true) {
  const { client } = useLanguage()
  const { data: me } = useMe()
  return useQuery({
    queryKey: [...TRANSLATE_KEY, 'count', work],
    queryFn: async ({ signal }) =>
      (await listWork(client, work.kind, { params: { ...(me && paramsOf(work, me)), per_page: 1 }, signal })).total,
    placeholderData: keepPreviousData,
    enabled: isEnabled && me !== undefined,
    staleTime: 60_000,
  })
}

const LOOKED_AT = 50
/** The record that follows another one in the work list. After the last one, it is the first one; null if there is no other. */
export async function findNext(client: Client, work: Work, me: Me, id: number): Promise<number | null> {
  const { items } = await listWork(client, work.kind, { params: { ...paramsOf(work, me), per_page: LOOKED_AT } })
  const index = items.findIndex((item) => item.id === id)
  return [...items.slice(index + 1), ...items].find((item) => item.id !== id)?.id ?? null
}
