// Tests of contract 7.5: prices in free text. The expected values follow the contract and the understanding of a human reader.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FieldError } from '../kernel/errors/problems.ts'
import { cost, NO_COST, deriveCost } from './cost.ts'

type Position = 'prefix' | 'postfix' | null
/** Input, displayed text, and parsed details. A case with values only has no currency. */
type Case = readonly [sent: unknown, shown: string | null, values: readonly string[], code?: string | null, symbol?: string, at?: Position]

function derive(sent: unknown): ReturnType<typeof deriveCost> {
  const texts = cost.parse(sent)
  assert.ok(!(texts instanceof FieldError), `refused: ${JSON.stringify(sent)}`)
  return deriveCost(texts)
}
function check(cases: readonly Case[]): void {
  const wrong = cases.flatMap(([sent, shown, values, code = null, symbol = null, at = null]) => {
    const expected = { cost: shown, cost_details: { currency_symbol: symbol, currency_code: code, currency_position: at, values } }
    const found = derive(sent)
    try {
      assert.deepEqual(found, expected)
      return []
    } catch {
      return [`${JSON.stringify(sent)} gave ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`]
    }
  })
  assert.deepEqual(wrong, [])
}
/** Cases whose displayed text equals the input. */
const same = (sent: string, ...rest: [values: readonly string[], code?: string | null, symbol?: string, at?: Position]): Case => [
  sent,
  sent,
  ...rest,
]

void test('7.5 numbers, and text that is a number', () => {
  check([
    [10, '10', ['10']],
    [10.5, '10.5', ['10.5']],
    [0.99, '0.99', ['0.99']],
    [1_000_000, '1000000', ['1000000']],
    same('10', ['10']),
    same('10.50', ['10.5']),
    same('10,50', ['10.5']),
    same('0,99', ['0.99']),
    ['  15  ', '15', ['15']],
  ])
})
void test('7.5 a JSON number has a decimal point, never thousands', () => {
  check([
    [12.345, '12.345', ['12.345']],
    [1234.567, '1234.567', ['1234.567']],
    [[1.125, 2], '1.125 – 2', ['1.125', '2']],
  ])
})
void test('7.5 symbols before and after', () => {
  check([
    same('€10', ['10'], 'EUR', '€', 'prefix'),
    same('€ 10', ['10'], 'EUR', '€', 'prefix'),
    same('10€', ['10'], 'EUR', '€', 'postfix'),
    same('10 €', ['10'], 'EUR', '€', 'postfix'),
    same('10\u00a0€', ['10'], 'EUR', '€', 'postfix'),
    same('£7.50', ['7.5'], 'GBP', '£', 'prefix'),
    same('¥1500', ['1500'], 'JPY', '¥', 'prefix'),
    same('₹1,00,000', ['100000'], 'INR', '₹', 'prefix'),
    same('₦5,000', ['5000'], 'NGN', '₦', 'prefix'),
    same('US$ 20', ['20'], 'USD', 'US$', 'prefix'),
    same('R$ 50,00', ['50'], 'BRL', 'R$', 'prefix'),
    same('KSh 1,500', ['1500'], 'KES', 'KSh', 'prefix'),
    same('TSh 10,000', ['10000'], 'TZS', 'TSh', 'prefix'),
    same('25 zł', ['25'], 'PLN', 'zł', 'postfix'),
    same('200 Kč', ['200'], 'CZK', 'Kč', 'postfix'),
    same('50 ر.س', ['50'], 'SAR', 'ر.س', 'postfix'),
    same('د.إ 30', ['30'], 'AED', 'د.إ', 'prefix'),
  ])
})
void test('7.5 $ and kr have no code', () => {
  check([
    same('$10', ['10'], null, '$', 'prefix'),
    same('10 $', ['10'], null, '$', 'postfix'),
    same('50 kr', ['50'], null, 'kr', 'postfix'),
    same('kr 50', ['50'], null, 'kr', 'prefix'),
    same('$5 - $15', ['5', '15'], null, '$', 'prefix'),
  ])
})
void test('7.5 a full stop after an abbreviation changes nothing', () => {
  check([same('50 kr.', ['50'], null, 'kr', 'postfix'), same('50 د.إ.', ['50'], 'AED', 'د.إ', 'postfix')])
})
void test('7.5 ISO codes before and after', () => {
  check([
    same('12 USD', ['12'], 'USD', '$', 'postfix'),
    same('USD 12', ['12'], 'USD', '$', 'prefix'),
    same('EUR 10.50', ['10.5'], 'EUR', '€', 'prefix'),
    same('10,50 EUR', ['10.5'], 'EUR', '€', 'postfix'),
    same('50 CHF', ['50'], 'CHF', 'CHF', 'postfix'),
    same('GBP 5', ['5'], 'GBP', '£', 'prefix'),
    same('€10 EUR', ['10'], 'EUR', '€', 'prefix'),
    same('12 QQQ', []),
    same('ABC 12', []),
  ])
})
void test('7.5 a code that touches its number is a code', () => {
  check([same('EUR10', ['10'], 'EUR', '€', 'prefix'), same('10EUR', ['10'], 'EUR', '€', 'postfix')])
})
void test('7.5 a currency code determines the meaning of $', () => {
  check([same('$10 USD', ['10'], 'USD', '$', 'prefix'), same('$10 - $20 CAD', ['10', '20'], 'CAD', '$', 'prefix')])
})
void test('7.5 two currencies are not claimed as one', () => {
  check([same('10 € - 15 $', []), same('$10 EUR', []), same('R$ 10 - $5', []), same('US$10 - $5', ['5', '10'], 'USD', 'US$', 'prefix')])
})
void test('7.5 codes in lower case, a dash for no cents, and audiences in parentheses', () => {
  const forms =
    'usd 12=USD 12|12 Eur=EUR 12|12 all= |20.- CHF=CHF 20|CHF 20.–/30.–=CHF 20,30|5,-= 5|£5 (£3 concessions)=GBP 3,5|' +
    '£5 (£2 deposit)= |£5 (£3= |£5)= |10 € (enfants 5 €)=EUR 5,10|£5 (members)= '
  for (const [sent = '', expected] of forms.split('|').map((form) => form.split('='))) {
    const { currency_code, values } = derive(sent).cost_details
    assert.equal(`${currency_code ?? ''} ${values.join()}`, expected, sent)
  }
})
void test('7.5 ranges', () => {
  check([
    same('€10 - €25', ['10', '25'], 'EUR', '€', 'prefix'),
    same('€10–€25', ['10', '25'], 'EUR', '€', 'prefix'),
    same('€10 — €25', ['10', '25'], 'EUR', '€', 'prefix'),
    same('€10-25', ['10', '25'], 'EUR', '€', 'prefix'),
    same('10-25 €', ['10', '25'], 'EUR', '€', 'postfix'),
    same('10 to 25 USD', ['10', '25'], 'USD', '$', 'postfix'),
    same('10 - 25', ['10', '25']),
    same('25 - 10', ['10', '25']),
    same('10 - 10', ['10']),
    same('from €10', ['10'], 'EUR', '€', 'prefix'),
    same('de 10 à 25 €', ['10', '25'], 'EUR', '€', 'postfix'),
    same('10 até 25 €', ['10', '25'], 'EUR', '€', 'postfix'),
    same('KSh 500 hadi 1,000', ['500', '1000'], 'KES', 'KSh', 'prefix'),
    same('من ١٠ إلى ٢٥ ر.س', ['10', '25'], 'SAR', 'ر.س', 'postfix'),
    same('€5 / €10 / €15', ['5', '10', '15'], 'EUR', '€', 'prefix'),
    same('9,50 - 12,50 €', ['9.5', '12.5'], 'EUR', '€', 'postfix'),
    same('€1.000 - €2.500', ['1000', '2500'], 'EUR', '€', 'prefix'),
    same('0 - 20 €', ['0', '20'], 'EUR', '€', 'postfix'),
  ])
})
void test('7.5 several prices with commas between are several prices', () => {
  check([
    same('€5, €10, €15', ['5', '10', '15'], 'EUR', '€', 'prefix'),
    same('5, 10, 15 €', ['5', '10', '15'], 'EUR', '€', 'postfix'),
    same('10, 25', ['10', '25']),
    same('5, 10 or 15 USD', ['5', '10', '15'], 'USD', '$', 'postfix'),
  ])
})
void test('7.5 decimal commas and points, and all notations of thousands', () => {
  check([
    same('1.234,56 €', ['1234.56'], 'EUR', '€', 'postfix'),
    same('$1,234.56', ['1234.56'], null, '$', 'prefix'),
    same('1 234,56 €', ['1234.56'], 'EUR', '€', 'postfix'),
    same('1\u00a0234,56\u00a0€', ['1234.56'], 'EUR', '€', 'postfix'),
    same('1\u202f234,56 €', ['1234.56'], 'EUR', '€', 'postfix'),
    same("CHF 1'234.50", ['1234.5'], 'CHF', 'CHF', 'prefix'),
    same('1.234.567,89', ['1234567.89']),
    same('1,234,567.89', ['1234567.89']),
    same('1 000 000', ['1000000']),
    same('1,000', ['1000']),
    same('1.000', ['1000']),
    same('0.125', ['0.125']),
    same('1234,5', ['1234.5']),
  ])
})
void test('7.5 more than three digits before a single separator: it is the decimal one', () => {
  check([same('1234.567', ['1234.567']), same('1234,567', ['1234.567'])])
})
void test('7.5 the Swiss apostrophe in print', () => {
  check([same('CHF 1’234.50', ['1234.5'], 'CHF', 'CHF', 'prefix')])
})
void test('7.5 separate digits are not groups of thousands', () => {
  check([same('10 25', []), same('12.5.2031', [])])
})
void test('7.5 Arabic and Persian digits', () => {
  check([
    same('١٠', ['10']),
    same('١٢٫٥٠', ['12.5']),
    same('١٬٢٣٤', ['1234']),
    same('١٬٢٣٤٫٥٠ ر.س', ['1234.5'], 'SAR', 'ر.س', 'postfix'),
    same('١٬٢٣٤٬٥٦٧', ['1234567']),
    same('۱۲۳۴', ['1234']),
    same('۱۲٫۵ €', ['12.5'], 'EUR', '€', 'postfix'),
    same('١٠ - ٢٠ ج.م', ['10', '20'], 'EGP', 'ج.م', 'postfix'),
  ])
})
void test('7.5 the Arabic decimal separator is always that', () => {
  check([same('١٢٫٥٠٠ د.ك', ['12.5'], 'KWD', 'د.ك', 'postfix'), same('١٢٫٣٤٥', ['12.345'])])
})
void test('7.5 direction marks around Arabic prices are ignored', () => {
  check([same('\u200f١٠ د.إ\u200f', ['10'], 'AED', 'د.إ', 'postfix'), same('\u200e€10', ['10'], 'EUR', '€', 'prefix')])
})
void test('7.5 zero and words for free, in every language of the interface', () => {
  const words = 'Free|FREE|free entry|Gratuit|Entrée libre|Grátis|Gratuito|Entrada livre|Bure|Bila malipo|مجاني|مجانًا'
  check([
    ...words.split('|').map((word) => same(word, ['0'])),
    ['Entre\u0301e libre', 'Entrée libre', ['0']],
    [0, '0', ['0']],
    same('0', ['0']),
    same('0.00', ['0']),
    same('€0', ['0'], 'EUR', '€', 'prefix'),
    same('0,00 €', ['0'], 'EUR', '€', 'postfix'),
  ])
})
void test('7.5 free with vowel signs is free', () => {
  check([same('مجّاني', ['0']), same('مَجّانًا', ['0'])])
})
void test('7.5 lists', () => {
  check([
    [[10, 25], '10 – 25', ['10', '25']],
    [['25', '10', '15'], '10 – 25', ['10', '15', '25']],
    [['€10', '€25'], '€10 – €25', ['10', '25'], 'EUR', '€', 'prefix'],
    [['10 €', '25 €'], '10 € – 25 €', ['10', '25'], 'EUR', '€', 'postfix'],
    [['€10 - €15', '€20'], '€10 – €20', ['10', '15', '20'], 'EUR', '€', 'prefix'],
    [['€10'], '€10', ['10'], 'EUR', '€', 'prefix'],
    [['€10', '€10'], '€10', ['10'], 'EUR', '€', 'prefix'],
    [['€10', 15], '€10 – €15', ['10', '15'], 'EUR', '€', 'prefix'],
    [['Donation', '€10'], 'Donation, €10', []],
    [[], null, []],
    [['', ' '], null, []],
    ['', null, []],
  ])
})
void test('7.5 a list is displayed as in the input, with its decimals, its code and its word for free', () => {
  check([
    [['€10.50', '€25.50'], '€10.50 – €25.50', ['10.5', '25.5'], 'EUR', '€', 'prefix'],
    [['12 CAD', '20 CAD'], '12 CAD – 20 CAD', ['12', '20'], 'CAD', '$', 'postfix'],
    [['Free', '€10'], 'Free – €10', ['0', '10'], 'EUR', '€', 'prefix'],
  ])
})
void test('7.5 mixed currencies are not parsed', () => {
  check([same('€10 / £8', []), same('10 USD or 9 EUR', []), [['€10', '£8'], '€10, £8', []], [['10 USD', '10 EUR'], '10 USD, 10 EUR', []]])
})
void test('7.5 a price that cannot be parsed stays a text without values', () => {
  const people = 'Donation|Pay what you can|Adults €10, children €5|€10 per person|On request|Sur demande|تبرع|Free or €10|10 kronor'
  const signs = '50%|2 x €10|10:30|€|USD|-|???|🎷|constructor'
  check([...people.split('|'), ...signs.split('|')].map((text) => same(text, [])))
})
void test('7.5 a word made of the letters of small words is a word', () => {
  check([same('Ana 10', []), same('Eau 2', []), same('10e', [])])
})
void test('7.5 negative amounts are not parsed', () => {
  check([[-10, '-10', []], same('-10', []), same('-€10', []), same('−10', []), same('– 10 €', [])])
})
void test('7.5 negative amounts with the sign after the symbol are not parsed', () => {
  check([same('€-10', []), same('USD -10', [])])
})
void test('7.5 an amount that cannot be represented exactly is never changed', () => {
  const valuesOf = (sent: unknown): readonly string[] => derive(sent).cost_details.values
  for (const [sent, exact] of [
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['99999999999999999999999 €', '99999999999999999999999'],
    ['9007199254740993', '9007199254740993'],
    [`${'9'.repeat(400)} €`, '9'.repeat(400)],
  ])
    assert.ok([`[]`, JSON.stringify([exact])].includes(JSON.stringify(valuesOf(sent))), `${sent} gave ${JSON.stringify(valuesOf(sent))}`)
})

void test('7.5 11.1 invalid costs are rejected', () => {
  const code = (sent: unknown): string => {
    const found = cost.parse(sent)
    return found instanceof FieldError ? found.code : 'read'
  }
  for (const sent of [true, {}, [[10]], [null], [{}], Number.NaN, Number.POSITIVE_INFINITY, undefined])
    assert.equal(code(sent), 'not_text', String(sent))
  assert.equal(code('x'.repeat(500)), 'read')
  assert.equal(code('x'.repeat(501)), 'too_long')
  assert.equal(code(['10', 'x'.repeat(501)]), 'too_long')
  assert.equal(code(Array.from({ length: 100 }, () => 1)), 'read')
  assert.equal(code(Array.from({ length: 101 }, () => 1)), 'too_many')
})
void test('11.1 characters that cannot be stored are called that, and length is counted in characters', () => {
  const bad = cost.parse('a\0b')
  assert.deepEqual(bad instanceof FieldError && bad.code, 'bad_characters')
  assert.ok(!(cost.parse('🎷'.repeat(300)) instanceof FieldError))
})
void test('7.5 no cost is null and empty details', () => {
  assert.deepEqual(deriveCost(null), { cost: null, cost_details: NO_COST })
  assert.deepEqual(NO_COST, { currency_symbol: null, currency_code: null, currency_position: null, values: [] })
})
void test('7.5 for any input, values are distinct plain decimals in ascending order', () => {
  const piece = fc.constantFrom(...'0123456789.,-–€$£ ', ' to ', 'USD', 'kr', '٣', '٫', '٬', "'", '\u00a0', 'Free', 'x', 'e')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (parts) => {
      const { values } = derive(parts.join('')).cost_details
      for (const value of values) assert.match(value, /^\d+(?:\.\d+)?$/)
      const sorted = [...new Set(values)].sort((a, b) => Number(a) - Number(b))
      assert.deepEqual(values, sorted)
    }),
    { numRuns: 1000 },
  )
})
void test('7.5 a long text is parsed quickly', () => {
  const started = process.threadCpuUsage()
  for (const piece of ['1 ', '1,', 'to ', '$', 'a', 'e a ', '1 - ']) derive(`${piece.repeat(499 / piece.length)}!`)
  assert.ok(process.threadCpuUsage(started).user < 2_000_000, 'microseconds of CPU time')
})
