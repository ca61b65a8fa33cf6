// The name of a day, such as `Friday 20 November`.
import { useFormats } from '../../lib/format.ts'
import { todayOfCalendar } from '../events/event-search.ts'

export function useDayName(): (day: string) => string {
  const { wallDay } = useFormats()
  return (day) => wallDay(`${day} 00:00:00`, todayOfCalendar().slice(0, 4))
}
