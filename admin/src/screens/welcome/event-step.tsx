// The second step: the first event, with a title, a date and a place. It is created at once.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeIdOf } from '@kalends/client'
import { useLanguage } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { ClockField, DayField } from '../../ui/date-fields.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmissionForm } from '../../ui/submission-form.tsx'
import { useUndo } from '../editor/use-undo.ts'
import { EVENTS_KEY } from '../events/event-queries.ts'

const FIELDS = ['title', 'start_date', 'venue'] as const

interface EventStepProps {
  /** The time zone that was chosen in the step before, which the server may not have yet. */
  readonly timeZone: string | undefined
  readonly onCreated: (event: { readonly id: number; readonly title: string }) => void
}
export function EventStep({ timeZone, onCreated }: EventStepProps) {
  const { t, client, language } = useLanguage()
  const queries = useQueryClient()
  const showUndo = useUndo()
  const [values, setValues] = useState({ title: '', day: '', time: '', place: '' })
  const set = (name: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const submission = useSubmission(async () => {
    const { title, day, time, place } = values
    const event = await client.events.create(
      {
        title,
        start_date: time === '' ? day : `${day} ${time}`,
        ...(time === '' ? { all_day: true, end_date: day } : { end_date: null }),
        ...(place.trim() !== '' && { venue: [{ venue: place.trim() }] }),
        ...(timeZone !== undefined && { timezone: timeZone }),
        status: 'publish',
      },
      { language },
    )
    void queries.invalidateQueries({ queryKey: EVENTS_KEY })
    showUndo({ id: event.id, changeId: changeIdOf(event) }, t('Published.'))
    onCreated(event)
  }, FIELDS)
  return (
    <SubmissionForm submission={submission}>
      <TextField name="title" label={t('Title')} value={values.title} onChange={set('title')} autoFocus />
      <div className="two-columns">
        <DayField name="start_date" label={t('Starts')} value={values.day} onChange={set('day')} />
        <div className="stack">
          <ClockField name="start_time" label={t('Starts at')} value={values.time} onChange={set('time')} />
          <p className="hint">{t('Leave it empty if the event lasts the whole day.')}</p>
        </div>
      </div>
      <TextField name="venue" label={t('Venue')} remark={t('optional')} value={values.place} onChange={set('place')} />
      <div className="row">
        <Button type="submit" variant="primary" isPending={submission.isPending}>
          {t('Publish the event')}
        </Button>
      </div>
    </SubmissionForm>
  )
}
