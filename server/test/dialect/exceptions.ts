// The differences to the original that the replay accepts. The table in docs/dialect.md lists them with their exchanges and their reasons.
import { readFileSync } from 'node:fs'

/** The titles of the rows, and the differences that each of them explains. */
export const EXCEPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['JSON-LD', /\.json_ld\b/],
  ['HTML', /\.(title|description): /],
  ['Prices', /\.cost(_details\.\S+)?: |\.cost_details\.values/],
  ['Times', /\.(utc_(start|end)_date(_details\.hour)?|timezone(_abbr)?): /],
  ['Website', /\.website: /],
  ['Slugs and pages', /\.(slug|url|website): /],
  ['Email addresses', /\.email: missing/],
  ['Hidden records', /^status 404|^\.code: "incorrect_password"|total(-?_?pages)?: |targetHints/],
  ['Credentials first', /^status 401/],
  ['Other paths', /^(status|header) |^: undefined/],
  ['CORS', /^header access-control-/],
  ['Pictures', /\.image\./],
  ['Tags by slug', /\.tags\.0\./],
  ['Trash', /^(status 400|header x-tec-total)/],
  ['Filters', /^(status 200|header x-tec-total|\.events: |\.total|\.categories\.)/],
])

interface ExceptionRow {
  readonly title: string
  readonly pattern: RegExp
  readonly exchanges: ReadonlySet<string>
}
const text = readFileSync(new URL('../../../docs/dialect.md', import.meta.url), 'utf8')
export const readEqualCount = (): number => Number(/^(\d+) exchanges are equal\.$/m.exec(text)?.[1])

/** Reads the rows `| **Title** | exchanges | reason |`. Exchanges are numbers of three digits. */
export function readExceptions(): ExceptionRow[] {
  return [...text.matchAll(/^\| \*\*(.+?)\*\* \|.*?\|([\d, ]+)\|$/gm)].map(([, title = '', numbers = '']) => {
    const pattern = EXCEPTIONS.get(title)
    if (!pattern) throw new Error(`The exception ${title} has no pattern.`)
    return { title, pattern, exchanges: new Set(numbers.match(/\d{3}/g)) }
  })
}
