// Prices as people write them (contract 7.5): what can be understood is taken apart, what cannot stays as text. Pure.
import Type, { type Static } from 'typebox'
import { Fault } from '../kernel/problems.ts'
import type { Sort } from '../kernel/values.ts'

const OPTIONAL = Type.Union([Type.String(), Type.Null()])
export const COST_DETAILS = Type.Object({
  currency_symbol: OPTIONAL,
  currency_code: OPTIONAL,
  currency_position: OPTIONAL,
  values: Type.Array(Type.String()),
})
export type CostDetails = Static<typeof COST_DETAILS>
export const NO_COST: CostDetails = { currency_symbol: null, currency_code: null, currency_position: null, values: [] }

const MAX = 500
/** A number, a text, or a list of them. */
export const cost: Sort<readonly string[]> = {
  schema: Type.Union([
    Type.String({ maxLength: MAX }),
    Type.Number(),
    Type.Array(Type.Union([Type.String({ maxLength: MAX }), Type.Number()]), { maxItems: 100 }),
  ]),
  read: (value) => {
    const items = Array.isArray(value) ? value : [value]
    if (items.length > 100) return new Fault('too_many', { max: 100 })
    if (!items.every((item) => typeof item === 'string' || (typeof item === 'number' && Number.isFinite(item))))
      return new Fault('not_text')
    const texts = items.map((item) => String(item).normalize('NFC').trim()).filter(Boolean)
    return texts.some((text) => text.length > MAX || text.includes('\0') || !text.isWellFormed())
      ? new Fault('too_long', { max: MAX })
      : texts
  },
}

/** The columns of a cost: what is displayed, and what was understood of it. */
export function settleCost(sent: readonly string[] | null): { cost: string | null; cost_details: CostDetails } {
  if (!sent || sent.length === 0) return { cost: null, cost_details: NO_COST }
  const prices = sent.map(readPrice)
  const details = together(prices)
  return { cost: sent.length === 1 ? (sent[0] as string) : display(sent, details), cost_details: details }
}

interface Price {
  readonly values: readonly number[]
  readonly symbol: string | null
  readonly code: string | null
  readonly position: 'prefix' | 'postfix' | null
}

// In the languages of the interface.
const FREE =
  /^(free|free entry|free admission|free of charge|gratuit|gratuite|entrée libre|entrée gratuite|grátis|gratis|gratuito|gratuita|entrada livre|entrada gratuita|bure|bila malipo|مجاني|مجانا|مجانية|مجانًا|مجاناً|دخول مجاني|بالمجان)$/iu
/** Symbols that tell their currency; those that several share (`$`, `kr`) tell none. */
const SYMBOLS: Readonly<Record<string, string | null>> = {
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  $: null,
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₦': 'NGN',
  '₽': 'RUB',
  '₩': 'KRW',
  '₪': 'ILS',
  '₺': 'TRY',
  '₫': 'VND',
  '฿': 'THB',
  '₴': 'UAH',
  '₱': 'PHP',
  '₵': 'GHS',
  KSh: 'KES',
  Ksh: 'KES',
  TSh: 'TZS',
  Tsh: 'TZS',
  USh: 'UGX',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  kr: null,
  'د.إ': 'AED',
  'ر.س': 'SAR',
  'ج.م': 'EGP',
  'د.م': 'MAD',
  'د.ت': 'TND',
  'د.ج': 'DZD',
  'د.ك': 'KWD',
}
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const escape = (text: string): string => text.replace(/[.$]/g, '\\$&')
const MARK = new RegExp(
  `${Object.keys(SYMBOLS)
    .sort((a, b) => b.length - a.length)
    .map(escape)
    .join('|')}|\\b[A-Z]{3}\\b`,
  'gu',
)
const AMOUNT = /\d[\d.,' \u00a0\u202f\u066b\u066c]*\d|\d/g
/** What may stand between and around the amounts of a range. */
const FILLER = /^(?:[\s\-–—~/,;+]|from|to|and|or|à|de|a|et|ou|e|até|kuanzia|hadi|na|au|من|إلى|الى|و|أو)*$/iu

function readPrice(text: string): Price | null {
  if (FREE.test(text)) return { values: [0], symbol: null, code: null, position: null }
  const plain = westernDigits(text)
  const marks = [...plain.matchAll(MARK)].filter(([mark]) => mark in SYMBOLS || CODES.has(mark))
  const amounts = [...plain.matchAll(AMOUNT)]
  const rest = marks.reduce((left, [mark]) => left.replace(mark, ' '), plain).replace(AMOUNT, ' ')
  const codes = new Set(marks.map(([mark]) => (mark in SYMBOLS ? (SYMBOLS[mark] ?? `sign ${mark}`) : mark)))
  if (amounts.length === 0 || codes.size > 1 || !FILLER.test(rest) || /^\s*[-–]/.test(plain)) return null
  const values = amounts.map(([amount]) => amountOf(amount))
  const [mark] = marks
  if (!mark) return { values, symbol: null, code: null, position: null }
  const code = mark[0] in SYMBOLS ? (SYMBOLS[mark[0]] ?? null) : mark[0]
  const position = mark.index < (amounts[0]?.index ?? 0) ? 'prefix' : 'postfix'
  return { values, code, position, symbol: mark[0] in SYMBOLS ? mark[0] : symbolOf(mark[0]) }
}

const westernDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066b', ',')
    .replaceAll('\u066c', '.')

/** `1.234,56`, `1,234.56`, `1 234,56`, `10,50`: the last separator is the decimal one, unless three digits follow and nothing else tells. */
function amountOf(text: string): number {
  const digits = text.replace(/[' \u00a0\u202f]/g, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return Number(digits)
  const sign = digits.charAt(last)
  const [whole, decimals] = [digits.slice(0, last), digits.slice(last + 1)]
  const other = sign === '.' ? ',' : '.'
  const isThousands = whole.includes(sign) || (decimals.length === 3 && !whole.includes(other) && whole !== '0')
  return isThousands ? Number(digits.replace(/[.,]/g, '')) : Number(`${whole.replace(/[.,]/g, '')}.${decimals}`)
}

function symbolOf(code: string): string | null {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? null
}

/** Several prices are one cost when they are all understood and of one currency. */
function together(prices: readonly (Price | null)[]): CostDetails {
  const understood = prices.filter((price) => price !== null)
  const currencies = new Set(
    understood.filter(({ symbol, code }) => symbol !== null || code !== null).map(({ symbol, code }) => code ?? symbol),
  )
  if (understood.length < prices.length || currencies.size > 1) return NO_COST
  const marked = understood.find(({ position }) => position !== null)
  const values = [...new Set(understood.flatMap((price) => price.values))].sort((a, b) => a - b)
  return {
    currency_symbol: marked?.symbol ?? null,
    currency_code: marked?.code ?? null,
    currency_position: marked?.position ?? null,
    values: values.map(String),
  }
}

/** A list as one text: from the least to the most, or as it was written. */
function display(sent: readonly string[], { values, currency_symbol: symbol, currency_position: position }: CostDetails): string {
  if (values.length === 0) return sent.join(', ')
  const written = (value: string): string => (symbol === null ? value : position === 'prefix' ? `${symbol}${value}` : `${value} ${symbol}`)
  return [...new Set([values[0] as string, values.at(-1) as string])].map(written).join(' – ')
}
