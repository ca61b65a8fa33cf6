// Escapes and folds iCalendar content lines (RFC 5545 3.1, 3.3.11; RFC 6868). A value cannot add lines of its own.

const LINE_OCTETS = 75

/** Folds one content line, such as `NAME;PARAM=x:value`, by octets. Line breaks in it become spaces. */
export function foldLine(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  if (Buffer.byteLength(line) <= LINE_OCTETS) return `${line}\r\n`
  const bytes = Buffer.from(line)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; ) {
    // A continuation line begins with a space, which counts as an octet.
    let to = Math.min(from + LINE_OCTETS - (from === 0 ? 0 : 1), bytes.length)
    while (to < bytes.length && isContinuationByte(bytes[to] ?? 0)) to -= 1
    parts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return `${parts.join('\r\n ')}\r\n`
}
/** Whether an octet continues a UTF-8 character. */
const isContinuationByte = (octet: number): boolean => (octet & 0xc0) === 0x80

// oxlint-disable-next-line no-control-regex -- iCalendar does not allow these characters
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g
/** Escapes a value of type TEXT. */
export const escapeText = (value: string): string =>
  value
    .replace(CONTROL, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')

/** Quotes the value of a parameter, with the escapes of RFC 6868. */
export const quoteParameter = (value: string): string =>
  `"${value
    .replace(CONTROL, '')
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replace(/\r\n?|\n/g, '^n')}"`
