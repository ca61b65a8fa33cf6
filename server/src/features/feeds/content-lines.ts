// Lines of iCalendar: escaped, folded by octets, and never more lines than were meant (RFC 5545 3.1, 3.3.11; RFC 6868).

const LINE_OCTETS = 75

/** `NAME;PARAM=x:value` as it goes out. Whatever got into it, it stays one line. */
export function foldLine(text: string): string {
  const one = text.replace(/[\r\n]+/g, ' ')
  if (Buffer.byteLength(one) <= LINE_OCTETS) return `${one}\r\n`
  const bytes = Buffer.from(one)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; ) {
    // A line that goes on begins with a space, which counts.
    let to = Math.min(from + LINE_OCTETS - (from === 0 ? 0 : 1), bytes.length)
    while (to < bytes.length && isInside(bytes[to] ?? 0)) to -= 1
    parts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return `${parts.join('\r\n ')}\r\n`
}
/** Whether an octet goes on with a character that began before it. */
const isInside = (octet: number): boolean => (octet & 0xc0) === 0x80

// oxlint-disable-next-line no-control-regex -- these are what must not go out
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g
/** A value of type TEXT. */
export const escapeText = (value: string): string =>
  value
    .replace(CONTROL, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')

/** A value of a parameter, in quotes: what may not stand there is written as RFC 6868 says. */
export const quoteParameter = (value: string): string =>
  `"${value
    .replace(CONTROL, '')
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\r\n?|\n/g, '^n')}"`
