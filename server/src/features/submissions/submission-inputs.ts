// The inputs of a submission, and the inputs of the event that they become (contract 17.6.3).
import { isDeepStrictEqual } from 'node:util'
import Type from 'typebox'
import type { Params, RequestContext } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { FieldError, invalidParams, mergeFieldErrors, missingParams, Problem } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { Upload } from '../../kernel/http/uploads.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { SOLUTION_MAX } from './challenges.ts'
import { textToHtml } from './description-html.ts'

const OPTIONAL = { isOptional: true } as const
const uploadedFile: values.ValueType<Upload> = {
  schema: Type.String({ format: 'binary' }),
  parse: (value) => (value instanceof Upload ? value : new FieldError('not_file')),
}
/** A wall time of the calendar, to the minute. Unlike elsewhere, offsets and relative times are not needed. */
const wallTime: values.ValueType<string> = {
  schema: Type.String({ maxLength: 64 }),
  parse: (value) => {
    const parsed = values.dateTime.parse(value)
    if (parsed instanceof FieldError || parsed.type !== 'local') return new FieldError('not_moment')
    return parsed.local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
  },
}
/** The inputs that are stored as the sender wrote them. */
export const EVENT_INPUTS = {
  title: param(values.plainText(200), 'Title of the event.'),
  description: param(
    values.plainText(5_000),
    'Description as plain text. An empty line separates paragraphs, and URLs become links.',
    OPTIONAL,
  ),
  start_date: param(wallTime, 'Start in the time zone of the site, such as `2027-05-01 19:30`.'),
  end_date: param(wallTime, 'End in the time zone of the site. If it is omitted, the end is not known.', OPTIONAL),
  all_day: param(values.boolean, 'Whether the event lasts all day.', { fallback: false }),
  venue: param(values.plainText(200), 'Name of the venue. A venue that the calendar does not have becomes a draft.', OPTIONAL),
  address: param(values.plainText(300), 'Street address of the venue.', OPTIONAL),
  city: param(values.plainText(100), 'City of the venue.', OPTIONAL),
  organizer: param(values.plainText(200), 'Name of the organizer. An organizer that the calendar does not have becomes a draft.', OPTIONAL),
  website: param(values.url, 'Website URL.', OPTIONAL),
  cost: param(values.plainText(100), 'Price as text, such as `€10 - €25` or `Free`.', OPTIONAL),
  categories: param(values.listOf(values.integer(1), 10), 'IDs of categories.', OPTIONAL),
  image_alt: param(values.plainText(300), 'Description of the picture for people who cannot see it. Required with a picture.', OPTIONAL),
} as const satisfies Params
export type EventInputs = Readonly<Partial<Record<keyof typeof EVENT_INPUTS, unknown>>>
const EVENT_INPUT_NAMES = Object.keys(EVENT_INPUTS) as (keyof typeof EVENT_INPUTS)[]

const FILE: Params = { file: param(uploadedFile, 'Picture of the event: JPEG, PNG, WebP, GIF or AVIF.', OPTIONAL) }
export const SUBMISSION_PARAMS: Params = {
  ...EVENT_INPUTS,
  ...FILE,
  name: param(values.plainText(200), 'Name of the sender, for editors only.'),
  email: param(values.email, 'Email address of the sender, for editors only.'),
  altcha: param(values.boundedText(SOLUTION_MAX), 'Solution of a challenge, as base64 of the JSON of the challenge and its solution.'),
}
export const CORRECTION_PARAMS: Params = { ...EVENT_INPUTS, ...FILE }

export interface Sent {
  readonly event: EventInputs
  readonly file: Upload | null
}
/** The event inputs among parsed values. */
export const sentEvent = (sent: Readonly<Record<string, unknown>>): Sent => ({
  event: Object.fromEntries(EVENT_INPUT_NAMES.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]))),
  file: sent['file'] instanceof Upload ? sent['file'] : null,
})

export interface SentInputs {
  readonly query: Inputs
  readonly body: Inputs
}
/** Parses inputs. Throws 400 with all that are invalid, and with those of `required` that are missing. */
export function parseInputs(params: Params, { query, body }: SentInputs, required: readonly string[], ctx: RequestContext) {
  const isMissing = (name: string): boolean => [query[name], body[name]].every((each) => each === undefined || each === null || each === '')
  try {
    return requireValidParams(params, { query, body }, ctx)
  } catch (error) {
    const missing = required.filter(isMissing)
    if (!(error instanceof Problem) || missing.length === 0) throw error
    throw missingParams(missing, error.details.fieldErrors)
  }
}

/** Throws 400 if required inputs are missing. `hasPicture` says whether the event has a picture after the write. */
export function requireInputs(inputs: Readonly<Record<string, unknown>>, names: readonly string[], hasPicture: boolean): void {
  const isMissing = (name: string): boolean => inputs[name] === undefined
  const missing = names.filter(isMissing)
  if (isMissing('venue') && !(isMissing('address') && isMissing('city'))) missing.push('venue')
  if (hasPicture && isMissing('image_alt')) missing.push('image_alt')
  if (missing.length > 0) throw missingParams(missing)
}
export const REQUIRED = ['title', 'start_date'] as const
export const REQUIRED_OF_SENDER = [...REQUIRED, 'name', 'email', 'altcha'] as const

/** Corrects inputs: those that were sent replace the stored ones, and `null` and an empty text remove them. */
export function correctInputs(stored: EventInputs, sent: EventInputs, body: Inputs): EventInputs {
  const isCleared = (name: string): boolean => body[name] === null || body[name] === ''
  return Object.fromEntries(Object.entries({ ...stored, ...sent }).filter(([name]) => !isCleared(name)))
}

/** The inputs of a new event. */
export const toEventInputs = (inputs: EventInputs): Inputs => changedEventInputs({}, inputs, { end_date: null, status: 'pending' })

/** Fields of the event, and the inputs that each of them depends on. */
const FIELDS: Readonly<
  Record<string, { readonly from: readonly (keyof EventInputs)[]; readonly value: (inputs: EventInputs) => unknown }>
> = {
  title: { from: ['title'], value: ({ title }) => title },
  description: { from: ['description'], value: ({ description }) => textToHtml(String(description ?? '')) },
  start_date: { from: ['start_date', 'all_day'], value: ({ start_date }) => start_date },
  end_date: { from: ['start_date', 'end_date', 'all_day'], value: ({ end_date }) => end_date ?? null },
  all_day: { from: ['all_day'], value: ({ all_day }) => all_day === true },
  website: { from: ['website'], value: ({ website }) => website ?? '' },
  cost: { from: ['cost'], value: ({ cost }) => cost ?? '' },
  categories: { from: ['categories'], value: ({ categories }) => categories ?? [] },
  venue: { from: ['venue', 'address', 'city'], value: venueOf },
  organizer: { from: ['organizer'], value: ({ organizer }) => (organizer === undefined ? [] : { organizer }) },
}
export function venueOf({ venue, address, city }: EventInputs): unknown {
  return venue === undefined ? [] : { venue, ...(address !== undefined && { address }), ...(city !== undefined && { city }) }
}
/** The inputs of the event whose values differ between two versions of a submission, so that edits of editors stay. */
export const changedEventInputs = (before: EventInputs, after: EventInputs, more: Inputs = {}): Inputs => ({
  ...more,
  ...Object.fromEntries(
    Object.entries(FIELDS).flatMap(([field, { from, value }]) =>
      from.every((name) => isDeepStrictEqual(withoutDefault(before[name]), withoutDefault(after[name]))) ? [] : [[field, value(after)]],
    ),
  ),
})
/** An input that was not sent equals one with the default value. */
const withoutDefault = (value: unknown): unknown => (value === false || isDeepStrictEqual(value, []) ? undefined : value)

const NAMES: Readonly<Record<string, string>> = {
  'venue.venue': 'venue',
  'venue.address': 'address',
  'venue.city': 'city',
  'organizer.organizer': 'organizer',
}
/** Runs work of the engine, and reports its errors by the names of the inputs of a submission. */
export async function withInputNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.fieldErrors) throw error
    const named = Object.entries(error.details.fieldErrors).map(([name, each]) => [NAMES[name] ?? name, each] as const)
    throw invalidParams(mergeFieldErrors(Object.fromEntries(named)))
  }
}
