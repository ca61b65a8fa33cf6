// The progress of a run while it goes on, and afterwards what became of it.
import { ProgressBar } from 'react-aria-components/ProgressBar'
import type { ImportSource, SourceRun } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { sum } from '../events/event-queries.ts'
import { DocumentButton } from './file-choice.tsx'
import { isActive } from './import-queries.ts'
import { runProblem } from './report-texts.ts'
import { RunCommand } from './run-command.tsx'
import { kindOf } from './source-types.ts'
import { hasDocument, type RunStart } from './use-start-run.ts'

interface RunStateProps {
  readonly source: ImportSource
  readonly run: SourceRun
  readonly starting: RunStart
}
export function RunStateNote({ source, run, starting }: RunStateProps) {
  const t = useText()
  if (isActive(run)) return <RunProgress run={run} />
  if (run.state === 'undone')
    return <Note kind="information">{t('This import is undone. Events that people changed afterwards stay as they are.')}</Note>
  if (run.state === 'failed') return <Note kind="problem">{runProblem(run.reason, t)}</Note>
  if (run.reason === 'too_many_gone') return <GoneNote source={source} run={run} starting={starting} />
  if (run.reason === 'canceled')
    return (
      <Note kind="information">
        {run.dry_run ? t('The check was stopped.') : t('The import was stopped. The entries that were imported before that stay.')}
      </Note>
    )
  if (run.state === 'stopped')
    return <Note kind="warning">{t('The import stopped, because too many entries failed. The events until then are imported.')}</Note>
  return run.dry_run ? null : <Note kind="good">{t('The import is finished.')}</Note>
}

function RunProgress({ run }: { readonly run: SourceRun }) {
  const t = useText()
  const done = sum(Object.values(run.counts))
  const isCounted = run.state === 'running' && !run.dry_run && run.total > 0
  const label =
    run.state === 'undoing'
      ? t('Undoing the import…')
      : run.state === 'waiting'
        ? t('Reading the document…')
        : run.dry_run
          ? t('Checking {count} entries…', { count: run.total })
          : t('{done} of {total} entries', { done, total: run.total })
  return (
    <section className="card section import-progress">
      <ProgressBar className="progress" value={isCounted ? (done / run.total) * 100 : 0} isIndeterminate={!isCounted} aria-label={label}>
        <span className="bar" style={isCounted ? { width: `${(done / run.total) * 100}%` } : {}} />
      </ProgressBar>
      <p role="status">{label}</p>
      <div className="row">
        <p className="soft small grow">{t('You can leave this page. The server goes on.')}</p>
        {run.state !== 'undoing' && (
          <RunCommand run={run} command="cancel" size="small">
            {run.dry_run ? t('Stop the check') : t('Stop the import')}
          </RunCommand>
        )}
      </div>
    </section>
  )
}

/** The document may be the wrong one, so the person confirms that so many events are gone. */
function GoneNote({ source, run, starting: { start, isPending } }: RunStateProps) {
  const t = useText()
  const effects: Readonly<Record<ImportSource['vanished'], string>> = {
    keep: t('If you continue, they stay in the calendar and are no longer updated.'),
    cancel: t('If you continue, they are shown as canceled.'),
    trash: t('If you continue, they move to the trash.'),
  }
  const again = { isDryRun: run.dry_run, acceptsGone: true, isReplacing: true }
  return (
    <Note kind="warning">
      <p>
        <b>{t('More than 30 % of the coming events of this source are missing in the document.')}</b>{' '}
        {t('Nothing was changed, because it may be the wrong document.')} {effects[source.vanished]}
      </p>
      <div className="row">
        {hasDocument(source) ? (
          <Button size="small" isPending={isPending} onPress={() => start(again)}>
            {t('Continue anyway')}
          </Button>
        ) : (
          <DocumentButton kind={kindOf(source.type)} isPending={isPending} onFile={(file) => start({ ...again, file })}>
            {t('Choose the file again and continue')}
          </DocumentButton>
        )}
      </div>
    </Note>
  )
}
