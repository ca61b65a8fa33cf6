// Converts the inputs of the dialect to those of the API: queries of lists, and bodies of writes. Unknown inputs are ignored, as on the original.
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { isObject, type Inputs } from '../../kernel/http/request-parsing.ts'
import { hasRole, type Caller } from '../../kernel/security/caller.ts'
import { dayContaining, formatDateTime, toLocal } from '../../kernel/time/date-times.ts'
import { email } from '../../kernel/validation/value-types.ts'
import { parseDialectDate } from './dialect-dates.ts'
import type { Plural } from './dialect-records.ts'

export interface DialectContext {
  readonly caller: Caller
  readonly now: Temporal.Instant
  readonly timeZone: string
  readonly languages: readonly string[]
}
type Errors = Record<string, FieldError>
const choose = (sent: Inputs, names: string): Record<string, unknown> =>
  Object.fromEntries(names.split(' ').flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])))
const isTrue = (value: unknown): boolean => /^(true|1)$/i.test(String(value))

const BOOLEANS = ['featured', 'ticketed', 'has_events', 'only_with_upcoming', 'hide_empty', 'all_day', 'hide_from_listings', 'sticky']
const booleanErrors = (inputs: Inputs): Errors =>
  Object.fromEntries(
    BOOLEANS.filter((name) => name in inputs && !/^(true|false|1|0)$/i.test(String(inputs[name]))).map((name) => [
      name,
      new FieldError('not_boolean'),
    ]),
  )
/** The parameter of the translation plug-in names the language. */
export const languageOf = ({ wpml_language: language }: Inputs, { languages }: DialectContext): Inputs =>
  languages.includes(String(language)) ? { i18n_language: language } : {}

const PLACE_QUERY = 'search event has_events only_with_upcoming status include'
const TERM_QUERY = 'search exclude include order orderby hide_empty post event slug'
const QUERIES: Readonly<Record<Plural, string>> = {
  events: 'search categories tags venue organizer featured ticketed status post_parent include geoloc_lat geoloc_lng',
  venues: PLACE_QUERY,
  organizers: PLACE_QUERY,
  categories: `${TERM_QUERY} parent`,
  tags: TERM_QUERY,
}
const TERM_ORDERS = ['name', 'id', 'slug', 'count', 'description', 'parent', 'include']
const RELATIVE_DATES = ['starts_before', 'starts_after', 'ends_before', 'ends_after']
const MAX_PER_PAGE = 50

export interface DialectListQuery {
  readonly query: Inputs
  readonly page: number
  /** The parameters of `rest_url` in their order, with the values that were applied. */
  readonly shown: readonly (readonly [name: string, value: string])[]
  /** When the dates of the query change their meaning, in milliseconds since 1970. */
  readonly expiresAt: number
}
/** Throws 400 with all invalid parameters. */
export function toListQuery(plural: Plural, sent: Inputs, ctx: DialectContext): DialectListQuery {
  const query = choose(sent, QUERIES[plural])
  const errors = booleanErrors(query)
  const [page = 1, perPage = 10] = ['page', 'per_page'].map((name) => {
    if (sent[name] !== undefined && !/^[1-9]\d{0,8}$/.test(String(sent[name]))) errors[name] = new FieldError('not_integer')
    return sent[name] === undefined ? undefined : Number(sent[name])
  })
  const isTerm = plural === 'categories' || plural === 'tags'
  if (isTerm && !TERM_ORDERS.includes(String(query['orderby']))) delete query['orderby']
  if (!isTerm) query['status'] ??= hasRole(ctx.caller, 'contributor') ? 'any' : 'publish'
  if (!isTerm && ctx.caller.id === null && query['status'] !== 'publish')
    errors['status'] = new FieldError('not_choice', { words: 'publish' })
  const pages = { page: String(page), per_page: String(Math.min(perPage, MAX_PER_PAGE)) }
  const dates = plural === 'events' ? datesOf(sent, errors, ctx) : null
  if (Object.keys(errors).length > 0) throw invalidParams(errors)
  const shown: Inputs = {
    ...pages,
    ...dates?.window,
    ...choose(plural === 'events' ? query : {}, 'search'),
    ...(sent['geoloc'] !== undefined && { geoloc: '1', geoloc_lat: '', geoloc_lng: '' }),
    ...choose(query, 'event has_events'),
    ...choose(query, 'status post_parent include'),
    ...dates?.bounds,
    ...choose(query, 'venue organizer'),
    ...(isTrue(query['featured']) && { featured: '1' }),
  }
  return {
    query: { ...query, ...pages, ...dates?.query, ...languageOf(sent, ctx) },
    page,
    shown: Object.entries(shown).map(([name, value]) => [name, String(value)]),
    expiresAt: dates?.expiresAt ?? Infinity,
  }
}

/** Without `strict_dates`, only the days count. With it, times are in UTC. Events that are selected by ID may have any dates. */
function datesOf(sent: Inputs, errors: Errors, { now, timeZone }: DialectContext) {
  const strict = isTrue(sent['strict_dates'])
  const isRelative = [...RELATIVE_DATES, 'start_date', 'end_date'].some((name) => name in sent && !/^\s*\d/.test(String(sent[name])))
  const isById = sent['include'] !== undefined
  const query: Record<string, string> = {}
  const utc = now.toZonedDateTimeISO('UTC').toPlainDateTime()
  const yesterday = utc.subtract({ days: 1 }).with({ hour: 23, minute: 59, second: 0 }).toZonedDateTime('UTC').toInstant()
  const show = (name: string, fallback: Temporal.PlainDateTime | null): Record<string, string> => {
    const date = sent[name] === undefined || isById ? fallback : parseDialectDate(sent[name], now)
    if (!date) errors[name] = new FieldError('not_moment')
    if (!date || isById) return date ? { [name]: formatDateTime(date) } : {}
    const isExact = strict && sent[name] !== undefined
    const instant = date.toZonedDateTime('UTC').toInstant()
    const day = date.toPlainDate().toString()
    query[name] = isExact ? instant.toString() : strict ? formatDateTime(date) : day
    return { [name]: isExact ? formatDateTime(toLocal(instant, timeZone)) : `${day} ${name === 'start_date' ? '00:00:00' : '23:59:59'}` }
  }
  const relative = RELATIVE_DATES.filter((name) => sent[name] !== undefined)
  const bounds = Object.assign({}, ...relative.map((name) => show(name, null))) as Record<string, string>
  const defaults = { start_date: toLocal(yesterday, timeZone), end_date: utc.add({ months: 24 }) }
  const window = Object.entries(defaults).filter(([name]) => relative.length === 0 || sent[name] !== undefined)
  return {
    window: Object.assign({}, ...window.map(([name, date]) => show(name, date))) as Record<string, string>,
    bounds,
    query: { ...query, ...(strict && { strict_dates: 'true' }) },
    // The default window begins a day earlier in UTC.
    expiresAt: isRelative ? 0 : dayContaining(now, 'UTC').end.epochMilliseconds,
  }
}

const OWNED = 'author date date_utc description status image website'
const BODIES: Readonly<Record<Plural, string>> = {
  events: `${OWNED} title slug excerpt timezone all_day start_date end_date cost show_map show_map_link hide_from_listings sticky featured categories tags venue organizer`,
  venues: `${OWNED} venue address city country province state stateprovince zip phone show_map show_map_link`,
  organizers: `${OWNED} organizer phone email`,
  categories: 'name description slug parent',
  tags: 'name description slug',
}
const MAPS = { show_map: false, show_map_link: false }
/** The original resets these fields of an event if an update does not send them. */
const RESET: Inputs = {
  ...MAPS,
  all_day: false,
  cost: null,
  website: null,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  organizer: [],
}

/** Returns the body, and the errors that the API would not find. */
export function toWriteBody(plural: Plural, sent: Inputs, isUpdate: boolean, ctx: DialectContext) {
  const body = choose(sent, BODIES[plural])
  const errors = booleanErrors(body)
  for (const name of ['start_date', 'end_date', 'date', 'date_utc']) {
    const date = parseDialectDate(body[name], ctx.now)
    if (date) body[name] = formatDateTime(date)
    else if (body[name] !== undefined) errors[name] = new FieldError(typeof body[name] === 'number' ? 'not_text' : 'not_moment')
  }
  const isText = (name: string): boolean => body[name] === undefined || typeof body[name] === 'string'
  for (const name of plural === 'venues' ? ['image', ...Object.keys(MAPS)] : ['image'])
    if (!isText(name)) errors[name] = new FieldError('not_text')
  if (!isText('title') || body['title'] === '') errors['title'] = new FieldError('required')
  if (body['timezone'] === '') delete body['timezone']
  // The original stores any text as an email address. An invalid one is left out.
  if (typeof body['email'] === 'string' && email.parse(body['email']) instanceof FieldError) delete body['email']
  if (isUpdate && plural !== 'categories' && plural !== 'tags' && !hasRole(ctx.caller, 'author')) body['status'] ??= 'draft'
  if (plural === 'events') completeEvent(body, isUpdate, ctx)
  return { body: { ...body, ...languageOf(sent, ctx) } as Record<string, unknown>, errors }
}

function completeEvent(body: Record<string, unknown>, isUpdate: boolean, { timeZone }: DialectContext): void {
  const { start_date: start, end_date: end, venue, organizer } = body
  if (typeof start === 'string' && typeof end === 'string') {
    if (end < start) body['end_date'] = start
    body['timezone'] ??= timeZone
  } else if (isUpdate) {
    // An update changes dates only if it sends both of them.
    delete body['start_date']
    delete body['end_date']
  }
  const isEmpty = venue === '' || (Array.isArray(venue) && venue.length === 0)
  if (isUpdate && isEmpty) delete body['venue']
  else if (Array.isArray(venue) && !isEmpty) throw new Problem('rest_invalid_param', { wireCode: 'could-not-create-venue' })
  if ((isObject(organizer) && organizer['id'] === undefined) || (typeof organizer === 'string' && organizer.includes(',')))
    throw new Problem('rest_invalid_param', { wireCode: 'could-not-create-organizer' })
  for (const [name, value] of Object.entries(isUpdate ? RESET : MAPS)) body[name] ??= value
}
