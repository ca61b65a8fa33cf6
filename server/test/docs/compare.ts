// What a page shows against what was said. `…` stands for anything; all else must be equal.
const ANY = '…'

/** What differs, for people; null when nothing does. */
export function difference(language: string, shown: string, said: string): string | null {
  if (language === 'json') return jsonDifference(parse(shown, 'what is shown'), parse(said, 'what was said'), '$')
  if (language === 'http') return httpDifference(shown, said)
  return textDifference(shown, said)
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`${what} is no JSON: ${text.slice(0, 2_000)}`)
  }
}

/** An object may leave keys out only if it has the key "…", a list items only if "…" is its last. */
export function jsonDifference(shown: unknown, said: unknown, path: string): string | null {
  if (shown === ANY) return null
  if (Array.isArray(shown) && Array.isArray(said)) {
    const isOpen = shown.at(-1) === ANY
    const items = isOpen ? shown.slice(0, -1) : shown
    if (isOpen ? said.length < items.length : said.length !== items.length) return `${path} has ${said.length} items, not ${items.length}`
    return first(items.map((item, i) => () => jsonDifference(item, said[i], `${path}[${i}]`)))
  }
  if (isObject(shown) && isObject(said)) {
    const keys = Object.keys(shown).filter((key) => key !== ANY)
    const more = ANY in shown ? [] : Object.keys(said).filter((key) => !keys.includes(key))
    if (more.length > 0) return `${path} also has ${more.join(', ')}`
    return first(keys.map((key) => () => (key in said ? jsonDifference(shown[key], said[key], `${path}.${key}`) : `${path} has no ${key}`)))
  }
  if (typeof shown === 'string' && typeof said === 'string' ? fits(shown, said) : shown === said) return null
  return `${path} is ${JSON.stringify(said)}, not ${JSON.stringify(shown)}`
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
function textDifference(shown: string, said: string): string | null {
  const pattern = lines(shown)
    .map((line) => (line === ANY ? '(?:.*\\n)*' : `${patternOf(line)}\\n`))
    .join('')
  return new RegExp(`^${pattern}$`, 'u').test(`${lines(said).join('\n')}\n`) ? null : `it said:\n${said}`
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
const fits = (shown: string, said: string): boolean =>
  new RegExp(
    `^${shown
      .split(ANY)
      .map((part) => RegExp.escape(part))
      .join('[^]*')}$`,
    'u',
  ).test(said)

/** Of an answer with its head: the status, those headers that are shown, in any order, and the body if one is shown. */
function httpDifference(shown: string, said: string): string | null {
  const [want, got] = [answerOf(shown), answerOf(said)]
  if (!fits(want.status, got.status)) return `the answer is ${got.status}, not ${want.status}`
  for (const [name, value] of want.headers) {
    const found = got.headers.get(name)
    if (found === undefined || !fits(value, found)) return `the header ${name} is ${found ?? 'not there'}, not ${value}`
  }
  if (want.body === '') return null
  return /^[[{]/.test(want.body) ? difference('json', want.body, got.body) : textDifference(want.body, got.body)
}
function answerOf(text: string): { status: string; headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = text.trim().replaceAll('\r', '').split('\n\n')
  const [status = '', ...headers] = head.split('\n')
  const pairs = headers.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { status: status.trim(), headers: new Map(pairs), body: rest.join('\n\n').trim() }
}
