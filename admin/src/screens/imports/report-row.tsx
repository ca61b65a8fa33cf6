// One entry of a report: its outcome, its record, and everything that the person should know about it.
import { Link } from '@tanstack/react-router'
import type { RunItem } from '@kalends/client'
import type { ReactNode } from 'react'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { formatLocale } from '../../lib/messages.ts'
import { pathOf } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { columnLabel } from './column-fields.ts'
import { errorTexts, reasonText, remarkText } from './report-texts.ts'
import { OutcomeBadge } from './run-badge.tsx'

/** The screens of the kinds that documents have. Terms have no screen of their own. */
const RECORD_PATHS: Readonly<Record<string, (id: number) => string>> = {
  event: (id) => `/events/${id}`,
  venue: (id) => `/venues/${id}`,
  organizer: (id) => `/organizers/${id}`,
  category: () => '/categories',
  tag: () => '/tags',
}

interface ReportRowProps {
  readonly item: RunItem
  readonly isDryRun: boolean
  /** The number of the first entry. The first row of a spreadsheet has the names of the columns. */
  readonly first: number
  /** The cells of the row that the person may correct. */
  readonly children?: ReactNode
}
export function ReportRow({ item, isDryRun, first, children }: ReportRowProps) {
  const { number } = useFormats()
  return (
    <tr className={item.outcome}>
      <td className="number faint">{number(item.position + first)}</td>
      <td>
        <OutcomeBadge outcome={item.outcome} />
      </td>
      <td className="entry">
        <ItemTitle item={item} />
        <ItemDetails item={item} />
        {children}
      </td>
      {isDryRun && (
        <td className="when">
          <ItemTime fields={item.fields ?? {}} />
        </td>
      )}
      {isDryRun && (
        <td>
          <bdi>{venueName(item.fields?.['venue'])}</bdi>
        </td>
      )}
    </tr>
  )
}

function ItemTitle({ item: { title, record_id, kind, outcome } }: { readonly item: RunItem }) {
  const t = useText()
  const name = <bdi>{title || (record_id === null ? t('Without a title') : `#${record_id}`)}</bdi>
  const path = record_id === null ? undefined : RECORD_PATHS[kind]?.(record_id)
  if (path === undefined) return outcome === 'unchanged' ? <span className="soft">{name}</span> : <b>{name}</b>
  return (
    <Link className="name" to={pathOf(path)}>
      {name}
    </Link>
  )
}

function ItemDetails({ item }: { readonly item: RunItem }) {
  const t = useText()
  const { list } = useFormats()
  const reason = reasonText(item.reason, t)
  return (
    <>
      {item.errors.map((error, index) => (
        <ItemError key={`${index}-${error.code}`} error={error} />
      ))}
      {item.left_alone.length > 0 && (
        <Remark>
          {t('Stays as people here wrote it: {fields}', { fields: list(item.left_alone.map((field) => columnLabel(field, t))) })}
        </Remark>
      )}
      {reason && <Remark>{reason}</Remark>}
      {item.notes.map((note) => (
        <Remark key={note}>{remarkText(note, t)}</Remark>
      ))}
      {item.duplicates.length > 0 && <Duplicates ids={item.duplicates} />}
    </>
  )
}
const Remark = ({ children }: { readonly children: ReactNode }) => <p className="remark soft small">{children}</p>

function ItemError({ error }: { readonly error: RunItem['errors'][number] }) {
  const t = useText()
  const { field, text, isEnglish } = errorTexts(error, t)
  return (
    <p className="field-error">
      <Icon name="warning" small />
      <span>
        {field && `${field}: `}
        <bdi {...(isEnglish && { lang: 'en' })}>{text}</bdi>
      </span>
    </p>
  )
}

/** Nothing is merged, so the person compares the events. */
function Duplicates({ ids }: { readonly ids: readonly number[] }) {
  const t = useText()
  return (
    <p className="remark small">
      {t('Another event has the same start, title and place:')}{' '}
      {ids.map((id) => (
        <Link key={id} className="link" to={pathOf(`/events/${id}`)}>
          #{id}
        </Link>
      ))}
    </p>
  )
}

/** Documents have wall times, which are formatted in UTC, so that the time zone of the browser does not shift them. */
const wallDate = (value: unknown): Date | null => {
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?/.exec(typeof value === 'string' ? value : '') ?? []
  return day === undefined ? null : new Date(`${day}T${time}Z`)
}
function ItemTime({ fields }: { readonly fields: Readonly<Record<string, unknown>> }) {
  const { t, language } = useLanguage()
  const start = wallDate(fields['start_date'])
  const end = wallDate(fields['end_date'])
  if (start === null) return null
  const format = new Intl.DateTimeFormat(formatLocale(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(fields['all_day'] !== true && { hour: '2-digit', minute: '2-digit' }),
    timeZone: 'UTC',
  })
  return (
    <>
      <bdi>
        {end === null ? format.format(start) : format.formatRange(start, end)}
        {String(fields['start_date']).endsWith('Z') && ' UTC'}
      </bdi>
      {fields['recurrence'] !== undefined && fields['recurrence'] !== null && (
        <span className="badge">
          <Icon name="repeat" />
          {t('Repeats')}
        </span>
      )}
    </>
  )
}

/** A document names a venue, or refers to one of its own, whose row has the name. */
function venueName(venue: unknown): string {
  const { venue: name } = (typeof venue === 'object' && venue !== null ? venue : {}) as { readonly venue?: unknown }
  return typeof name === 'string' ? name : ''
}
