// Parsers of PostgreSQL values: how the driver converts the columns of a row.
import pg from 'pg'

// Date-times stay text, because responses show them as PostgreSQL writes them. Ids fit a double, so they become numbers.
const asText = (value: string): string => value
const asNumbers = (value: string): number[] => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number))
const PARSERS: Readonly<Record<number, (value: string) => unknown>> = {
  20: Number,
  1016: asNumbers,
  1114: asText,
  1184: asText,
  1082: asText,
}
export const pgTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
}
