// Edits how an event repeats, and shows the sentence and the next dates that the server derives from it.
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { EventDetail, Recurrence } from '@kalends/client'
import { isKalendsError } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { messageOf } from '../../lib/submission.ts'
import { FieldMessage } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { DateChanges, sorted } from './date-changes.tsx'
import type { PartProps } from './part.tsx'
import { ruleOf, simpleRuleOf, withRule, type SimpleRule } from './rule.ts'
import { usePreview } from './use-preview.ts'

/** Most events do not repeat. */
const RuleFields = lazy(async () => ({ default: (await import('./rule-fields.tsx')).RuleFields }))
const NextDates = lazy(async () => ({ default: (await import('./next-dates.tsx')).NextDates }))

type Preset = 'never' | 'daily' | 'weekly' | 'biweekly' | 'monthly' | 'yearly' | 'custom' | 'kept'
const PRESET_RULES: Readonly<Record<Exclude<Preset, 'never' | 'kept'>, SimpleRule>> = {
  daily: ruleOf('DAILY'),
  weekly: ruleOf('WEEKLY'),
  biweekly: ruleOf('WEEKLY', 2),
  monthly: ruleOf('MONTHLY'),
  yearly: ruleOf('YEARLY'),
  custom: ruleOf('WEEKLY', 3),
}

interface RepetitionProps extends PartProps {
  readonly record: EventDetail | null
  readonly isReadOnly: boolean
}
export function Repetition({ form, errors, record, isReadOnly }: RepetitionProps) {
  const t = useText()
  const { shared } = form.values
  const { recurrence, start, timezone } = shared
  const anchor = { day: start.day, timezone }
  const rule = recurrence && simpleRuleOf(recurrence, anchor)
  const [isCustom, setCustom] = useState(false)
  const preset = isCustom && rule ? 'custom' : presetOf(recurrence, rule)
  const base = form.base.shared
  const isSpecial =
    preset === 'kept' ||
    (base.recurrence !== null && simpleRuleOf(base.recurrence, { day: base.start.day, timezone: base.timezone }) === null)
  const set = (next: Recurrence | null): void => form.setShared({ recurrence: next, ...(next && { hours: null }) })
  const choose = (next: Preset): void => {
    setCustom(next === 'custom')
    if (next === 'never') set(null)
    else if (next === 'kept') set(base.recurrence)
    else set(withRule(recurrence, { ...PRESET_RULES[next], ending: rule?.ending ?? { kind: 'never' } }, start.day))
  }
  return (
    <div className="repetition" id="field-recurrence">
      <Select
        name="repeats"
        label={t('Repeats')}
        value={preset}
        options={presetOptions(isSpecial, t)}
        onChange={choose}
        isDisabled={isReadOnly}
      />
      {errors['recurrence'] && <FieldMessage>{errors['recurrence']}</FieldMessage>}
      {recurrence && (
        <>
          <Sentence shared={shared} record={record} isReadOnly={isReadOnly}>
            {(preview) => (
              <Suspense>
                {rule && !isReadOnly && (
                  <RuleFields
                    rule={rule}
                    day={start.day}
                    isCustom={preset === 'custom'}
                    onChange={(next) => set(withRule(recurrence, next, start.day))}
                  />
                )}
                {preview && (
                  <NextDates
                    series={record?.type === 'series' ? record.id : null}
                    preview={preview}
                    isAllDay={shared.all_day}
                    {...(!isReadOnly && {
                      onLeaveOut: (date: string) => set({ ...recurrence, exclude: sorted([...recurrence.exclude, date.slice(0, 10)]) }),
                    })}
                  />
                )}
              </Suspense>
            )}
          </Sentence>
          {!isReadOnly && <DateChanges recurrence={recurrence} time={shared.all_day ? '' : start.time} onChange={set} />}
        </>
      )}
    </div>
  )
}

interface SentenceProps extends Pick<RepetitionProps, 'record' | 'isReadOnly'> {
  readonly shared: PartProps['form']['values']['shared']
  readonly children: (preview: ReturnType<typeof usePreview>['data']) => ReactNode
}
/** The repetition in words, and the fields below it. */
function Sentence({ shared, record, isReadOnly, children }: SentenceProps) {
  const t = useText()
  const { data, error, isPlaceholderData } = usePreview(shared, record, !isReadOnly)
  const text = data?.recurrence_text ?? record?.recurrence_text
  return (
    <>
      <p className={isPlaceholderData ? 'sentence stale' : 'sentence'} aria-live="polite">
        {text ?? <span className="soft">{t('The dates appear here as soon as the start and the end are filled in.')}</span>}
      </p>
      {error && <FieldMessage>{reasonOf(error, t)}</FieldMessage>}
      {children(data)}
    </>
  )
}
const reasonOf = (error: unknown, t: Translate): string =>
  (isKalendsError(error) ? Object.values(error.details)[0]?.message : undefined) ?? messageOf(error, t)

function presetOf(recurrence: Recurrence | null, rule: SimpleRule | null): Preset {
  if (recurrence === null) return 'never'
  if (rule === null) return 'kept'
  if (rule.frequency === 'WEEKLY' && rule.interval === 2) return 'biweekly'
  if (rule.interval !== 1) return 'custom'
  return ({ DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const)[rule.frequency]
}

/** `isSpecial`: the stored rule is one that the form cannot express. */
function presetOptions(isSpecial: boolean, t: Translate): readonly { readonly id: Preset; readonly label: string }[] {
  return [
    ...(isSpecial ? [{ id: 'kept', label: t('As it is now') } as const] : []),
    { id: 'never', label: t('Does not repeat') },
    { id: 'daily', label: t('Every day') },
    { id: 'weekly', label: t('Every week') },
    { id: 'biweekly', label: t('Every 2 weeks') },
    { id: 'monthly', label: t('Every month') },
    { id: 'yearly', label: t('Every year') },
    { id: 'custom', label: t('Another interval') },
  ]
}
