// Parses prices in free text (contract 7.5). A price that cannot be parsed stays a text. Pure functions.
import Type, { type Static } from 'typebox'
import { fold } from '../kernel/text/fold.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { plainText, type ValueType } from '../kernel/validation/value-types.ts'

const OPTIONAL = Type.Union([Type.String(), Type.Null()])
export const COST_DETAILS = Type.Object({
  currency_symbol: OPTIONAL,
  currency_code: OPTIONAL,
  currency_position: Type.Union([Type.String({ enum: ['prefix', 'postfix'] }), Type.Null()]),
  values: Type.Array(Type.String()),
})
export type CostDetails = Static<typeof COST_DETAILS>
export const NO_COST: CostDetails = { currency_symbol: null, currency_code: null, currency_position: null, values: [] }

const MAX = 500
const line = plainText(MAX)
/** Accepts a number, a text, or a list of them. */
export const cost: ValueType<readonly (string | number)[]> = {
  schema: Type.Union([
    Type.String({ maxLength: MAX }),
    Type.Number(),
    Type.Array(Type.Union([Type.String({ maxLength: MAX }), Type.Number()]), { maxItems: 100 }),
  ]),
  parse: (value) => {
    const items: unknown[] = Array.isArray(value) ? value : [value]
    if (items.length > 100) return new FieldError('too_many', { max: 100 })
    const parsed: (string | number)[] = []
    for (const item of items) {
      if (typeof item === 'number' ? !Number.isFinite(item) : typeof item !== 'string') return new FieldError('not_text')
      const each = typeof item === 'number' ? item : line.parse(item)
      if (each instanceof FieldError) return each
      if (each !== '') parsed.push(each)
    }
    return parsed
  },
}

/** Derives the displayed price and its parsed details. */
export function deriveCost(sent: readonly (string | number)[] | null): { cost: string | null; cost_details: CostDetails } {
  if (!sent || sent.length === 0) return { cost: null, cost_details: NO_COST }
  const prices = sent.map((item) => (typeof item === 'number' ? numberPrice(item) : parsePrice(item)))
  const details = combinePrices(prices)
  return { cost: sent.length === 1 ? String(sent[0]) : display(sent, prices, details), cost_details: details }
}

interface Price {
  /** Decimal numbers without an exponent and without trailing zeros. */
  readonly values: readonly string[]
  readonly symbol: string | null
  readonly code: string | null
  readonly position: 'prefix' | 'postfix' | null
}
const NO_CURRENCY = { symbol: null, code: null, position: null } as const

// Phrases in the languages of the messages.
const FREE: ReadonlySet<string> = new Set(
  `free, free entry, free admission, free of charge, gratuit, gratuite, entrée libre, entrée gratuite, grátis, gratis, gratuito, gratuita,
   entrada livre, entrada gratuita, bure, bila malipo, مجاني, مجانا, مجانية, دخول مجاني, بالمجان`
    .split(',')
    .map((phrase) => fold(phrase.trim())),
)
/** Currency symbols and their codes. A symbol that several currencies share, such as `$` or `kr`, has no code. */
const SYMBOLS: Readonly<Record<string, string | null>> = Object.fromEntries(
  `US$ USD, A$ AUD, C$ CAD, CA$ CAD, NZ$ NZD, HK$ HKD, S$ SGD, R$ BRL, $, € EUR, £ GBP, ¥ JPY, ₹ INR, ₦ NGN, ₽ RUB, ₩ KRW, ₪ ILS, ₺ TRY,
   ₫ VND, ฿ THB, ₴ UAH, ₱ PHP, ₵ GHS, KSh KES, Ksh KES, TSh TZS, Tsh TZS, USh UGX, zł PLN, Kč CZK, Ft HUF, kr, د.إ AED, ر.س SAR, ج.م EGP,
   د.م MAD, د.ت TND, د.ج DZD, د.ك KWD`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([symbol = '', code]) => [symbol, code ?? null]),
)
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Codes that are accepted in any letter case; others (`all`, `top`, `try`, `cup`) are ordinary words in lower case. */
const ANY_CASE_CODES = `AED AUD BRL CAD CHF CNY CZK DKK DZD EGP EUR GBP GHS HKD HUF INR JPY KES KRW KWD MAD MXN NGN NOK NZD PLN RUB RWF SAR
 SEK SGD THB TND TZS UAH UGX USD VND XAF XOF ZAR`.split(/\s+/)
const symbolPatterns = Object.keys(SYMBOLS)
  .sort((a, b) => b.length - a.length)
  .map((symbol) => symbol.replace(/[.$]/g, '\\$&'))
/** Sticky patterns of the tokens of a price. */
const CURRENCY = new RegExp(
  `(?<!\\p{L})(?:${symbolPatterns.join('|')}|[A-Z]{3}|(?i:${ANY_CASE_CODES.join('|')}))(?!\\p{L})(?:(?<=\\p{L})\\.(?!\\d))?`,
  'uy',
)
const NUMBER = /\d+(?:[.,'’ \u00a0\u202f\u066b\u066c]\d+)*/uy
const SEPARATOR = /[-–—~/;,+]|(?<![\p{L}\d])(?:to|and|or|à|a|et|ou|e|até|hadi|na|au|إلى|الى|و|أو)(?![\p{L}\d])/uy
const PREFIX_WORD = /(?<![\p{L}\d])(?:from|de|kuanzia|من)(?![\p{L}\d])/uy
const OPENING = /\(/uy
const CLOSING = /\)/uy
/** Notation for no cents, as in `20.-`. */
const NO_CENTS = /[.,][-–—](?!\d)/uy
/** Words next to an amount in parentheses that say who pays it. Other words are not parsed: `£2 deposit` is not a price. */
const AUDIENCE =
  /(?<![\p{L}\d])(?:concessions?|concs?|reduced|students?|members?|adults?|child|children|kids?|seniors?|(?:tarif )?réduit|étudiant(?:e?s)?|membres|adhérents?|adultes?|enfants?|reduzido|estudantes?|sócios?|membros|adultos?|crianças?|wanafunzi|wanachama|wakubwa|watoto|مخفض|(?:ال|لل)?(?:طلاب|أعضاء|كبار|أطفال))(?![\p{L}\d])\.?/iuy
const WHITESPACE = /[\s\u200e\u200f\u061c]+/uy

function parsePrice(input: string): Price | null {
  if (FREE.has(fold(input))) return { values: ['0'], ...NO_CURRENCY }
  const text = input.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
  const values: string[] = []
  const marks: string[] = []
  let first: 'mark' | 'number' | null = null
  let isSeparated = true // whether a separator follows the last amount
  let isOpen = false // whether a parenthesis is open
  for (let at = 0; at < text.length; ) {
    const take = (pattern: RegExp): string | null => {
      pattern.lastIndex = at
      const found = pattern.exec(text)?.[0] ?? null
      at += found?.length ?? 0
      return found
    }
    if (take(WHITESPACE) !== null || (isOpen && take(AUDIENCE) !== null) || (values.length === 0 && take(PREFIX_WORD) !== null)) continue
    if (!isSeparated && take(NO_CENTS) !== null) continue
    if (!isSeparated && take(isOpen ? CLOSING : OPENING) !== null) {
      isOpen = !isOpen
      isSeparated = isOpen
      continue
    }
    const found = take(CURRENCY)?.replace(/\.$/, '') ?? null
    if (found !== null) {
      const mark = found in SYMBOLS ? found : found.toUpperCase()
      if (!(mark in SYMBOLS) && !CODES.has(mark)) return null
      marks.push(mark)
      first ??= 'mark'
      continue
    }
    const amount = take(NUMBER)
    if (amount !== null) {
      const value = parseAmount(amount)
      if (value === null || !isSeparated) return null
      values.push(value)
      first ??= 'number'
      isSeparated = false
      continue
    }
    if (values.length === 0 || isSeparated || take(SEPARATOR) === null) return null
    isSeparated = true
  }
  return isSeparated || isOpen ? null : priceOf(values, marks, first === 'mark' ? 'prefix' : 'postfix')
}

/** A price has at most one currency. A symbol that several currencies share may be combined with the code of one of them. */
function priceOf(values: readonly string[], marks: readonly string[], position: 'prefix' | 'postfix'): Price | null {
  const codes = new Set(marks.flatMap((mark) => (mark in SYMBOLS ? (SYMBOLS[mark] ?? []) : mark)))
  const shared = new Set(marks.filter((mark) => SYMBOLS[mark] === null))
  if (codes.size > 1 || shared.size > 1) return null
  const [code = null] = codes
  if (code && [...shared].some((symbol) => symbol !== symbolOf(code))) return null
  const symbol = marks.find((mark) => mark in SYMBOLS) ?? (code && symbolOf(code))
  return marks.length === 0 ? { values, ...NO_CURRENCY } : { values, code, symbol, position }
}

const numberPrice = (number: number): Price | null =>
  /^\d{1,15}(\.\d{1,15})?$/.test(String(number)) ? { values: [String(number)], ...NO_CURRENCY } : null

/** Parses `1.234,56`, `1,234.56`, `1 234,56` and `10,50`. Returns null for another notation, and for more digits than a number can hold exactly. */
function parseAmount(text: string): string | null {
  const parts = text.split(/[^\d]/)
  const separators = text.replace(/\d+/g, '')
  const last = separators.at(-1) ?? ''
  const groups = separators.slice(0, -1)
  if (text.replace(/[^\d]/g, '').length > 15) return null
  if (last === '' || (isGrouped(parts, separators) && !(separators.length === 1 && (parts[0] ?? '').startsWith('0'))))
    return plainNumber(parts.join(''), '')
  const isDecimal = /[.,\u066b]/.test(last) && !groups.includes(last) && (groups === '' || isGrouped(parts.slice(0, -1), groups))
  return isDecimal ? plainNumber(parts.slice(0, -1).join(''), parts.at(-1) ?? '') : null
}
/** Whether digits are grouped in thousands by one character. In Indian notation all groups but the last have two digits. */
const isGrouped = (parts: readonly string[], separators: string): boolean =>
  new Set(separators).size === 1 &&
  separators[0] !== '\u066b' &&
  (parts[0] ?? '').length <= 3 &&
  parts.at(-1)?.length === 3 &&
  parts.slice(1).every(({ length }) => length === 3 || (length === 2 && separators[0] === ','))
const plainNumber = (whole: string, decimals: string): string => {
  const [left, right] = [whole.replace(/^0+(?=\d)/, ''), decimals.replace(/0+$/, '')]
  return right === '' ? left : `${left}.${right}`
}

function symbolOf(code: string): string | null {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? null
}

/** Combines prices if all of them were parsed and have the same currency. */
function combinePrices(prices: readonly (Price | null)[]): CostDetails {
  const parsed = prices.filter((price) => price !== null)
  const marked = parsed.filter(({ position }) => position !== null)
  if (parsed.length < prices.length || new Set(marked.map(({ symbol, code }) => code ?? symbol)).size > 1) return NO_COST
  const values = [...new Set(parsed.flatMap((price) => price.values))].sort((a, b) => Number(a) - Number(b))
  const [first = NO_CURRENCY] = marked
  return { currency_symbol: first.symbol, currency_code: first.code, currency_position: first.position, values }
}

/** Formats a list as a range from the lowest to the highest price, each as in the input. */
function display(sent: readonly (string | number)[], prices: readonly (Price | null)[], details: CostDetails): string {
  const { values, currency_symbol: symbol, currency_position: position } = details
  if (values.length === 0) return sent.join(', ')
  const format = (value: string): string => {
    const at = prices.findIndex(
      (price) => price?.values.length === 1 && price.values[0] === value && (price.position !== null || position === null || value === '0'),
    )
    if (at >= 0) return String(sent[at])
    return symbol === null ? value : position === 'prefix' ? `${symbol}${value}` : `${value} ${symbol}`
  }
  return [...new Set([values[0] ?? '', values.at(-1) ?? ''])].map(format).join(' – ')
}
