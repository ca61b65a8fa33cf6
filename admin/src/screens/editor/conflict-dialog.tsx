// Two people changed the event at once: the version that both began with, theirs and mine, value by value.
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { valueLabel } from './field-names.ts'
import { isEqual, keyOf, valueOf, type ChangedValue } from './merge.ts'
import { ShownValue } from './shown-value.tsx'
import type { Conflict } from './use-conflict.ts'
import type { EventForm } from './use-event-form.ts'
import type { Saving } from './use-saving.ts'
import '../../styles/conflict.css'

interface ConflictDialogProps {
  readonly form: EventForm
  readonly saving: Saving
  readonly conflict: Conflict
}
/** Each choice is applied to the form at once, so that nothing is lost when the dialog is closed. */
export function ConflictDialog({ form, saving, conflict: { merge, latest } }: ConflictDialogProps) {
  const t = useText()
  const { moment } = useFormats()
  const name = latest?.author?.name
  const title = name ? t('{name} changed this event', { name }) : t('Somebody changed this event')
  const close = (): void => saving.conflict.compare(false)
  return (
    <Dialog
      title={title}
      isWide
      isOpen={saving.conflict.isComparing}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t('Back to editing')}</Button>
          <Button variant="primary" onPress={() => saving.save()}>
            {t('Save the result')}
          </Button>
        </>
      }
    >
      <div className="conflict">
        {latest && <p className="faint small">{moment(latest.at)}</p>}
        {merge.collisions.length > 0 && <p>{t('You both changed the following. Choose what stays.')}</p>}
        {merge.collisions.map((each) => (
          <Collision key={keyOf(each)} change={each} form={form} />
        ))}
        {merge.taken.length > 0 && (
          <>
            <p>{t('These changes do not touch yours. They are in the form now.')}</p>
            <dl className="taken-changes">
              {merge.taken.map((each) => (
                <div key={keyOf(each)}>
                  <dt>{valueLabel(each, t)}</dt>
                  <dd>
                    <ShownValue of={each} value={each.theirs} base={each.base} />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {merge.taken.length === 0 && merge.collisions.length === 0 && <p>{t('Your changes do not touch each other.')}</p>}
      </div>
    </Dialog>
  )
}

function Collision({ change, form }: { readonly change: ChangedValue; readonly form: EventForm }) {
  const t = useText()
  const chosen = isEqual(valueOf(form.values, change), change.theirs) ? 'theirs' : 'mine'
  return (
    <RadioGroup
      className="collision"
      data-field={keyOf(change)}
      value={chosen}
      onChange={(side) => form.setValue(change, side === 'theirs' ? change.theirs : change.mine)}
    >
      <Label className="label">{valueLabel(change, t)}</Label>
      <div className="collision-side before">
        <span className="small soft">{t('Before')}</span>
        <ShownValue of={change} value={change.base} />
      </div>
      <Radio className="collision-side" value="theirs">
        <span className="small soft">{t('Theirs')}</span>
        <ShownValue of={change} value={change.theirs} base={change.base} />
      </Radio>
      <Radio className="collision-side" value="mine">
        <span className="small soft">{t('Mine')}</span>
        <ShownValue of={change} value={change.mine} base={change.base} />
      </Radio>
    </RadioGroup>
  )
}
