// Chooses the changes that a webhook sends: all of them, or some kinds of records and what happens to them.
import type { WebhookEvent } from '@kalends/client'
import { use, useId } from 'react'
import { useText } from '../../lib/language.tsx'
import { Checkbox, FieldErrorsContext, FieldMessage } from '../../ui/fields.tsx'
import { Switch } from '../../ui/switch.tsx'
import { CHANGED_KINDS, KIND_ACTIONS, useKindActionNames, useKindNames } from './webhook-names.ts'

const ALL = '*'
/** A choice of some changes begins with those of events. */
const FIRST_CHOICE: readonly WebhookEvent[] = ['event.created', 'event.updated', 'event.removed']

interface EventChoiceProps {
  readonly value: readonly WebhookEvent[]
  readonly onChange: (events: readonly WebhookEvent[]) => void
}
export function EventChoice({ value, onChange }: EventChoiceProps) {
  const t = useText()
  const id = useId()
  const names = useKindNames()
  const actions = useKindActionNames()
  const message = use(FieldErrorsContext)['events']
  const isAll = value.includes(ALL)
  const toggle = (event: WebhookEvent, isChosen: boolean): void =>
    onChange(isChosen ? [...value, event] : value.filter((each) => each !== event))
  return (
    <div className="stack" role="group" aria-label={t('Changes to send')} {...(message && { 'aria-describedby': id })}>
      <Switch isSelected={isAll} onChange={(all) => onChange(all ? [ALL] : FIRST_CHOICE)}>
        {t('Send all changes')}
      </Switch>
      {!isAll &&
        CHANGED_KINDS.map((kind) => (
          <fieldset key={kind} className="event-choice">
            <legend>{names[kind]}</legend>
            {KIND_ACTIONS.map((action) => (
              <Checkbox
                key={action}
                isSelected={value.includes(`${kind}.${action}`)}
                onChange={(isChosen) => toggle(`${kind}.${action}`, isChosen)}
              >
                {actions[action]}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      {message && <FieldMessage id={id}>{message}</FieldMessage>}
    </div>
  )
}
