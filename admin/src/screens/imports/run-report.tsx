// The report of a run: the outcome of each entry, with its reasons. A check shows the first ten as a preview.
import { Link, useSearch } from '@tanstack/react-router'
import type { ImportSource, RunItem, RunOutcome, SourceRun } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { MoreEntries } from '../run/more-entries.tsx'
import { CellFields, ImportCorrected, useCorrection, type Correction } from './corrected-rows.tsx'
import { FailedRows } from './failed-rows.tsx'
import { useOutcomeNames } from './import-names.ts'
import { useItems } from './import-queries.ts'
import { RUN_OUTCOMES } from './import-search.ts'
import { ReportRow } from './report-row.tsx'
import { kindOf } from './source-types.ts'
import type { RunStart } from './use-start-run.ts'

interface ReportedRun {
  readonly source: ImportSource
  readonly run: SourceRun
}
export function RunReport({ source, run, starting }: ReportedRun & { readonly starting: RunStart }) {
  const t = useText()
  const { outcome } = useSearch({ from: '/frame/imports/$id/runs/$run' })
  const query = useItems(run, outcome)
  const isTable = kindOf(source.type).hasColumns === true
  const correction = useCorrection(run, isTable && !run.dry_run && outcome === 'failed')
  return (
    <section className="card import-card" aria-labelledby="report">
      <header className="row">
        <h2 id="report" className="grow">
          {run.dry_run ? t('Preview') : t('Report')}
        </h2>
        {run.counts.failed > 0 && <FailedRows run={run} isTable={isTable} />}
        {correction && <ImportCorrected correction={correction} starting={starting} />}
      </header>
      <OutcomeTabs run={run} outcome={outcome} />
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <>
              {items.length === 0 ? (
                <p className="nothing soft">{t('Nothing here')}</p>
              ) : (
                <ItemTable source={source} run={run} items={items} correction={correction} />
              )}
              <div className="foot">
                <MoreEntries query={query} shown={items.length} total={pages[0]?.total ?? items.length} />
              </div>
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

interface ItemTableProps extends ReportedRun {
  readonly items: readonly RunItem[]
  readonly correction: Correction | null
}
function ItemTable({ source, run, items, correction }: ItemTableProps) {
  const t = useText()
  const isTable = kindOf(source.type).hasColumns === true
  return (
    <table className={run.dry_run ? 'import-table items preview' : 'import-table items'}>
      <thead>
        <tr>
          <th scope="col">{isTable ? t('Row') : t('No.')}</th>
          <th scope="col">{t('Outcome')}</th>
          <th scope="col">{t('Entry')}</th>
          {run.dry_run && <th scope="col">{t('When')}</th>}
          {run.dry_run && <th scope="col">{t('Venue')}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item, row) => (
          <ReportRow key={item.position} item={item} isDryRun={run.dry_run} first={isTable ? 2 : 1}>
            {correction && item.outcome === 'failed' && <CellFields run={run} item={item} row={row} correction={correction} />}
          </ReportRow>
        ))}
      </tbody>
    </table>
  )
}

function OutcomeTabs({ run, outcome: current }: { readonly run: SourceRun; readonly outcome: RunOutcome | undefined }) {
  const t = useText()
  const { number } = useFormats()
  const names = useOutcomeNames()
  const tab = (outcome: RunOutcome | undefined, label: string) => (
    <Link
      key={label}
      className="tab"
      to="/imports/$id/runs/$run"
      params={{ id: String(run.source), run: String(run.id) }}
      search={outcome ? { outcome } : {}}
      resetScroll={false}
      replace
      activeProps={{}}
      {...(current === outcome ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
    >
      {label}
      {outcome && <span className={outcome === 'failed' ? 'count hot' : 'count'}>{number(run.counts[outcome])}</span>}
    </Link>
  )
  return (
    <nav className="tabs" aria-label={t('Outcome')}>
      {tab(undefined, t('All'))}
      {RUN_OUTCOMES.filter((each) => run.counts[each] > 0 || each === current).map((each) => tab(each, names[each]))}
    </nav>
  )
}
