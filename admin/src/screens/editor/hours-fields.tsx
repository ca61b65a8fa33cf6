// The times at which something opens and closes.
import { useText } from '../../lib/language.tsx'
import { ClockField } from '../../ui/date-fields.tsx'

interface OpenTimes {
  readonly opens: string
  readonly closes: string
}
interface HoursFieldsProps {
  readonly name: string
  readonly value: OpenTimes
  readonly onChange: (value: OpenTimes) => void
}
/** The times at which something opens and closes, as `10:30`. */
export function HoursFields({ name, value: { opens, closes }, onChange }: HoursFieldsProps) {
  const t = useText()
  const clock = (time: string): string => (time === '' ? '' : `${time}:00`)
  const change = (times: Partial<OpenTimes>): void => {
    const { opens: from, closes: to } = { opens, closes, ...times }
    onChange({ opens: from.slice(0, 5), closes: to.slice(0, 5) })
  }
  return (
    <>
      <ClockField name={`${name}_opens`} label={t('Opens')} value={clock(opens)} onChange={(time) => change({ opens: time })} />
      <ClockField name={`${name}_closes`} label={t('Closes')} value={clock(closes)} onChange={(time) => change({ closes: time })} />
    </>
  )
}
