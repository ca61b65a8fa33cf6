// Cells of CSV (RFC 4180), with protection against formulas in spreadsheets.

/** Numbers and booleans are written unchanged; texts are escaped. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
/** Removes the apostrophe that `csvCell` adds before a formula. */
export const restoreCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
/**
 * Values that a spreadsheet may run as a formula, also after spaces and in full-width characters. Values that already begin with an
 * apostrophe match too, so that removing one apostrophe always restores the original.
 */
const FORMULA = /^'*[\s\ufeff\0]*[=+\-@\t\r\n|%＝＋－＠]/u
