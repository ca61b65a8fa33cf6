// The importer of CSV: encodings, separators, quotes, locales, columns, IDs and limits (contract 19.8).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnreadableDocument, type ImportedItem } from '../importer.ts'
import { readTable } from './read-table.ts'

type Mapping = Readonly<Record<string, string>>
const read = (file: string | Uint8Array, mapping: Mapping = {}): readonly ImportedItem[] =>
  readTable(typeof file === 'string' ? Buffer.from(file) : file, { mapping, timeZone: 'Africa/Nairobi' }).items
const first = (file: string | Uint8Array, mapping?: Mapping): Readonly<Record<string, unknown>> => read(file, mapping)[0]?.fields ?? {}
const errors = (items: readonly ImportedItem[]) => items.map(({ error, errorField }) => (error === null ? null : [error, errorField]))
const unreadable = (code: string) => (error: unknown) => error instanceof UnreadableDocument && error.message === code

const TEXT = 'title,start_date\r\n"Fête d’été, “Zürich”",2028-01-10 19:00\r\n'
const bigEndian = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()
/** Windows-1252 differs from Latin-1 in the typographic quotes. */
const windows1252 = (text: string): Uint8Array =>
  Buffer.from(text.replaceAll('’', '\u0092').replaceAll('“', '\u0093').replaceAll('”', '\u0094'), 'latin1')

test('19.8 UTF-8, UTF-16 and Windows-1252 are recognized', () => {
  const files: [string, Uint8Array][] = [
    ['utf-8', Buffer.from(TEXT)],
    ['utf-8 with mark', Buffer.from(`\ufeff${TEXT}`)],
    ['utf-16le with mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['utf-16le', Buffer.from(TEXT, 'utf16le')],
    ['utf-16be with mark', bigEndian(`\ufeff${TEXT}`)],
    ['utf-16be', bigEndian(TEXT)],
    ['windows-1252', windows1252(TEXT)],
  ]
  for (const [name, file] of files) assert.equal(first(file)['title'], 'Fête d’été, “Zürich”', name)
})

test('19.8 comma, semicolon and tab are recognized outside quotes, or set in the mapping', () => {
  for (const [name, character] of [
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ] as const) {
    const file = `title${character}start_date${character}"a,b,c;d;e\tf\tg"\nTwo, three; four${character}2028-01-10${character}x\n`
    const quoted = file.replace('Two, three; four', '"Two, three; four"')
    assert.equal(first(quoted)['title'], 'Two, three; four', name)
    assert.equal(first(quoted, { separator: name })['title'], 'Two, three; four', name)
  }
  assert.throws(() => read('title;start_date\nx;2028-01-10\n', { separator: 'comma' }), unreadable('columns_missing'))
})

test('19.8 quotes enclose separators, line breaks and doubled quotes; a quote that is not closed fails the rest only', () => {
  const file = 'title,start_date,description\n"Say ""hi"", all",2028-01-10,"One\r\n\r\nTwo"\nBar "O" Club,2028-01-11,\n'
  const [quoted, inner] = read(file)
  assert.deepEqual([quoted?.title, quoted?.fields['description']], ['Say "hi", all', '<p>One</p>\n<p>Two</p>'])
  assert.equal(inner?.title, 'Bar "O" Club')
  const items = read('title,start_date\nOne,2028-01-10\n"Two,2028-01-10\nThree,2028-01-10\n')
  assert.deepEqual(errors(items), [null, ['unclosed_quote', undefined]])
})

test('19.8 dates and times are read by the locale; without one, an ambiguous date fails', () => {
  const start = (date: string, locale?: string): unknown => {
    const [item] = read(`title\tstart_date\nx\t${date}\n`, locale === undefined ? {} : { locale })
    return item?.error ?? item?.fields['start_date']
  }
  const cases: [date: string, locale: string | undefined, expected: string][] = [
    ['3/4/2028', 'en-US', '2028-03-04'],
    ['3/4/2028', 'en-GB', '2028-04-03'],
    ['3.4.2028', 'de', '2028-04-03'],
    ['03.04.28', 'de', '2028-04-03'],
    ['2028/4/3', 'ja', '2028-04-03'],
    ['3. April 2028', 'de', '2028-04-03'],
    ['3. März 2028', 'de', '2028-03-03'],
    ['3 févr. 2028', 'fr', '2028-02-03'],
    ['3 de maio de 2028', 'pt-PT', '2028-05-03'],
    ['April 3, 2028', undefined, '2028-04-03'],
    ['3/4/2028', undefined, 'ambiguous_date'],
    ['13/4/2028', undefined, '2028-04-13'],
    ['4/13/2028', undefined, '2028-04-13'],
    ['4/13/2028', 'de', 'invalid_date'],
    ['2028-02-30', 'de', 'invalid_date'],
    ['31.4.2028', 'de', 'invalid_date'],
    ['46000', 'en-US', 'invalid_date'],
    ['soon', undefined, 'invalid_date'],
    ['3/4/2028 7:30 PM', 'en-US', '2028-03-04 19:30:00'],
    ['3/4/2028, 12 am', 'en-US', '2028-03-04 00:00:00'],
    ['3.4.2028 19.30 Uhr', 'de', '2028-04-03 19:30:00'],
    ['03/04/2028 19h30', 'fr', '2028-04-03 19:30:00'],
    ['2028-04-03T19:30:00+02:00', 'de', '2028-04-03 17:30:00Z'],
    ['3.4.2028 25:00', 'de', 'invalid_time'],
    ['3/4/2028 13:00 PM', 'en-US', 'invalid_time'],
  ]
  for (const [date, locale, expected] of cases) assert.equal(start(date, locale), expected, `${date} ${locale}`)
})

test('19.8 numbers are read by the locale', () => {
  const file = (lat: string, cost: string): string =>
    `title\tstart_date\tvenue\tgeo_lat\tcost\tcurrency\nx\t2028-01-10\tHall\t${lat}\t${cost}\t€\n`
  assert.deepEqual(
    [first(file('52,52', '1.234,50'), { locale: 'de' })].map(({ venue, cost }) => [venue, cost]),
    [[{ venue: 'Hall', geo_lat: 52.52 }, '€1234.50']],
  )
  assert.deepEqual(first(file('-1.25', '1,234.50'))['cost'], '€1234.50')
  assert.equal(first(file('-1.25', 'Free'))['cost'], 'Free')
  assert.deepEqual(errors(read(file('52,52', '5'), { locale: 'en-US' })), [['invalid_number', 'geo_lat']])
})

test('19.8 the columns of The Events Calendar are understood, and a mapping names others', () => {
  const header =
    'EVENT NAME,EVENT DESCRIPTION,EVENT VENUE NAME,EVENT ORGANIZER NAME,EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME,'
  const more =
    'ALL DAY EVENT,TIMEZONE,EVENT CATEGORY,EVENT TAGS,EVENT COST,EVENT CURRENCY SYMBOL,EVENT WEBSITE,EVENT SHOW MAP,FEATURED EVENT'
  const row =
    'Choir,Sing,Town Hall,Club,2028-01-10,7:00 PM,2028-01-10,9:00 PM,FALSE,Europe/Berlin,"Music, Culture",local,5,$,https://club.example/,TRUE,1'
  assert.deepEqual(first(`${header}${more}\n${row}\n`), {
    title: 'Choir',
    description: '<p>Sing</p>',
    venue: { venue: 'Town Hall' },
    organizer: { organizer: 'Club' },
    start_date: '2028-01-10 19:00:00',
    end_date: '2028-01-10 21:00:00',
    all_day: false,
    timezone: 'Europe/Berlin',
    categories: ['Music', 'Culture'],
    tags: ['local'],
    cost: '$5',
    website: 'https://club.example/',
    show_map: true,
    featured: true,
  })
  const mapped = first('Wer;Wann;Ort\nChor;10.1.2028 19:00;\n', { title: 'wer', start_date: 'Wann', venue: 'Ort', locale: 'de' })
  assert.deepEqual(
    [mapped['title'], mapped['start_date'], mapped['venue'], mapped['timezone']],
    ['Chor', '2028-01-10 19:00:00', null, 'Africa/Nairobi'],
  )
  assert.throws(() => read('title,start_date\nx,2028-01-10\n', { venue: 'Ort' }), unreadable('columns_missing'))
  assert.throws(() => read('<html><body>Not found</body></html>'), unreadable('columns_missing'))
  assert.throws(() => read(''), unreadable('columns_missing'))
})

test('19.8 the ID is that of the column, else a digest of title, start and place; a repeated row fails', () => {
  const [named, unnamed] = read('id,title,start_date,venue\n7,A,2028-01-10,X\n,B,2028-01-10,X\n')
  assert.equal(named?.externalId, '7')
  assert.match(unnamed?.externalId ?? '', /^row-[0-9a-f]{64}$/)
  const ids = read('title,start_date,venue\nA,2028-01-10,X\n A ,2028-01-10 ,x\nA,2028-01-10,Y\nA,2028-01-11,X\n')
  assert.deepEqual(errors(ids), [null, ['repeated', undefined], null, null])
  assert.equal(new Set(ids.map(({ externalId }) => externalId)).size, 4)
})

test('19.8 a row with errors fails alone, with the name of its field', () => {
  const rows = [
    'A,,,',
    'B,2028-01-10,perhaps,',
    'C,2028-01-10,no,',
    'D,2028-01-10,,Mars/Olympus',
    'E,2028-01-10,,,moved',
    'F,2028-01-10,,,',
  ]
  assert.deepEqual(errors(read(`title,start_date,all_day,zone\n${rows.join('\n')}\n`)), [
    ['no_start', 'start_date'],
    ['invalid_flag', 'all_day'],
    ['no_time', 'start_date'],
    ['unknown_time_zone', 'timezone'],
    ['too_many_cells', undefined],
    null,
  ])
})

test('19.8 long rows, many columns, many rows and empty lines have limits', { timeout: 60_000 }, () => {
  const long = read(`title,start_date\n${'x'.repeat(1_000_000)},2028-01-10\nNext,2028-01-10\n`)
  assert.deepEqual(errors(long), [['row_too_long', undefined], null])
  assert.ok((long[0]?.cells?.join('') ?? '').length < 2_000)
  const wide = read(`title,start_date\n${','.repeat(1_000_000)}x\nNext,2028-01-10\n`)
  assert.deepEqual(errors(wide), [['too_many_cells', undefined], null])
  assert.equal(read(`title,start_date\n${'\r\n'.repeat(100_000)}Next,2028-01-10\n${',\n'.repeat(100_000)}`).length, 1)
  assert.throws(() => read(`title,start_date,${'x,'.repeat(300)}\n`), unreadable('too_complex'))
  assert.throws(() => read(`title,start_date\n${'x,2028-01-10\n'.repeat(20_001)}`), unreadable('too_many_items'))
  for (const hostile of ['1'.repeat(100_000), ' '.repeat(100_000), '1.'.repeat(50_000), 'a'.repeat(100_000)])
    assert.deepEqual(errors(read(`title\tstart_date\tvenue\tgeo_lat\nx\t2028-01-10 ${hostile}x\t\t\n`))[0]?.[0], 'invalid_date')
})
