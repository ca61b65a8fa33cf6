// Edits a rule that the form can express: the interval, the days, and the end.
import { parseDate, startOfWeek } from '@internationalized/date'
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { addDays } from '../../lib/days.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { formatLocale, type Translate } from '../../lib/messages.ts'
import { DayField } from '../../ui/date-fields.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { positionsOf, weekdayOf, type Ending, type Frequency, type SimpleRule, type Weekday } from './rule.ts'

interface RuleFieldsProps {
  readonly rule: SimpleRule
  /** The day on which the event starts. */
  readonly day: string
  readonly isCustom: boolean
  readonly onChange: (rule: SimpleRule) => void
}
export const RuleFields = ({ rule, day, isCustom, onChange }: RuleFieldsProps) => (
  <div className="rule-fields">
    {isCustom && <IntervalFields rule={rule} onChange={onChange} />}
    {rule.frequency === 'WEEKLY' && (
      <WeekdayField
        weekdays={rule.weekdays.length > 0 || day === '' ? rule.weekdays : [weekdayOf(day) ?? 'MO']}
        onChange={(weekdays) => onChange({ ...rule, weekdays })}
      />
    )}
    {rule.frequency === 'MONTHLY' && day !== '' && <MonthDayField rule={rule} day={day} onChange={onChange} />}
    <EndingFields ending={rule.ending} onChange={(ending) => onChange({ ...rule, ending })} />
  </div>
)

function IntervalFields({ rule, onChange }: Pick<RuleFieldsProps, 'rule' | 'onChange'>) {
  const t = useText()
  const units: readonly { readonly id: Frequency; readonly label: string }[] = [
    { id: 'DAILY', label: t('Days') },
    { id: 'WEEKLY', label: t('Weeks') },
    { id: 'MONTHLY', label: t('Months') },
    { id: 'YEARLY', label: t('Years') },
  ]
  return (
    <div className="time-pair interval">
      <NumberField name="interval" label={t('Every')} value={rule.interval} onChange={(interval) => onChange({ ...rule, interval })} />
      <Select
        name="unit"
        label={t('Unit')}
        value={rule.frequency}
        options={units}
        onChange={(frequency) => onChange({ ...rule, frequency, weekdays: [], position: null })}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly name: string
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}
/** A field for a whole number from 1 to 999. It keeps what is typed while it is no such number. */
function NumberField({ name, label, value, onChange }: NumberFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const change = (next: string): void => {
    const digits = next.replaceAll(/\D/g, '').slice(0, 3)
    setText(digits)
    if (Number(digits) > 0) onChange(Number(digits))
  }
  return (
    <TextField name={name} label={label} inputMode="numeric" value={text ?? String(value)} onChange={change} onBlur={() => setText(null)} />
  )
}

/** Some Monday. */
const MONDAY = '2024-01-01'
interface WeekdayFieldProps {
  readonly weekdays: readonly Weekday[]
  readonly onChange: (weekdays: readonly Weekday[]) => void
}
/** Days of the week, in the order of the language. */
export function WeekdayField({ weekdays, onChange }: WeekdayFieldProps) {
  const { t, language } = useLanguage()
  const locale = formatLocale(language)
  const first = startOfWeek(parseDate(MONDAY), locale).toString()
  const name = (day: string, style: 'long' | 'short'): string =>
    new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(new Date(day))
  const toggle = (weekday: Weekday, isOn: boolean): void =>
    onChange(isOn ? [...weekdays, weekday] : weekdays.filter((each) => each !== weekday))
  return (
    <div className="field">
      <span className="label">{t('On these days')}</span>
      <div className="weekdays" role="group" aria-label={t('On these days')}>
        {[0, 1, 2, 3, 4, 5, 6].map((offset) => {
          const day = addDays(first, offset)
          const weekday = weekdayOf(day) ?? 'MO'
          return (
            <ToggleButton key={day} className="weekday" isSelected={weekdays.includes(weekday)} onChange={(isOn) => toggle(weekday, isOn)}>
              <span aria-hidden="true">{name(day, 'short')}</span>
              <span className="visually-hidden">{name(day, 'long')}</span>
            </ToggleButton>
          )
        })}
      </div>
    </div>
  )
}

function MonthDayField({ rule, day, onChange }: Omit<RuleFieldsProps, 'isCustom'>) {
  const { t, language } = useLanguage()
  const weekday = new Intl.DateTimeFormat(formatLocale(language), { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))
  const options = [
    { id: 'day', label: t('Day {day} of the month', { day: String(Number(day.slice(8))) }) },
    ...positionsOf(day).map((position) => ({ id: String(position), label: positionLabel(position, weekday, t) })),
  ]
  return (
    <Select
      name="month_day"
      label={t('Which day')}
      value={String(rule.position ?? 'day')}
      options={options}
      onChange={(id) => onChange({ ...rule, position: id === 'day' ? null : Number(id) })}
    />
  )
}
function positionLabel(position: number, weekday: string, t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    1: t('The first {weekday}', { weekday }),
    2: t('The second {weekday}', { weekday }),
    3: t('The third {weekday}', { weekday }),
    4: t('The fourth {weekday}', { weekday }),
  }
  return labels[position] ?? t('The last {weekday}', { weekday })
}

interface EndingFieldsProps {
  readonly ending: Ending
  readonly onChange: (ending: Ending) => void
}
const DEFAULT_COUNT = 10
function EndingFields({ ending, onChange }: EndingFieldsProps) {
  const t = useText()
  // A last day that is not complete yet is not part of the rule.
  const [isAwaitingDay, setAwaitingDay] = useState(false)
  const kind = ending.kind === 'never' && isAwaitingDay ? 'day' : ending.kind
  const options: readonly { readonly id: Ending['kind']; readonly label: string }[] = [
    { id: 'never', label: t('Never') },
    { id: 'day', label: t('On a day') },
    { id: 'count', label: t('After a number of dates') },
  ]
  const choose = (next: Ending['kind']): void => {
    setAwaitingDay(next === 'day')
    if (next === 'count') onChange({ kind: 'count', count: ending.kind === 'count' ? ending.count : DEFAULT_COUNT })
    else onChange(next === 'never' ? { kind: 'never' } : { kind: 'day', day: ending.kind === 'day' ? ending.day : '' })
  }
  return (
    <div className="time-pair ending">
      <Select name="ending" label={t('Repetition ends')} value={kind} options={options} onChange={choose} />
      {kind === 'day' && (
        <DayField
          name="until"
          label={t('Last day')}
          value={ending.kind === 'day' ? ending.day : ''}
          onChange={(last) => onChange({ kind: 'day', day: last })}
        />
      )}
      {kind === 'count' && (
        <NumberField
          name="count"
          label={t('Number of dates')}
          value={ending.kind === 'count' ? ending.count : DEFAULT_COUNT}
          onChange={(count) => onChange({ kind: 'count', count })}
        />
      )}
    </div>
  )
}
