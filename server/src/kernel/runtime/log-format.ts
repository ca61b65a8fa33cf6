// The readable format of log entries, for people at a terminal.

/** Fields that are the same in each line of a process, or that have a place of their own. */
const OMITTED = new Set(['time', 'level', 'msg', 'err', 'pid', 'hostname', 'version'])

/** Converts one JSON line of the log into a readable line: time, level, message and fields, then the stack of an error. */
export function formatLogLine(line: string): string {
  const entry = JSON.parse(line) as Readonly<Record<string, unknown>>
  const { time, level, msg = '', err } = entry
  const fields = Object.entries(entry).filter(([name]) => !OMITTED.has(name))
  const words = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), String(msg)]
  const text = [...words, ...fields.map(([name, value]) => `${name}=${formatValue(value)}`)].join(' ')
  const stack = (err as { readonly stack?: string } | undefined)?.stack
  return stack === undefined ? `${text}\n` : `${text}\n${stack.replaceAll(/[^\P{Cc}\n]/gu, ' ')}\n`
}
/** A value with spaces or control characters is quoted, so that clients cannot forge lines or control the terminal. */
const formatValue = (value: unknown): string => (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value))
