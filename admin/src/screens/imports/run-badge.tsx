// The state of a run, and the outcome of an item, as an icon and a word.
import type { RunOutcome, SourceRun } from '@kalends/client'
import { Icon } from '../../ui/icon.tsx'
import { OUTCOME_MARKS, STATE_MARKS, useOutcomeNames, useRunStateNames } from './import-names.ts'

export function RunBadge({ run }: { readonly run: SourceRun }) {
  const nameOf = useRunStateNames()
  const [kind, icon] = STATE_MARKS[run.state]
  return (
    <span className={`badge ${kind}`}>
      <Icon name={icon} />
      {nameOf(run)}
    </span>
  )
}

export function OutcomeBadge({ outcome }: { readonly outcome: RunOutcome }) {
  const names = useOutcomeNames()
  const [kind, icon] = OUTCOME_MARKS[outcome]
  return (
    <span className={`badge ${kind}`}>
      <Icon name={icon} />
      {names[outcome]}
    </span>
  )
}
