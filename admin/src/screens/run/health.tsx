// The findings of the checks of the server: problems first, each with its remedy.
import { useQuery } from '@tanstack/react-query'
import type { Finding } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { RunPage } from './run-page.tsx'

/** The checks take at most 20 seconds on the server. */
const TIMEOUT_MS = 30_000

export function Health() {
  const t = useText()
  const client = useClient()
  const query = useQuery({
    queryKey: ['doctor'],
    queryFn: ({ signal }) => client.doctor({ signal, timeoutMs: TIMEOUT_MS }),
    staleTime: 60_000,
  })
  return (
    <RunPage
      title={t('Health check')}
      lead={t('Checks everything that the calendar needs to run well.')}
      actions={
        <Button icon="repeat" isPending={query.isFetching} onPress={() => void query.refetch()}>
          {t('Check again')}
        </Button>
      }
    >
      <QueryState query={query}>{(report) => <Report {...report} />}</QueryState>
    </RunPage>
  )
}

const ORDER: readonly Finding['state'][] = ['error', 'warning', 'ok']
function Report({ checked_utc, findings }: { readonly checked_utc: string; readonly findings: readonly Finding[] }) {
  const t = useText()
  const { moment } = useFormats()
  const problems = findings.filter(({ state }) => state !== 'ok').length
  const sorted = ORDER.flatMap((state) => findings.filter((finding) => finding.state === state))
  return (
    <>
      {problems === 0 ? (
        <Note kind="good">{t('Everything is fine.')}</Note>
      ) : (
        <Note kind="warning">{t('{count} things need attention.', { count: problems })}</Note>
      )}
      <ul className="card run-list" aria-label={t('Findings')}>
        {sorted.map((finding) => (
          <FindingRow key={finding.check} finding={finding} />
        ))}
      </ul>
      <p className="faint small">{t('Checked {time}. Results are kept for 30 seconds.', { time: moment(checked_utc) })}</p>
    </>
  )
}

const MARKS: Readonly<Record<Finding['state'], readonly [kind: string, icon: IconName]>> = {
  ok: ['good', 'check'],
  warning: ['waiting', 'warning'],
  error: ['off', 'warning'],
}
function FindingRow({ finding: { check, state, found, remedy } }: { readonly finding: Finding }) {
  const t = useText()
  const names = { ok: t('Fine'), warning: t('Warning'), error: t('Problem') } as const
  const [kind, icon] = MARKS[state]
  return (
    <li className="run-row finding">
      <span className={`badge ${kind}`}>
        <Icon name={icon} />
        {names[state]}
      </span>
      {/* The server reports its findings in English only. */}
      <div className="grow" lang="en" dir="ltr">
        <b>{check}</b>
        <p className="soft">{found}</p>
        {remedy && <p className="remedy">{remedy}</p>}
      </div>
    </li>
  )
}
