// Edits the start and the end of the event, in the time zone of the event, and how it repeats.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EventDetail } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { eventPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ClockField, DayField } from '../../ui/date-fields.tsx'
import { Checkbox, FieldMessage } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeZoneField } from '../../ui/time-zone-field.tsx'
import { OpeningHours } from './opening-hours.tsx'
import { Part, type PartProps } from './part.tsx'
import { Repetition } from './repetition.tsx'
import { ruleAfterMove } from './rule.ts'
import { endAfterMove } from './times.ts'
import { isEndBeforeStart } from './validation.ts'
import { NO_TIME, type WallTime } from './values.ts'

interface WhenPartProps extends PartProps {
  readonly record: EventDetail | null
  readonly isReadOnly: boolean
}
export function WhenPart({ form, errors, record, isReadOnly }: WhenPartProps) {
  const t = useText()
  const { all_day, start, end, recurrence, timezone } = form.values.shared
  const series = record?.series ?? null
  const [hasLeft, setLeft] = useState(false)
  const moveStart = (next: WallTime): void => {
    const moved = { start: next, end: endAfterMove(start, next, end, all_day) }
    const anchors = [
      { day: start.day, timezone },
      { day: next.day, timezone },
    ] as const
    // The start of a stored series is the day on which it begins. Its rule stays.
    form.setShared(record?.type === 'series' ? moved : { ...moved, recurrence: ruleAfterMove(recurrence, ...anchors) })
  }
  const setEnd = (next: WallTime): void => form.setShared({ end: next })
  const orderError = hasLeft && isEndBeforeStart(form.values.shared) ? t('The end is before the start.') : undefined
  const endError = errors['end_date'] ?? orderError
  const timeProps = { describedBy: endError && 'error-end', isInvalid: endError !== undefined }
  const startProps = { describedBy: errors['start_date'] && 'error-start', isInvalid: errors['start_date'] !== undefined }
  return (
    <Part
      icon="calendar"
      title={t('When')}
      control={
        <Switch isSelected={all_day} onChange={(isOn) => form.setShared({ all_day: isOn })}>
          {t('All day')}
        </Switch>
      }
    >
      <div className={all_day ? 'times all-day' : 'times'}>
        <div className="time-pair" id="field-start_date">
          <DayField
            name="start_day"
            label={t('Starts')}
            value={start.day}
            onChange={(day) => moveStart({ ...start, day })}
            {...startProps}
          />
          {!all_day && (
            <ClockField
              name="start_time"
              label={t('Starts at')}
              value={start.time}
              onChange={(time) => moveStart({ ...start, time })}
              {...startProps}
            />
          )}
        </div>
        {end !== null && (
          <div className="time-pair" id="field-end_date" onBlur={() => setLeft(true)}>
            <DayField name="end_day" label={t('Ends')} value={end.day} onChange={(day) => setEnd({ ...end, day })} {...timeProps} />
            {!all_day && (
              <ClockField
                name="end_time"
                label={t('Ends at')}
                value={end.time}
                onChange={(time) => setEnd({ ...end, time })}
                {...timeProps}
              />
            )}
          </div>
        )}
      </div>
      {errors['start_date'] && <FieldMessage id="error-start">{errors['start_date']}</FieldMessage>}
      {endError && (
        <div className="row">
          <FieldMessage id="error-end">{endError}</FieldMessage>
          {isEndBeforeStart(form.values.shared) && (
            <Button size="small" onPress={() => setEnd(endAfterMove(NO_TIME, start, { ...NO_TIME }, all_day) ?? NO_TIME)}>
              {t('End after the start')}
            </Button>
          )}
        </div>
      )}
      <div className="row spread">
        <TimeZone form={form} error={errors['timezone']} />
        <Checkbox
          isSelected={end === null}
          onChange={(isOpenEnd) => form.setShared({ end: isOpenEnd ? null : (endAfterMove(NO_TIME, start, NO_TIME, all_day) ?? NO_TIME) })}
        >
          {t('The end is not known')}
        </Checkbox>
      </div>
      {series === null ? (
        <>
          <Repetition {...{ form, errors, record, isReadOnly }} />
          {form.values.shared.recurrence === null && <OpeningHours {...{ form, errors, isReadOnly }} />}
        </>
      ) : (
        <SeriesNote series={series} />
      )}
    </Part>
  )
}

/** A date of a series is edited by itself. Its series has the repetition. */
function SeriesNote({ series }: { readonly series: number }) {
  const t = useText()
  return (
    <Note kind="information">
      <p>
        {t('This is one date of an event that repeats.')}{' '}
        <Link className="link" to={eventPath(series)}>
          {t('All dates and the repetition')}
        </Link>
      </p>
    </Note>
  )
}

function TimeZone({ form, error }: { readonly form: PartProps['form']; readonly error: string | undefined }) {
  return (
    <div id="field-timezone" className="time-zone">
      <TimeZoneField zone={form.values.shared.timezone} onChange={(timezone) => form.setShared({ timezone })} />
      {error && <FieldMessage>{error}</FieldMessage>}
    </div>
  )
}
