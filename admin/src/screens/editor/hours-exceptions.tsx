// Edits the days on which something is closed, and those on which it has other hours.
import type { Hours } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DayField } from '../../ui/date-fields.tsx'
import { TextField } from '../../ui/fields.tsx'
import { HoursFields } from './hours-fields.tsx'

interface HoursExceptionsProps {
  readonly hours: Hours
  readonly onChange: (hours: Hours) => void
}
export function HoursExceptions({ hours, onChange }: HoursExceptionsProps) {
  const t = useText()
  const closed = hours.closed ?? []
  const adjusted = hours.adjusted ?? []
  return (
    <>
      {closed.map((each, index) => (
        <ExceptionRow
          key={`${index} of ${closed.length}`}
          label={t('Closed')}
          value={each}
          onChange={(next) => onChange({ ...hours, closed: closed.with(index, next) })}
          onRemove={() => onChange({ ...hours, closed: closed.toSpliced(index, 1) })}
        />
      ))}
      {adjusted.map((each, index) => (
        <ExceptionRow
          key={`${index} of ${adjusted.length}`}
          label={t('Other hours')}
          value={each}
          onChange={(next) => onChange({ ...hours, adjusted: adjusted.with(index, { ...each, ...next }) })}
          onRemove={() => onChange({ ...hours, adjusted: adjusted.toSpliced(index, 1) })}
        />
      ))}
      <div className="row">
        <Button size="small" icon="plus" onPress={() => onChange({ ...hours, closed: [...closed, { from: '', to: '' }] })}>
          {t('Add closed days')}
        </Button>
        <Button
          size="small"
          icon="plus"
          onPress={() => onChange({ ...hours, adjusted: [...adjusted, { from: '', to: '', opens: '10:00', closes: '14:00' }] })}
        >
          {t('Add days with other hours')}
        </Button>
      </div>
    </>
  )
}

interface ExceptionDays {
  readonly from: string
  readonly to?: string | null
  readonly note?: string | null
  readonly opens?: string
  readonly closes?: string
}
interface ExceptionRowProps<T extends ExceptionDays> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly onRemove: () => void
}
function ExceptionRow<T extends ExceptionDays>({ label, value, onChange, onRemove }: ExceptionRowProps<T>) {
  const t = useText()
  const { from, to, note, opens, closes } = value
  // One day is the usual case, so the last day follows the first one until it is set.
  const move = (day: string): void => onChange({ ...value, from: day, to: !to || to === from ? day : to })
  return (
    <div className="hours-row" role="group" aria-label={label}>
      <b className="small">{label}</b>
      <div className="hours-times">
        <DayField name="exception_from" label={t('First day')} value={from} onChange={move} />
        <DayField name="exception_to" label={t('Last day')} value={to ?? from} onChange={(day) => onChange({ ...value, to: day })} />
        {opens !== undefined && closes !== undefined && (
          <HoursFields name="exception" value={{ opens, closes }} onChange={(times) => onChange({ ...value, ...times })} />
        )}
        <IconButton icon="trash" label={t('Remove {name}', { name: label })} onPress={onRemove} />
      </div>
      <TextField
        name="exception_note"
        label={t('Note for visitors')}
        remark={t('optional')}
        value={note ?? ''}
        onChange={(text) => onChange({ ...value, note: text === '' ? null : text })}
      />
    </div>
  )
}
