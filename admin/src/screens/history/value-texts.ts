// Values of the history as people read them.
import { useMemo } from 'react'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { useWallFormats, type WallFormats } from '../../lib/wall-format.ts'

const DATES = ['start_date', 'end_date', 'date']
const WALL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

/** Returns the text of a value; null for a value that is empty. */
export function useValueText(): (field: string, value: unknown) => string | null {
  const t = useText()
  const formats = useWallFormats()
  return useMemo(() => {
    const words = wordsOf(t)
    return (field, value) => textOf(field, value, { t, words, formats })
  }, [t, formats])
}

interface ReadingContext {
  readonly t: Translate
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly formats: WallFormats
}
function textOf(field: string, value: unknown, { t, words, formats }: ReadingContext): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'string') {
    if (DATES.includes(field) && WALL_TIME.test(value))
      return t('{day}, {time}', { day: formats.day(value.slice(0, 10)), time: formats.time(value.slice(11)) })
    return words[field]?.[value] ?? value
  }
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.length === 0 ? null : value.join(', ')
  // Opening hours and recurrences have many parts. The editor shows them in words.
  return Object.keys(value).length === 0 ? null : t('filled in')
}

const wordsOf = (t: Translate): ReadingContext['words'] => ({
  status: {
    publish: t('Published'),
    future: t('Scheduled'),
    pending: t('Waiting for review'),
    private: t('Private'),
    draft: t('Draft'),
    trash: t('In the trash'),
  },
  event_status: {
    scheduled: t('As announced'),
    cancelled: t('Canceled'),
    postponed: t('Postponed'),
    rescheduled: t('Moved to another time'),
    moved_online: t('Moved online'),
  },
  availability: { available: t('Available'), few: t('Few left'), sold_out: t('Sold out') },
})
