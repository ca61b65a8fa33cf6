// Asks from which time on visitors see the event.
import { useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { Button } from '../../ui/button.tsx'
import { ClockField, DayField } from '../../ui/date-fields.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldMessage } from '../../ui/fields.tsx'

interface ScheduleDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Gets a wall time in the time zone of the site. */
  readonly onSchedule: (date: string) => void
}
export function ScheduleDialog({ isOpen, onClose, onSchedule }: ScheduleDialogProps) {
  const t = useText()
  const [day, setDay] = useState('')
  const [time, setTime] = useState('08:00:00')
  const [isTried, setTried] = useState(false)
  const isMissing = day === '' || time === ''
  const schedule = (): void => {
    setTried(true)
    if (!isMissing) onSchedule(`${day} ${time}`)
  }
  return (
    <Dialog
      title={t('Publish it later')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button name="confirm" variant="primary" onPress={schedule}>
            {t('Schedule')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="time-pair">
          <DayField name="publish_day" label={t('Goes online')} value={day} onChange={setDay} isInvalid={isTried && day === ''} />
          <ClockField name="publish_time" label={t('Online at')} value={time} onChange={setTime} isInvalid={isTried && time === ''} />
        </div>
        {isTried && isMissing && <FieldMessage>{t('Enter a day and a time.')}</FieldMessage>}
        <p className="hint">{t('In the time zone of the calendar, {zone}.', { zone: pageSettings.time_zone.replaceAll('_', ' ') })}</p>
      </div>
    </Dialog>
  )
}
