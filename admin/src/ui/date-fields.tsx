// Fields for a day and for a time on the clocks of a place. Both can be typed; the day can also be picked from a calendar.
import { CalendarDate, parseDate, parseTime, type Time } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DatePicker, DateSegment } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import { useText } from '../lib/language.tsx'
import { FieldError, useFieldError } from './fields.tsx'
import { Icon } from './icon.tsx'

interface WallFieldProps {
  readonly label: string
  readonly name: string
  /** Such as `2026-11-17` or `10:30:00`. Empty without a value. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  /** The ID of an error message that belongs to several fields. */
  readonly describedBy?: string | undefined
}

export function DayField({ label, name, value, onChange, isInvalid = false, isDisabled = false, describedBy }: WallFieldProps) {
  const t = useText()
  const { message } = useFieldError({ name, errorMessage: undefined })
  return (
    <DatePicker
      className="field"
      name={name}
      granularity="day"
      value={value === '' ? null : parseDate(value)}
      onChange={(date: CalendarDate | null) => onChange(date === null ? '' : date.toString())}
      isInvalid={isInvalid || message !== undefined}
      isDisabled={isDisabled}
      shouldForceLeadingZeros
      {...(describedBy && { 'aria-describedby': describedBy })}
    >
      <Label className="label">{label}</Label>
      <Group className="input-group date">
        <DateInput className="segments-input">{(segment) => <DateSegment className="segment" segment={segment} />}</DateInput>
        <Button className="icon-button">
          <Icon name="calendar" />
        </Button>
      </Group>
      <FieldError message={message} />
      <Popover className="popover">
        <Dialog className="calendar-dialog" aria-label={t('Choose a day')}>
          <Calendar className="calendar">
            <header>
              <Button slot="previous" className="icon-button">
                <Icon name="chevron-left" />
              </Button>
              <Heading />
              <Button slot="next" className="icon-button">
                <Icon name="chevron-right" />
              </Button>
            </header>
            <CalendarGrid>
              <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell className="day" date={date} />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

export function ClockField({ label, name, value, onChange, isInvalid = false, isDisabled = false, describedBy }: WallFieldProps) {
  const { message } = useFieldError({ name, errorMessage: undefined })
  return (
    <AriaTimeField
      className="field"
      name={name}
      value={value === '' ? null : parseTime(value)}
      onChange={(time: Time | null) => onChange(time === null ? '' : time.toString())}
      isInvalid={isInvalid || message !== undefined}
      isDisabled={isDisabled}
      shouldForceLeadingZeros
      {...(describedBy && { 'aria-describedby': describedBy })}
    >
      <Label className="label">{label}</Label>
      <DateInput className="input segments-input">{(segment) => <DateSegment className="segment" segment={segment} />}</DateInput>
      <FieldError message={message} />
    </AriaTimeField>
  )
}
