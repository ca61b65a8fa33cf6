// Compares the output that a page shows with the real output. `…` stands for anything; everything else must be equal.
// In an example, values may differ from the real output, but not keys and types.
const ANY = '…'

/** Returns a description of the first difference, or null if there is none. */
export function difference(language: string, shown: string, actual: string): string | null {
  if (language === EXAMPLE) return jsonDifference(parse(shown, 'the block'), parse(actual, 'the output'), '$', sameType)
  if (language === 'json') return jsonDifference(parse(shown, 'the block'), parse(actual, 'the output'), '$')
  if (language === 'http') return httpDifference(shown, actual)
  return textDifference(shown, actual)
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${what} is not JSON: ${text.slice(0, 2_000)}`)
  }
}

export const EXAMPLE = 'json example'
type Compare = (shown: unknown, actual: unknown) => boolean
const sameValue: Compare = (shown, actual) =>
  typeof shown === 'string' && typeof actual === 'string' ? fits(shown, actual) : shown === actual
const sameType: Compare = (shown, actual) => typeof shown === typeof actual && (shown === null) === (actual === null)

/** An object may omit keys only if it has the key "…". A list may omit items only if "…" is its last item. */
export function jsonDifference(shown: unknown, actual: unknown, path: string, compare: Compare = sameValue): string | null {
  if (shown === ANY) return null
  if (Array.isArray(shown) && Array.isArray(actual)) {
    const isOpen = shown.at(-1) === ANY
    const items = isOpen ? shown.slice(0, -1) : shown
    if (isOpen ? actual.length < items.length : actual.length !== items.length)
      return `${path} has ${actual.length} items, not ${items.length}`
    return first(items.map((item, i) => () => jsonDifference(item, actual[i], `${path}[${i}]`, compare)))
  }
  if (isObject(shown) && isObject(actual)) {
    const keys = Object.keys(shown).filter((key) => key !== ANY)
    const more = ANY in shown ? [] : Object.keys(actual).filter((key) => !keys.includes(key))
    if (more.length > 0) return `${path} also has ${more.join(', ')}`
    return first(
      keys.map(
        (key) => () => (key in actual ? jsonDifference(shown[key], actual[key], `${path}.${key}`, compare) : `${path} has no ${key}`),
      ),
    )
  }
  if (!Array.isArray(shown) && !isObject(shown) && compare(shown, actual)) return null
  return `${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(shown)}`
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const first = (checks: readonly (() => string | null)[]): string | null => {
  for (const check of checks) {
    const found = check()
    if (found !== null) return found
  }
  return null
}

/** A line of `…` alone stands for any number of lines. */
function textDifference(shown: string, actual: string): string | null {
  const pattern = lines(shown)
    .map((line) => (line === ANY ? '(?:.*\\n)*' : `${patternOf(line)}\\n`))
    .join('')
  return new RegExp(`^${pattern}$`, 'u').test(`${lines(actual).join('\n')}\n`) ? null : `the output is:\n${actual}`
}
const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
const patternOf = (text: string): string =>
  text
    .split(ANY)
    .map((part) => RegExp.escape(part))
    .join('[^\\n]*')
const fits = (shown: string, actual: string): boolean =>
  new RegExp(
    `^${shown
      .split(ANY)
      .map((part) => RegExp.escape(part))
      .join('[^]*')}$`,
    'u',
  ).test(actual)

/** Compares the status, the headers that are shown, in any order, and the body if one is shown. */
function httpDifference(shown: string, actual: string): string | null {
  const [want, got] = [parseResponse(shown), parseResponse(actual)]
  if (!fits(want.status, got.status)) return `the status is ${got.status}, not ${want.status}`
  for (const [name, value] of want.headers) {
    const found = got.headers.get(name)
    if (found === undefined || !fits(value, found)) return `the header ${name} is ${found ?? 'missing'}, not ${value}`
  }
  if (want.body === '') return null
  return /^[[{]/.test(want.body) ? difference('json', want.body, got.body) : textDifference(want.body, got.body)
}
function parseResponse(text: string): { status: string; headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = text.trim().replaceAll('\r', '').split('\n\n')
  const [status = '', ...headers] = head.split('\n')
  const pairs = headers.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { status: status.trim(), headers: new Map(pairs), body: rest.join('\n\n').trim() }
}
