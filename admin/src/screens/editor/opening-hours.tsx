// Edits the opening hours of an event that runs for a while, such as an exhibition: hours for days of the week, and exceptions.
import type { Hours } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldMessage } from '../../ui/fields.tsx'
import { Switch } from '../../ui/switch.tsx'
import { HoursExceptions } from './hours-exceptions.tsx'
import { HoursFields } from './hours-fields.tsx'
import type { PartProps } from './part.tsx'
import { WeekdayField } from './rule-fields.tsx'
import { WEEKDAYS, type Weekday } from './rule.ts'

type WeeklyHours = NonNullable<Hours['weekly']>[number]
const FIRST_HOURS: WeeklyHours = { days: ['mo', 'tu', 'we', 'th', 'fr'], opens: '10:00', closes: '18:00' }

export function OpeningHours({ form, errors, isReadOnly }: PartProps & { readonly isReadOnly: boolean }) {
  const t = useText()
  const { hours } = form.values.shared
  const set = (next: Hours | null): void => form.setShared({ hours: next })
  const weekly = hours?.weekly ?? []
  const setWeekly = (next: readonly WeeklyHours[]): void => set({ ...hours, weekly: [...next] })
  return (
    <div className="repetition" id="field-hours">
      <Switch
        isSelected={hours !== null}
        isDisabled={isReadOnly}
        onChange={(isOn) => set(isOn ? (form.base.shared.hours ?? { weekly: [FIRST_HOURS], closed: [], adjusted: [] }) : null)}
      >
        {t('It has opening hours, such as an exhibition')}
      </Switch>
      {errors['hours'] && <FieldMessage>{errors['hours']}</FieldMessage>}
      {hours !== null && !isReadOnly && (
        <>
          {weekly.map((each, index) => (
            <WeeklyRow
              key={`${index} of ${weekly.length}`}
              number={index + 1}
              value={each}
              onChange={(next) => setWeekly(weekly.with(index, next))}
              onRemove={() => setWeekly(weekly.toSpliced(index, 1))}
            />
          ))}
          <div className="row">
            <Button size="small" icon="plus" onPress={() => setWeekly([...weekly, { ...FIRST_HOURS, days: [] }])}>
              {t('Add hours')}
            </Button>
          </div>
          <HoursExceptions hours={hours} onChange={set} />
        </>
      )}
    </div>
  )
}

interface WeeklyRowProps {
  readonly number: number
  readonly value: WeeklyHours
  readonly onChange: (value: WeeklyHours) => void
  readonly onRemove: () => void
}
function WeeklyRow({ number, value, onChange, onRemove }: WeeklyRowProps) {
  const t = useText()
  const days = value.days.map((day) => day.toUpperCase() as Weekday)
  const inOrder = (chosen: readonly Weekday[]): WeeklyHours['days'] =>
    WEEKDAYS.filter((each) => chosen.includes(each)).map((each) => each.toLowerCase() as Lowercase<Weekday>)
  return (
    <div className="hours-row" role="group" aria-label={t('Hours {number}', { number: String(number) })}>
      <WeekdayField weekdays={days} onChange={(chosen) => onChange({ ...value, days: inOrder(chosen) })} />
      <div className="hours-times">
        <HoursFields name={`weekly_${number}`} value={value} onChange={(times) => onChange({ ...value, ...times })} />
        <IconButton icon="trash" label={t('Remove these hours')} onPress={onRemove} />
      </div>
    </div>
  )
}
