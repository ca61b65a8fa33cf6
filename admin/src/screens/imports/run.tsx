// One run of a source: a check that shows what would happen, or an import with its report.
import { useParams } from '@tanstack/react-router'
import type { ImportSource, SourceRun } from '@kalends/client'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import type { ColumnChoices } from './column-choices.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { BackLink, ImportPage } from './import-page.tsx'
import { isActive, useReloadRecords, useRun, useSource } from './import-queries.ts'
import { RunDock } from './run-dock.tsx'
import { RunDocument } from './run-document.tsx'
import { RunReport } from './run-report.tsx'
import { RunStateNote } from './run-state-note.tsx'
import { RunCounts } from './run-counts.tsx'
import { useStartRun } from './use-start-run.ts'

export function ImportRunScreen() {
  const t = useText()
  const params = useParams({ from: '/frame/imports/$id/runs/$run' })
  const source = useSource(Number(params.id))
  const run = useRun(Number(params.id), Number(params.run))
  const isCheck = run.data?.dry_run !== false
  return (
    <ImportPage title={isCheck ? t('Check the import') : t('Import events')} step={run.data && (isCheck ? 'check' : 'import')}>
      <BackLink source={source.data} />
      <QueryState query={source}>
        {(loaded) => <QueryState query={run}>{(shown) => <RunContent key={shown.id} source={loaded} run={shown} />}</QueryState>}
      </QueryState>
    </ImportPage>
  )
}

const NO_CHOICES: ColumnChoices = new Map()

function RunContent({ source, run }: { readonly source: ImportSource; readonly run: SourceRun }) {
  const starting = useStartRun(source)
  const [choices, setChoices] = useState(NO_CHOICES)
  useRecordReload(run)
  const hasColumns = run.columns !== null && (run.dry_run || run.reason === 'columns_missing') && !isActive(run)
  const hasReport = Object.values(run.counts).some((count) => count > 0)
  return (
    <>
      <RunDocument source={source} run={run} starting={starting} />
      <RunStateNote source={source} run={run} starting={starting} />
      {starting.problem && <Note kind="problem">{starting.problem}</Note>}
      {hasReport && <RunCounts run={run} />}
      {hasColumns && <ColumnMapping columns={run.columns ?? []} choices={choices} onChange={setChoices} />}
      {hasReport && !isActive(run) && <RunReport source={source} run={run} starting={starting} />}
      {!isActive(run) && <RunDock source={source} run={run} choices={choices} starting={starting} />}
    </>
  )
}

/** Lists of events that were loaded before have other events after an import, and after its undo. */
function useRecordReload(run: SourceRun): void {
  const reload = useReloadRecords()
  const wasActive = useRef(isActive(run))
  useEffect(() => {
    if (wasActive.current && !isActive(run) && !run.dry_run) void reload()
    wasActive.current = isActive(run)
  }, [run, reload])
}
