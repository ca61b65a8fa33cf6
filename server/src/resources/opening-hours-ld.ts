// Opening hours as `openingHoursSpecification` of schema.org (contract 13.7). Pure functions.
import Type from 'typebox'
import { DAY, TIME } from './opening-hours-input.ts'
import type { ShownHours, Stretch, Weekday } from './opening-hours.ts'

const DAY_URLS: Readonly<Record<Weekday, string>> = {
  mo: 'https://schema.org/Monday',
  tu: 'https://schema.org/Tuesday',
  we: 'https://schema.org/Wednesday',
  th: 'https://schema.org/Thursday',
  fr: 'https://schema.org/Friday',
  sa: 'https://schema.org/Saturday',
  su: 'https://schema.org/Sunday',
}
const TYPE = 'OpeningHoursSpecification'
export const HOURS_LD = Type.Array(
  Type.Object({
    '@type': Type.String({ enum: [TYPE] }),
    dayOfWeek: Type.Optional(Type.Array(Type.String({ format: 'uri' }), { minItems: 1 })),
    opens: TIME,
    closes: TIME,
    validFrom: Type.Optional(DAY),
    validThrough: Type.Optional(DAY),
  }),
  { minItems: 1 },
)

/** Returns null without opening hours. */
export function hoursLd(hours: ShownHours | null): Record<string, unknown>[] | null {
  if (!hours) return null
  const specification = (times: Stretch, more: Record<string, unknown>) => ({
    '@type': TYPE,
    ...more,
    opens: times.opens,
    closes: times.closes,
  })
  return [
    ...hours.weekly.map((stretch) => specification(wholeDay(stretch), { dayOfWeek: stretch.days.map((each) => DAY_URLS[each]) })),
    ...hours.adjusted.map((stretch) => specification(wholeDay(stretch), { validFrom: stretch.from, validThrough: stretch.to })),
    // Search engines read equal times as closed.
    ...hours.closed.map(({ from, to }) => specification({ opens: '00:00', closes: '00:00' }, { validFrom: from, validThrough: to })),
  ]
}
/** Search engines expect the last minute instead of midnight for a whole day. */
const wholeDay = ({ opens, closes }: Stretch): Stretch =>
  opens === '00:00' && closes === '00:00' ? { opens, closes: '23:59' } : { opens, closes }
