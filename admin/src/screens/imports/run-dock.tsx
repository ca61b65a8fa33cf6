// The bar below a run: the next step of a check, and the undo of an import.
import { Link } from '@tanstack/react-router'
import type { ImportSource, SourceRun } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { mappingOf, type ColumnChoices } from './column-choices.ts'
import { DocumentButton } from './file-choice.tsx'
import { RunCommand } from './run-command.tsx'
import { kindOf } from './source-types.ts'
import { hasDocument, type RunStart } from './use-start-run.ts'

interface RunDockProps {
  readonly source: ImportSource
  readonly run: SourceRun
  readonly choices: ColumnChoices
  readonly starting: RunStart
}
export function RunDock({ source, run, choices, starting }: RunDockProps) {
  const t = useText()
  const isNext = run.dry_run || run.state === 'failed'
  // Only a run that wrote something can be undone, and only once.
  if (!isNext && (run.state === 'undone' || run.reason === 'too_many_gone')) return null
  return (
    <div className="import-dock">
      <p className="grow soft">
        {run.dry_run &&
          run.counts.failed > 0 &&
          `${t('{count} entries that need a fix are left out. You get them as a file.', { count: run.counts.failed })} `}
        {run.dry_run && run.state === 'finished' && <b>{t('An import can be undone as a whole.')}</b>}
      </p>
      <Link className="button way-back" to="/imports/$id" params={{ id: String(source.id) }}>
        <Icon name="back" />
        {t('Back')}
      </Link>
      {isNext ? (
        <NextStep source={source} run={run} choices={choices} starting={starting} />
      ) : (
        <RunCommand run={run} command="undo" icon="undo">
          {t('Undo this import')}
        </RunCommand>
      )}
    </div>
  )
}

function NextStep({ source, run, choices, starting: { start, isPending } }: RunDockProps) {
  const t = useText()
  const { new: added, changed, canceled, trashed } = run.counts
  const count = added + changed + canceled + trashed
  const isCheck = choices.size > 0 || run.state !== 'finished'
  const mapping = choices.size > 0 && run.columns ? { mapping: mappingOf(run.columns, choices, source.mapping) } : {}
  const label = isCheck ? t('Check again') : t('Import {count} entries', { count })
  // The person has seen in the check which events are gone.
  const next = {
    isDryRun: isCheck,
    ...(isCheck ? { ...mapping, isReplacing: true } : { acceptsGone: canceled + trashed + run.counts.kept > 0 }),
  }
  if (!hasDocument(source))
    return (
      <DocumentButton
        kind={kindOf(source.type)}
        isPending={isPending}
        onFile={(file) => start({ ...next, ...mapping, isDryRun: true, file })}
      >
        {t('Choose the file again')}
      </DocumentButton>
    )
  if (!isCheck && count === 0) return <p className="soft">{t('Nothing would change.')}</p>
  return (
    <Button variant="primary" isPending={isPending} onPress={() => start(next)}>
      {label}
    </Button>
  )
}
