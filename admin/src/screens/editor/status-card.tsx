// Edits the status of the event: the people who can see it, and the time from which on they can.
import type { EventDetail, Me } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { ClockField, DayField } from '../../ui/date-fields.tsx'
import { Checkbox, FieldMessage } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { PartProps } from './part.tsx'
import { NO_TIME, type ChosenStatus } from './values.ts'

interface StatusCardProps extends PartProps {
  readonly record: EventDetail | null
  readonly me: Me
  /** Changes that wait for an editor cannot change who sees the event. */
  readonly isProposal: boolean
}
export function StatusCard({ form, errors, record, me, isProposal }: StatusCardProps) {
  const t = useText()
  const { moment } = useFormats()
  const { status, publish_at, featured, hide_from_listings } = form.values.shared
  const isPublished = record?.status === 'publish'
  return (
    <section className="side-card" aria-label={t('Status')}>
      <div className="status-line">
        <span className="soft">{t('Now')}</span>
        <StatusBadge status={record?.status ?? null} />
      </div>
      {record && <p className="faint small">{t('Changed {time}', { time: moment(`${record.modified_utc.replace(' ', 'T')}Z`) })}</p>}
      {!isProposal && (
        <div id="field-status">
          <Select
            name="status"
            label={t('Who can see it')}
            value={status}
            options={statusOptions(me, status, t)}
            onChange={(next) => form.setShared({ status: next })}
          />
        </div>
      )}
      {status === 'publish' && me.may.publish && !isPublished && (
        <div className="stack" id="field-date">
          <Checkbox isSelected={publish_at !== null} onChange={(isLater) => form.setShared({ publish_at: isLater ? NO_TIME : null })}>
            {t('Publish it later')}
          </Checkbox>
          {publish_at && (
            <>
              <div className="time-pair">
                <DayField
                  name="publish_day"
                  label={t('Goes online')}
                  value={publish_at.day}
                  onChange={(day) => form.setShared({ publish_at: { ...publish_at, day } })}
                />
                <ClockField
                  name="publish_time"
                  label={t('Online at')}
                  value={publish_at.time}
                  onChange={(time) => form.setShared({ publish_at: { ...publish_at, time } })}
                />
              </div>
              <p className="hint">
                {t('In the time zone of the calendar, {zone}.', { zone: pageSettings.time_zone.replaceAll('_', ' ') })}
              </p>
            </>
          )}
          {errors['date'] && <FieldMessage>{errors['date']}</FieldMessage>}
        </div>
      )}
      <Switch isSelected={featured} onChange={(isOn) => form.setShared({ featured: isOn })}>
        {t('Feature on the first page')}
      </Switch>
      <Switch isSelected={hide_from_listings} onChange={(isOn) => form.setShared({ hide_from_listings: isOn })}>
        {t('Leave out of lists')}
      </Switch>
    </section>
  )
}

function statusOptions(me: Me, current: ChosenStatus, t: Translate): readonly { readonly id: ChosenStatus; readonly label: string }[] {
  const all = [
    { id: 'publish', label: t('Everyone') },
    { id: 'private', label: t('Only your team') },
    { id: 'pending', label: t('Editors, for review') },
    { id: 'draft', label: t('Nobody yet: a draft') },
  ] as const
  return all.filter(({ id }) => me.may.publish || id === current || id === 'pending' || id === 'draft')
}

function StatusBadge({ status }: { readonly status: EventDetail['status'] | null }) {
  const t = useText()
  if (status === null) return <span className="badge">{t('Not saved yet')}</span>
  const badges: Readonly<Record<EventDetail['status'], readonly [kind: string, label: string]>> = {
    publish: ['good', t('Published')],
    future: ['planned', t('Scheduled')],
    pending: ['waiting', t('Waiting for review')],
    private: ['', t('Private')],
    draft: ['', t('Draft')],
    trash: ['off', t('In the trash')],
  }
  const [kind, label] = badges[status]
  return <span className={`badge ${kind}`}>{label}</span>
}
