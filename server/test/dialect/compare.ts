// Compares the JSON of two responses after normalization of what cannot be equal: times of writes, users, and texts of messages.

type Json = Readonly<Record<string, unknown>>
const TIMES = ['date', 'date_utc', 'modified', 'modified_utc']
const NO_DATE = '0000-00-00 00:00:00'

/** Returns a line for each difference: its path, and both values. */
export function differences(recorded: unknown, here: unknown, users: ReadonlyMap<number, number>, path = ''): string[] {
  const key = path.split('.').at(-1) ?? ''
  const [before, now] = [normalize(recorded, path), normalize(toRecordedUser(here, key, users), path)]
  if (isJson(before) && isJson(now)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    return keys.flatMap((each) => {
      if (!(each in now)) return [`${path}.${each}: missing`]
      if (!(each in before)) return [`${path}.${each}: not in the recorded response`]
      return differences(before[each], now[each], users, `${path}.${each}`)
    })
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    if (before.length !== now.length) return [`${path}: ${now.length} items instead of ${before.length}`]
    return before.flatMap((each, i) => differences(each, now[i], users, `${path}.${i}`))
  }
  return before === now || (isEmpty(before) && isEmpty(now)) ? [] : [`${path}: ${JSON.stringify(now)} instead of ${JSON.stringify(before)}`]
}
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const toRecordedUser = (value: unknown, key: string, users: ReadonlyMap<number, number>): unknown =>
  key === 'author' && typeof value === 'string' ? String([...users].find(([, own]) => String(own) === value)?.[0] ?? value) : value

function normalize(value: unknown, path: string): unknown {
  if (typeof value !== 'string') return value
  const key = path.split('.').at(-1) ?? ''
  if (TIMES.includes(key) && value !== NO_DATE) return value.replaceAll(/\d/g, '9')
  if (key === 'message' || key === 'json_error_message' || /\.data\.params\.\w+$/.test(path)) return 'text'
  // The original writes some letters as character references, at random.
  if (key === 'email') return value.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  return value
}
