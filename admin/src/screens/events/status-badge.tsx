// The status of an event: an icon and a word.
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { ListedEvent } from './event-queries.ts'
import { todayOfCalendar } from './event-search.ts'

export function StatusBadge({ event }: { readonly event: Pick<ListedEvent, 'status' | 'event_status' | 'series' | 'date'> }) {
  const t = useText()
  const { shortWallDay, wallTime } = useFormats()
  const { status, event_status, series, date } = event
  if (status === 'publish' && event_status === 'cancelled')
    return <Badge kind="off" icon="close" text={series === null ? t('Canceled') : t('Date canceled')} />
  if (status === 'publish' && event_status === 'postponed') return <Badge kind="waiting" icon="clock" text={t('Postponed')} />
  if (status === 'publish') return <Badge kind="good" icon="check" text={t('Published')} />
  if (status === 'pending') return <Badge kind="waiting" icon="inbox" text={t('Pending review')} />
  if (status === 'private') return <Badge kind="" icon="lock" text={t('Private')} />
  if (status === 'trash') return <Badge kind="" icon="trash" text={t('Trash')} />
  if (status === 'draft') return <Badge kind="" icon="edit" text={t('Draft')} />
  const time = t('{day}, {time}', { day: shortWallDay(date, todayOfCalendar().slice(0, 4)), time: wallTime(date) })
  return <Badge kind="planned" icon="clock" text={time} prefix={t('Scheduled')} />
}

interface BadgeProps {
  readonly kind: '' | 'good' | 'waiting' | 'planned' | 'off'
  readonly icon: IconName
  readonly text: string
  /** Says for screen readers what the text means. */
  readonly prefix?: string
}
const Badge = ({ kind, icon, text, prefix }: BadgeProps) => (
  <span className={kind ? `badge ${kind}` : 'badge'}>
    <Icon name={icon} />
    {prefix && <span className="visually-hidden">{prefix}: </span>}
    {text}
  </span>
)
