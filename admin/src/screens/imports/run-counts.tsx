// How many entries of the document have which outcome.
import type { RunOutcome, SourceRun } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useOutcomeNames } from './import-names.ts'
import { RUN_OUTCOMES } from './import-search.ts'

const ALWAYS: readonly RunOutcome[] = ['new', 'changed', 'unchanged', 'failed']

export function RunCounts({ run: { counts, dry_run } }: { readonly run: SourceRun }) {
  const t = useText()
  const { number } = useFormats()
  const names = useOutcomeNames()
  return (
    <dl className="import-counts" aria-label={dry_run ? t('What will happen') : t('What happened')}>
      {RUN_OUTCOMES.filter((outcome) => counts[outcome] > 0 || ALWAYS.includes(outcome)).map((outcome) => (
        <div key={outcome} className={`card ${outcome}`}>
          <dt>{names[outcome]}</dt>
          <dd>{number(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  )
}
