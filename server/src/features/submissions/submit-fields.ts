// The fields of the form, and how they correspond to the inputs of a submission: people enter dates and times apart.
import { FieldError, mergeFieldErrors, type FieldErrors } from '../../kernel/errors/problems.ts'
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import { Upload } from '../../kernel/http/uploads.ts'
import type { EventInputs } from './submission-inputs.ts'

/** The texts of the fields as the visitor typed them. */
export interface FormValues {
  readonly texts: Readonly<Record<string, string>>
  readonly categories: ReadonlySet<string>
}
export const EMPTY_FORM: FormValues = { texts: {}, categories: new Set() }

const TEXTS = ['title', 'description', 'venue', 'address', 'city', 'organizer', 'website', 'cost', 'image_alt', 'name', 'email'] as const
const TIMES = ['start_day', 'start_time', 'end_day', 'end_time'] as const
/** A longer text is refused, and the page would only repeat it. Browsers send lines that end with CR LF. */
const SHOWN_MAX = 10_000
export function readForm(body: Inputs): FormValues {
  const textOf = (name: string): string => (typeof body[name] === 'string' ? body[name].slice(0, SHOWN_MAX).replaceAll('\r\n', '\n') : '')
  return {
    texts: Object.fromEntries([...TEXTS, ...TIMES].map((name) => [name, textOf(name)])),
    categories: new Set([body['categories']].flat().filter((each) => typeof each === 'string')),
  }
}

/** The fields with the inputs of a submission that was stored. A new picture needs a new description. */
export function formOf(inputs: EventInputs): FormValues {
  const { start_date: start, end_date: end, all_day: isAllDay } = inputs
  const [day, time] = [String(start ?? '').slice(0, 10), isAllDay === true ? '' : String(start ?? '').slice(11, 16)]
  const [endDay, endTime] = [String(end ?? '').slice(0, 10), isAllDay === true ? '' : String(end ?? '').slice(11, 16)]
  const texts = Object.fromEntries(TEXTS.map((name) => [name, name === 'image_alt' ? '' : String((inputs as Inputs)[name] ?? '')]))
  return {
    texts: { ...texts, start_day: day, start_time: time, end_day: endDay, end_time: endTime },
    categories: new Set([inputs.categories ?? []].flat().map(String)),
  }
}

/** The body of the same request to the API. Fields that are empty are sent too, so that a correction can clear them. */
export function toApiBody({ texts, categories }: FormValues, body: Inputs): Inputs {
  const { start_day: day = '', start_time: time = '', end_day: endDay = '', end_time: endTime = '' } = texts
  const hasEnd = endDay !== '' || endTime !== ''
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, texts[name] ?? ''])),
    website: withScheme(texts['website'] ?? ''),
    start_date: day === '' ? '' : `${day} ${time}`.trim(),
    end_date: hasEnd ? `${endDay || day} ${endTime}`.trim() : '',
    all_day: time === '',
    categories: [...categories],
    ...(hasPicture(body) && { file: body['file'] }),
  }
}
/** If no file was chosen, browsers send an empty one without a name. */
export const hasPicture = ({ file }: Inputs): boolean => file instanceof Upload && file.name !== ''
const withScheme = (website: string): string => (website === '' || /^[a-z][\w+.-]*:/i.test(website) ? website : `https://${website}`)

/** Errors of the form that the API cannot know. */
export function formErrors({ texts }: FormValues): FieldErrors {
  const { start_time: time = '', end_day: endDay = '', end_time: endTime = '' } = texts
  return {
    ...(time === '' && endTime !== '' && { start_time: new FieldError('required') }),
    ...(time !== '' && endDay !== '' && endTime === '' && { end_time: new FieldError('required') }),
  }
}
/** The fields that errors of inputs belong to. */
const FIELD_OF: Readonly<Record<string, string>> = { start_date: 'start_day', end_date: 'end_day' }
export const toFormErrors = (errors: FieldErrors): FieldErrors =>
  mergeFieldErrors(Object.fromEntries(Object.entries(errors).map(([name, error]) => [FIELD_OF[name] ?? name, error])))
