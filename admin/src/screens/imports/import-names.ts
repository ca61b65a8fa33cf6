// States, outcomes and settings of imports in words.
import type { ImportSource, RunOutcome, RunState, SourceRun } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import type { IconName } from '../../ui/icon.tsx'
import { RUN_OUTCOMES } from './import-search.ts'

type Mark = readonly [kind: string, icon: IconName]
export const OUTCOME_MARKS: Readonly<Record<RunOutcome, Mark>> = {
  new: ['good', 'plus'],
  changed: ['planned', 'edit'],
  unchanged: ['', 'check'],
  left_alone: ['waiting', 'lock'],
  failed: ['off', 'warning'],
  kept: ['', 'calendar'],
  canceled: ['waiting', 'close'],
  trashed: ['waiting', 'trash'],
}
export function useOutcomeNames(): Readonly<Record<RunOutcome, string>> {
  const t = useText()
  return {
    new: t('New'),
    changed: t('Updated'),
    unchanged: t('Same already'),
    left_alone: t('Left alone'),
    failed: t('To fix'),
    kept: t('Missing, kept'),
    canceled: t('Missing, canceled'),
    trashed: t('Missing, in the trash'),
  }
}

export const STATE_MARKS: Readonly<Record<RunState, Mark>> = {
  waiting: ['planned', 'clock'],
  running: ['planned', 'repeat'],
  finished: ['good', 'check'],
  stopped: ['waiting', 'warning'],
  failed: ['off', 'warning'],
  undoing: ['planned', 'undo'],
  undone: ['', 'undo'],
}
export function useRunStateNames(): (run: Pick<SourceRun, 'state' | 'dry_run'>) => string {
  const t = useText()
  return ({ state, dry_run }) => {
    const names: Readonly<Record<RunState, string>> = {
      waiting: t('Waiting'),
      running: t('In progress'),
      finished: dry_run ? t('Checked') : t('Imported'),
      stopped: t('Stopped'),
      failed: t('Failed'),
      undoing: t('Being undone'),
      undone: t('Undone'),
    }
    return names[state]
  }
}

/** The counts of a run, such as "New: 12 · To fix: 3". */
export function useCountTexts(): (run: SourceRun) => string {
  const t = useText()
  const { number } = useFormats()
  const names = useOutcomeNames()
  return ({ counts }) =>
    RUN_OUTCOMES.filter((outcome) => counts[outcome] > 0)
      .map((outcome) => t('{name}: {value}', { name: names[outcome], value: number(counts[outcome]) }))
      .join(' · ')
}

export function scheduleName(hours: number | null, t: Translate): string {
  if (hours === null) return t('Only when somebody starts it')
  if (hours === 24) return t('Every day')
  if (hours === 168) return t('Every week')
  return t('Every {count} hours', { count: hours })
}
export const vanishedNames = (t: Translate): Readonly<Record<ImportSource['vanished'], string>> => ({
  keep: t('Stay in the calendar'),
  cancel: t('Are shown as canceled'),
  trash: t('Move to the trash'),
})
export const precedenceNames = (t: Translate): Readonly<Record<ImportSource['precedence'], string>> => ({
  editors: t('Stay as people here wrote them'),
  source: t('Are replaced by the source'),
})
export const newStatusNames = (t: Translate): Readonly<Record<ImportSource['status'], string>> => ({
  publish: t('Published at once'),
  draft: t('Kept as drafts'),
  pending: t('Sent to review'),
  private: t('Private'),
})
