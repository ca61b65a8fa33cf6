// Checks that need no server, so that the message comes at once and offers the likely repair.
import type { Translate } from '../../lib/messages.ts'
import type { FieldErrors } from './field-names.ts'
import type { EventValues, SharedValues, WallTime } from './values.ts'

interface CheckContext {
  readonly original: string
  /** Whether the picture was chosen by this person and is not stored yet. */
  readonly hasNewPicture: boolean
  readonly t: Translate
}
export function checkValues({ shared, texts }: EventValues, { original, hasNewPicture, t }: CheckContext): FieldErrors {
  const start = checkTime(shared.start, shared.all_day, t)
  const end = shared.end && (checkTime(shared.end, shared.all_day, t) ?? checkOrder(shared, t))
  const publishAt = shared.publish_at && checkTime(shared.publish_at, false, t)
  const custom = checkCustomFields(shared, t)
  const isPublic = shared.status === 'publish'
  return {
    ...(texts[original]?.title.trim() === '' && { title: t('Give the event a title.') }),
    ...(start && { start_date: start }),
    ...(end && !start && { end_date: end }),
    ...(custom && { custom_fields: custom }),
    ...(publishAt && { date: publishAt }),
    ...(isPublic &&
      hasNewPicture &&
      !shared.image?.decorative &&
      texts[original]?.alt.trim() === '' && { alt: t('Describe the picture before you publish.') }),
  }
}

function checkTime({ day, time }: WallTime, isAllDay: boolean, t: Translate): string | null {
  if (day === '' && time === '' && !isAllDay) return t('Enter a day and a time.')
  if (day === '') return t('Enter a day.')
  return time === '' && !isAllDay ? t('Enter a time.') : null
}

function checkCustomFields({ custom_fields }: SharedValues, t: Translate): string | null {
  const names = custom_fields.map(({ name }) => name.trim())
  if (names.includes('')) return t('Give each value a name, or remove it.')
  return new Set(names).size < names.length ? t('Two values have the same name.') : null
}

const sortable = ({ day, time }: WallTime, isAllDay: boolean): string => (isAllDay ? day : `${day} ${time}`)
export const isEndBeforeStart = ({ start, end, all_day }: SharedValues): boolean =>
  end !== null && end.day !== '' && start.day !== '' && sortable(end, all_day) < sortable(start, all_day)
const checkOrder = (shared: SharedValues, t: Translate): string | null =>
  isEndBeforeStart(shared) ? t('The end is before the start.') : null
