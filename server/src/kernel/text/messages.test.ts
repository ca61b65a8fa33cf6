// Contract 3.13, 9.1 and 9.5: negotiation of the language, and translation of messages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { problemBody, negotiateLanguage, translateFieldError, translator } from './messages.ts'
import { FieldError, FIELD_ERRORS, invalidParams, missingParams, Problem, PROBLEMS } from '../errors/problems.ts'

const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw']
const catalog = (language: string): Readonly<Record<string, string | Readonly<Record<string, string>>>> =>
  JSON.parse(readFileSync(new URL(`../../../locales/${language}.json`, import.meta.url), 'utf8'))

const HEADERS: readonly (readonly [header: string | undefined, language: string | null])[] = [
  [undefined, null],
  ['', null],
  ['fr', 'fr'],
  ['FR', 'fr'],
  ['fr-CA', 'fr'],
  ['pt', 'pt-pt'],
  ['pt-PT', 'pt-pt'],
  ['pt-BR', 'pt-pt'],
  ['sw-KE', 'sw'],
  ['ar-EG', 'ar'],
  ['zh-Hant-TW', null],
  ['de, es;q=0.9', null],
  ['de, fr;q=0.5', 'fr'],
  ['fr;q=0.5, sw', 'sw'],
  ['fr;q=0.5, sw;q=0.9, en;q=0.7', 'sw'],
  ['fr, sw', 'fr'],
  ['sw;q=0.8, fr;q=0.8', 'sw'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['fr ; q=0.3 , sw ; q=0.6', 'sw'],
  ['FR;Q=0.3,SW;Q=0.6', 'sw'],
  ['fr;q=0', null],
  ['fr;q=0, sw;q=0.1', 'sw'],
  ['fr;q=0.000', null],
  ['*', null],
  ['*, fr;q=0.5', 'fr'],
  [',,, fr', 'fr'],
  [';q=1, fr', 'fr'],
  ['fr;level=1;q=0.5, sw;q=0.7', 'sw'],
  ['french', null],
  ['__proto__, constructor', null],
  [`${'de,'.repeat(10_000)}fr`, null],
]
void test('9.1 Accept-Language selects the best configured language', () => {
  for (const [header, language] of HEADERS) assert.equal(negotiateLanguage(header, LANGUAGES), language, String(header).slice(0, 60))
  assert.equal(negotiateLanguage('pt-BR, pt;q=0.9', ['pt-pt', 'pt-br']), 'pt-br')
  assert.equal(negotiateLanguage('pt', ['pt-pt', 'pt-br']), 'pt-pt')
  assert.equal(negotiateLanguage('fr', []), null)
})

void test('9.5 a message without a translation, and a language without a catalog, fall back to English', () => {
  assert.equal(translator('fr')('No such sentence {x}.', { x: 'here' }), 'No such sentence here.')
  assert.equal(translator('en')('The value must be a string.'), 'The value must be a string.')
  assert.equal(translator('de')('The value must be a string.'), 'The value must be a string.')
  assert.equal(translator('fr')('constructor'), 'constructor')
})
void test('9.5 every error has four translations with the same placeholders', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  for (const language of ['ar', 'fr', 'pt-pt', 'sw']) {
    const entries = catalog(language)
    for (const english of [...Object.values(PROBLEMS).map(({ text }) => text), ...Object.values(FIELD_ERRORS)]) {
      const entry = entries[english]
      assert.ok(entry, `${language}: ${english}`)
      const forms = typeof entry === 'string' ? [entry] : Object.values(entry)
      if (typeof entry !== 'string') assert.ok(entry['other'], `${language}: ${english}: other`)
      for (const form of forms) assert.deepEqual(places(form), places(english), `${language}: ${form}`)
    }
  }
})
void test('9.5 values are inserted unchanged, and only once', () => {
  const t = translator('en')
  assert.equal(t('Between {min} and {max}.', { min: 1, max: 2000 }), 'Between 1 and 2,000.')
  assert.equal(t('One of: {words}.', { words: '{words}, $&, $1' }), 'One of: {words}, $&, $1.')
  assert.equal(t('Nothing for {this}.'), 'Nothing for {this}.')
  assert.equal(t('{max} and {max}', { max: 5 }), '5 and 5')
})
void test('9.5 the number selects the plural form', () => {
  const english = 'No more than {max} items are allowed.'
  const expected: readonly (readonly [language: string, max: number, form: string, written: string])[] = [
    ['ar', 3, 'few', '3'],
    ['ar', 10, 'few', '10'],
    ['ar', 11, 'many', '11'],
    ['ar', 99, 'many', '99'],
    ['ar', 100, 'other', '100'],
    ['ar', 103, 'few', '103'],
    ['pt-pt', 1, 'one', '1'],
    ['pt-pt', 2, 'other', '2'],
    ['sw', 1, 'one', '1'],
    ['sw', 100, 'other', '100'],
  ]
  for (const [language, max, form, written] of expected) {
    const entry = catalog(language)[english]
    const sentence = typeof entry === 'string' ? entry : entry?.[form]
    assert.equal(translator(language)(english, { max }), sentence?.replace('{max}', written), `${language} ${max}`)
  }
})
void test('9.5 a missing plural form falls back to the form "other"', () => {
  const english = 'No more than {max} items are allowed.'
  const entry = catalog('ar')[english]
  assert.ok(typeof entry === 'object')
  for (const max of [0, 1, 2]) {
    const form = new Intl.PluralRules('ar').select(max)
    assert.equal(translator('ar')(english, { max }), (entry[form] ?? entry['other'] ?? '').replace('{max}', String(max)))
  }
})
void test('9.5 numbers have the separators of the language and Western digits', () => {
  const format = (language: string): string =>
    translator(language)('No such sentence {max}.', { max: 200_000 }).replace(/[\u00a0\u202f]/, ' ')
  assert.deepEqual(
    LANGUAGES.map(format).map((text) => text.slice(17, -1)),
    ['200,000', '200,000', '200 000', '200 000', '200,000'],
  )
})

void test('3.13 errors have one shape: code, message, data.status', () => {
  const t = translator('en')
  assert.deepEqual(problemBody(new Problem('rest_no_route'), t, false), {
    code: 'rest_no_route',
    message: 'No route was found for this URL.',
    data: { status: 404 },
  })
  assert.deepEqual(problemBody(missingParams(['title', 'start_date']), t, false), {
    code: 'rest_missing_callback_param',
    message: 'Missing parameters: title, start_date.',
    data: {
      status: 400,
      params: ['title', 'start_date'],
      details: {
        title: { code: 'required', message: 'The value must not be empty.' },
        start_date: { code: 'required', message: 'The value must not be empty.' },
      },
    },
  })
})
void test('3.13 each invalid input has a message and a code', () => {
  const problem = invalidParams({ title: new FieldError('too_long', { max: 500 }), email: new FieldError('not_email') })
  assert.deepEqual(problemBody(problem, translator('en'), false), {
    code: 'rest_invalid_param',
    message: 'Invalid parameters: title, email.',
    data: {
      status: 400,
      params: { title: 'The value must not exceed 500 characters.', email: 'The value must be a valid email address.' },
      details: {
        title: { code: 'too_long', message: 'The value must not exceed 500 characters.' },
        email: { code: 'not_email', message: 'The value must be a valid email address.' },
      },
    },
  })
  assert.equal(
    translateFieldError(new FieldError('not_email'), translator('fr')),
    catalog('fr')['The value must be a valid email address.'],
  )
})
void test('3.13 clients that accept problem+json get RFC 9457', () => {
  const body = problemBody(missingParams(['title']), translator('en'), true)
  assert.deepEqual([body['status'], body['code'], body['params']], [400, 'rest_missing_callback_param', ['title']])
  assert.equal(body['detail'], 'Missing parameters: title.')
  assert.equal(typeof body['type'], 'string')
  assert.equal(typeof body['title'], 'string')
})
void test('3.13 the response does not contain the cause', () => {
  const problem = new Problem('rest_internal_error', { cause: new Error('select secret from users') })
  assert.ok(!JSON.stringify(problemBody(problem, translator('en'), false)).includes('secret'))
  assert.ok(!JSON.stringify(problemBody(problem, translator('en'), true)).includes('secret'))
})
