// Edits the days that a repetition leaves out, and the days that it has in addition.
import { useState } from 'react'
import type { Recurrence } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { useWallFormats } from '../../lib/wall-format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ClockField, DayField } from '../../ui/date-fields.tsx'
import type { WallTime } from './values.ts'

interface DateChangesProps {
  readonly recurrence: Recurrence
  /** The time of day at which the event starts. Empty if it lasts all day. */
  readonly time: string
  readonly onChange: (recurrence: Recurrence) => void
}
export function DateChanges({ recurrence, time, onChange }: DateChangesProps) {
  const t = useText()
  const { dates, exclude } = recurrence
  return (
    <>
      <DateTokens
        label={t('Left out')}
        values={exclude}
        onRemove={(value) => onChange({ ...recurrence, exclude: exclude.filter((each) => each !== value) })}
      />
      <DateTokens
        label={t('Additional dates')}
        values={dates.map(({ start }) => start)}
        onRemove={(value) => onChange({ ...recurrence, dates: dates.filter(({ start }) => start !== value) })}
      />
      <NewDate
        time={time}
        onLeaveOut={(day) => onChange({ ...recurrence, exclude: sorted([...exclude, day]) })}
        onAdd={(start) => onChange({ ...recurrence, dates: [...dates.filter((each) => each.start !== start), { start, end: null }] })}
      />
    </>
  )
}
export const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

interface DateTokensProps {
  readonly label: string
  /** Days such as `2026-12-24`, or days with a time. */
  readonly values: readonly string[]
  readonly onRemove: (value: string) => void
}
function DateTokens({ label, values, onRemove }: DateTokensProps) {
  const t = useText()
  const wall = useWallFormats()
  if (values.length === 0) return null
  const name = (value: string): string => {
    const [day = '', time] = value.split(' ')
    return time === undefined || time === '00:00:00' ? wall.day(day) : t('{day}, {time}', { day: wall.day(day), time: wall.time(time) })
  }
  return (
    <div className="stack">
      <span className="label">{label}</span>
      <ul className="date-tokens">
        {values.map((value) => (
          <li key={value} className="token">
            <bdi>{name(value)}</bdi>
            <IconButton icon="close" label={t('Remove {name}', { name: name(value) })} onPress={() => onRemove(value)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface NewDateProps {
  readonly time: string
  readonly onLeaveOut: (day: string) => void
  readonly onAdd: (start: string) => void
}
function NewDate({ time, onLeaveOut, onAdd }: NewDateProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [date, setDate] = useState<WallTime>({ day: '', time })
  if (!isOpen)
    return (
      <div className="row">
        <Button size="small" icon="plus" onPress={() => setOpen(true)}>
          {t('Add or leave out a date')}
        </Button>
      </div>
    )
  const finish = (apply: () => void): void => {
    apply()
    setDate({ day: '', time })
    setOpen(false)
  }
  const isIncomplete = date.day === ''
  return (
    <div className="new-date" role="group" aria-label={t('Add or leave out a date')}>
      <div className={time === '' ? 'time-pair one' : 'time-pair'}>
        <DayField name="other_day" label={t('Day')} value={date.day} onChange={(day) => setDate({ ...date, day })} />
        {time !== '' && (
          <ClockField name="other_time" label={t('Starts at')} value={date.time} onChange={(next) => setDate({ ...date, time: next })} />
        )}
      </div>
      <div className="row">
        <Button size="small" isDisabled={isIncomplete} onPress={() => finish(() => onAdd(`${date.day} ${date.time || '00:00:00'}`))}>
          {t('Add this date')}
        </Button>
        <Button size="small" isDisabled={isIncomplete} onPress={() => finish(() => onLeaveOut(date.day))}>
          {t('Leave out this day')}
        </Button>
        <Button size="small" variant="ghost" onPress={() => setOpen(false)}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
