// Converts a row of a CSV file to inputs of the API. A column without a value clears its field; a field without a column is not sent.
import { formatDateTime, localToInstant, normalizeZone, toLocal } from '../../../kernel/time/date-times.ts'
import { isUrl, toHtml, toTerms } from '../icalendar/entry-fields.ts'
import type { ColumnField } from './columns.ts'
import { readDate, readFlag, readNumber, readTime, UnreadableCell, type LocalFormats, type LocalMoment } from './local-formats.ts'

export interface RowFields {
  readonly fields: Readonly<Record<string, unknown>>
  /** The start in UTC, by which rows without an ID are identified. */
  readonly start: string
  readonly notes: readonly string[]
}
export interface RowContext {
  readonly formats: LocalFormats
  /** The time zone of times without one. */
  readonly zone: string
}
/** Returns the text of a field, or null if the file has no column for it. */
export type Cell = (field: ColumnField) => string | null

/** An error in the cell of a field. */
export class InvalidCell extends Error {
  readonly field: string
  constructor(code: string, field: string) {
    super(code)
    this.field = field
  }
}
/** Adds the name of the field to the errors of its cell. */
function inField<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof UnreadableCell ? new InvalidCell(error.message, field) : error
  }
}

const FLAGS = ['featured', 'sticky', 'hide_from_listings', 'show_map', 'show_map_link'] as const
const TEXTS = ['title', 'website', 'online_url'] as const

export function readRowFields(cell: Cell, context: RowContext): RowFields {
  const { start, inputs } = readTimes(cell, context)
  const [categories, tags] = [readTerms(cell('categories')), readTerms(cell('tags'))]
  const image = cell('image')
  const fields = {
    ...Object.fromEntries(TEXTS.map((name) => [name, cell(name)])),
    description: toInput(cell('description'), toHtml),
    excerpt: toInput(cell('excerpt'), toHtml),
    ...inputs,
    ...Object.fromEntries(FLAGS.map((name) => [name, toInput(cell(name), (text) => inField(name, () => readFlag(text)))])),
    venue: toInput(cell('venue'), (name) => readVenue(name, cell, context.formats)),
    organizer: toInput(cell('organizer'), (name) => readOrganizer(name, cell)),
    categories: categories?.terms,
    tags: tags?.terms,
    cost: toInput(cell('cost'), (text) => readCost(text, cell('currency') ?? '', context.formats)),
    image: toInput(image, (url) => (isUrl(url) ? url : null)),
  }
  return {
    fields: Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => [name, value === '' ? null : value]),
    ),
    start,
    notes: [...new Set([...(categories?.notes ?? []), ...(tags?.notes ?? []), ...(image && !isUrl(image) ? ['picture_not_fetched'] : [])])],
  }
}
/** Empty cells stay empty texts, which clear their field. */
const toInput = (text: string | null, convert: (text: string) => unknown): unknown =>
  text === null || text === '' ? text : (convert(text) ?? '')

function readTimes(cell: Cell, { formats, zone: defaultZone }: RowContext) {
  const zoneText = cell('zone') ?? ''
  const zone = zoneText === '' ? defaultZone : normalizeZone(zoneText)
  if (zone === null) throw new InvalidCell('unknown_time_zone', 'timezone')
  const startText = cell('start_date') ?? ''
  if (startText === '') throw new InvalidCell('no_start', 'start_date')
  const start = inField('start_date', () => readMoment(startText, cell('start_time') ?? '', formats))
  const endDate = cell('end_date') ?? ''
  const endTime = cell('end_time') ?? ''
  const hasEnd = endDate !== '' || endTime !== ''
  const end = hasEnd ? inField('end_date', () => readMoment(endDate === '' ? dayOf(start, zone) : endDate, endTime, formats)) : null
  const flag = cell('all_day')
  const isDay = !(start instanceof Temporal.Instant) && start.time === null
  const allDay = flag === null || flag === '' ? isDay : inField('all_day', () => readFlag(flag))
  // An event that is not all day needs a time.
  if (isDay && !allDay) throw new InvalidCell('no_time', 'start_date')
  const show = (moment: LocalMoment | Temporal.Instant): string => (allDay ? dayOf(moment, zone) : formatMoment(moment))
  return {
    start: utcText(start, zone),
    inputs: {
      start_date: show(start),
      end_date: end === null ? (allDay ? dayOf(start, zone) : '') : show(end),
      all_day: allDay,
      timezone: zone,
    },
  }
}
/** A time in a column of its own replaces the time after the date. */
function readMoment(dateText: string, timeText: string, formats: LocalFormats): LocalMoment | Temporal.Instant {
  const moment = readDate(dateText, formats)
  return timeText === '' || moment instanceof Temporal.Instant ? moment : { ...moment, time: readTime(timeText) }
}
const dayOf = (moment: LocalMoment | Temporal.Instant, zone: string): string =>
  (moment instanceof Temporal.Instant ? toLocal(moment, zone).toPlainDate() : moment.date).toString()
const formatMoment = (moment: LocalMoment | Temporal.Instant): string =>
  moment instanceof Temporal.Instant
    ? `${formatDateTime(toLocal(moment, 'UTC'))}Z`
    : formatDateTime(moment.date.toPlainDateTime(moment.time ?? undefined))
const utcText = (moment: LocalMoment | Temporal.Instant, zone: string): string =>
  (moment instanceof Temporal.Instant ? moment : localToInstant(moment.date.toPlainDateTime(moment.time ?? undefined), zone)).toString()

function readVenue(venue: string, cell: Cell, formats: LocalFormats) {
  const texts = (['address', 'city', 'zip', 'stateprovince', 'country'] as const).map((name) => [name, cell(name)] as const)
  const numbers = (['geo_lat', 'geo_lng'] as const).map(
    (name) => [name, toInput(cell(name), (text) => readDegree(name, text, formats))] as const,
  )
  return { venue, ...Object.fromEntries([...texts, ...numbers].filter(([, value]) => value !== null && value !== '')) }
}
function readDegree(field: string, text: string, formats: LocalFormats): number {
  const number = readNumber(text, formats)
  if (number === null) throw new InvalidCell('invalid_number', field)
  return Number(number)
}
function readOrganizer(organizer: string, cell: Cell) {
  const contact = { email: cell('organizer_email'), phone: cell('organizer_phone') }
  return { organizer, ...Object.fromEntries(Object.entries(contact).filter(([, value]) => value)) }
}
const readTerms = (text: string | null) => (text === null ? null : toTerms(text.split(/[,;]/)))
/** Other texts, such as `Free`, are prices too. */
const readCost = (text: string, currency: string, formats: LocalFormats): string => {
  const number = readNumber(text, formats)
  return number === null ? text : `${currency}${number}`
}
