// Loads sources, their runs and the reports of the runs.
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RunOutcome, SourceRun } from '@kalends/client'
import { useCallback } from 'react'
import { useClient } from '../../lib/language.tsx'

const SOURCES_KEY = ['sources'] as const
/** How often a run is loaded again while it goes on, and how often a list may have new runs. */
const [WATCH_MS, IDLE_MS] = [700, 10_000]
const RUNS_PER_PAGE = 20
/** A check shows the first ten entries, as a preview. */
const [PREVIEW_SIZE, REPORT_SIZE] = [10, 50]

export const isActive = ({ state }: Pick<SourceRun, 'state'>): boolean => state === 'waiting' || state === 'running' || state === 'undoing'

export function useSources() {
  const client = useClient()
  return useQuery({ queryKey: [...SOURCES_KEY, 'list'], queryFn: ({ signal }) => client.sources.list({ signal }) })
}
export function useSource(id: number) {
  const client = useClient()
  return useQuery({ queryKey: [...SOURCES_KEY, 'one', id], queryFn: ({ signal }) => client.sources.get(id, { signal }) })
}
/** The newest run of a source; null if it has none. */
export function useLastRun(id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [...SOURCES_KEY, 'last', id],
    queryFn: async ({ signal }) => (await client.sources.runs(id, { per_page: 1 }, { signal })).runs[0] ?? null,
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? WATCH_MS : IDLE_MS),
  })
}
export function useRuns(id: number) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...SOURCES_KEY, 'runs', id],
    queryFn: ({ pageParam, signal }) => client.sources.runs(id, { page: pageParam, per_page: RUNS_PER_PAGE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    refetchInterval: ({ state: { data } }) => (data?.pages.some(({ runs }) => runs.some(isActive)) ? WATCH_MS : IDLE_MS),
  })
}
export function useRun(id: number, runId: number) {
  const client = useClient()
  return useQuery({
    queryKey: [...SOURCES_KEY, 'run', id, runId],
    queryFn: ({ signal }) => client.sources.run(id, runId, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? WATCH_MS : false),
  })
}

/** The report is loaded again when the state of the run changes. */
export function useItems(run: SourceRun, outcome: RunOutcome | undefined) {
  const client = useClient()
  const size = run.dry_run ? PREVIEW_SIZE : REPORT_SIZE
  return useInfiniteQuery({
    queryKey: [...SOURCES_KEY, 'items', run.source, run.id, run.state, outcome],
    queryFn: ({ pageParam, signal }) =>
      client.sources.items(run.source, run.id, { page: pageParam, per_page: size, ...(outcome && { outcome: [outcome] }) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _pages, page) => (page < total_pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

export function useReloadSources(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: SOURCES_KEY }), [queries])
}
/** Everything that is not about sources may have changed with the records. */
export function useReloadRecords(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SOURCES_KEY[0] }), [queries])
}
