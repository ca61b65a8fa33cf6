// Asks which dates of a series a change applies to, and shows the effect of each choice before anything is stored.
import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useLanguage, useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { messageOf } from '../../lib/submission.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldMessage } from '../../ui/fields.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import type { SavePlan } from './inputs.ts'
import type { LoadedEvent } from './load.ts'
import { useScopeChoices, useScopeEffects, type ScopeChoice, type ScopeEffect } from './scope-choices.ts'
import { EffectSample, effectTexts } from './scope-effect.tsx'
import type { Scope } from './save.ts'

interface ScopeDialogProps {
  readonly loaded: LoadedEvent
  /** Null to delete the dates. */
  readonly plan: SavePlan | null
  /** The names of the fields that were changed. */
  readonly changes: readonly string[]
  readonly isPending: boolean
  readonly onConfirm: (choice: ScopeChoice) => void
  readonly onClose: () => void
}
export function ScopeDialog(props: ScopeDialogProps) {
  const t = useText()
  const query = useScopeChoices(props.loaded, props.plan)
  if (query.data) return <ChoiceDialog {...props} choices={query.data} />
  return (
    <Dialog title={titleOf(props.plan, t)} isOpen isWide onClose={props.onClose} footer={<CancelButton onPress={props.onClose} />}>
      <QueryState query={query}>{() => null}</QueryState>
    </Dialog>
  )
}
const titleOf = (plan: SavePlan | null, t: Translate): string =>
  plan === null ? t('Which dates to remove?') : t('Which dates should change?')

const CancelButton = ({ onPress }: { readonly onPress: () => void }) => <Button onPress={onPress}>{useText()('Cancel')}</Button>

function ChoiceDialog({
  loaded,
  plan,
  changes,
  isPending,
  onConfirm,
  onClose,
  choices,
}: ScopeDialogProps & { readonly choices: readonly ScopeChoice[] }) {
  const { t, language } = useLanguage()
  const results = useScopeEffects(loaded, choices)
  const [scope, setScope] = useState<Scope>(() => firstScope(plan, choices))
  const index = choices.findIndex((choice) => choice.scope === scope)
  const [choice, result] = [choices[index], results[index]]
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return (
    <Dialog
      title={titleOf(plan, t)}
      isOpen
      isWide
      onClose={onClose}
      footer={
        <>
          <span className="small soft grow">{t('You can undo this later in the history.')}</span>
          <CancelButton onPress={onClose} />
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={result?.data === undefined}
            onPress={() => choice && onConfirm(choice)}
          >
            {confirmLabel(scope, plan, result?.data?.reach ?? null, t)}
          </Button>
        </>
      }
    >
      {changes.length > 0 && <p className="soft">{t('You changed: {fields}', { fields: list.format(changes) })}</p>}
      <div className="scope">
        <RadioGroup className="scope-choices" aria-label={titleOf(plan, t)} value={scope} onChange={(value) => setScope(value as Scope)}>
          {choices.map((each, position) => (
            <ScopeOption key={each.scope} choice={each} result={results[position]} isSeries={loaded.record.series === null} />
          ))}
        </RadioGroup>
        <div className="scope-effect" aria-live="polite">
          {result?.data && <EffectView result={result.data} scope={scope} plan={plan} />}
          {result?.error && <FieldMessage>{messageOf(result.error, t)}</FieldMessage>}
          {result?.isPending && <span className="skeleton" />}
        </div>
      </div>
    </Dialog>
  )
}

/** A new time or place is usually meant for one date, a new text for all of them. */
const OF_ONE_DATE = ['start_date', 'end_date', 'all_day', 'timezone', 'venue', 'online_url']
function firstScope(plan: SavePlan | null, choices: readonly ScopeChoice[]): Scope {
  if (!choices.some(({ scope }) => scope === 'this')) return 'all'
  const names = plan?.writes.flatMap(({ body }) => Object.keys(body)) ?? []
  return names.every((name) => OF_ONE_DATE.includes(name)) ? 'this' : 'all'
}

function confirmLabel(scope: Scope, plan: SavePlan | null, count: number | null, t: Translate): string {
  if (plan === null) {
    if (scope === 'this') return t('Leave out this date')
    return count === null ? t('Move these dates to trash') : t('Move {count} dates to trash', { count })
  }
  if (scope === 'this') return t('Change this date')
  return count === null ? t('Change these dates') : t('Change {count} dates', { count })
}

interface ScopeOptionProps {
  readonly choice: ScopeChoice
  readonly result: UseQueryResult<ScopeEffect> | undefined
  readonly isSeries: boolean
}
function ScopeOption({ choice: { scope, start }, result, isSeries }: ScopeOptionProps) {
  const t = useText()
  const wall = useWallFormats()
  const day = start === null ? '' : wall.day(start.slice(0, 10))
  const labels: Readonly<Record<Scope, string>> = {
    this: t('Only this date'),
    following: isSeries ? t('The next date and all later ones') : t('This and all later dates'),
    all: t('All dates'),
  }
  const details: Readonly<Record<Scope, string>> = { this: day, following: t('From {day} on', { day }), all: t('Past dates too') }
  const reach = result?.data?.reach
  return (
    <Radio value={scope} className="scope-choice">
      <span className="dot" />
      <span className="grow">
        <b>{labels[scope]}</b>
        <span className="small soft">{details[scope]}</span>
      </span>
      {reach !== undefined && (
        <span className="small count">{reach === null ? t('Without an end') : t('{count} dates', { count: reach })}</span>
      )}
    </Radio>
  )
}

interface EffectViewProps {
  readonly result: ScopeEffect
  readonly scope: Scope
  readonly plan: SavePlan | null
}
function EffectView({ result, scope, plan }: EffectViewProps) {
  const t = useText()
  const isEnd = plan?.writes.some(({ body }) => body['recurrence'] === null) ?? false
  return (
    <>
      <h3>{t('Effect')}</h3>
      <ul className="effect-texts">
        {effectTexts(result, { scope, isRemoval: plan === null, isEnd }, t).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {result.effect && <EffectSample effect={result.effect} />}
    </>
  )
}
