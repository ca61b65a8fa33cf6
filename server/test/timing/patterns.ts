// Texts made to be slow to read: each character class, nesting, repetition, and near misses of what the readers accept.

export interface Pattern {
  readonly name: string
  readonly unit: string
  readonly before?: string
  readonly after?: string
}
const CLASSES: Readonly<Record<string, string>> = {
  'combining marks': '\u0301\u0323',
  digits: '1',
  zeros: '0',
  letters: 'a',
  capitals: 'A',
  spaces: ' ',
  tabs: '\t',
  newlines: '\n',
  signs: '+-',
  dots: '.',
  commas: ',',
  semicolons: ';',
  colons: ':',
  slashes: '/',
  quotes: '"',
  apostrophes: "'",
  brackets: '[]',
  'open brackets': '[',
  braces: '{',
  ampersands: '&',
  percents: '%',
  hyphens: '-',
  'less than': '<',
  'voiced marks': '\uff9e',
  'marked letters': 'a\u0301',
  CJK: '世界',
  emoji: '👩‍🚀',
  Arabic: 'مرحبا ',
  'right to left': '\u202e',
  'soft hyphens': '\u00ad',
  nul: '\0',
}
const REPEATED: Readonly<Record<string, string>> = {
  elements: '<b>',
  'unmatched elements': '<b></i>',
  'closing elements': '</p>',
  links: '<a href="/x" target="y">z</a>',
  comments: '<!--',
  attributes: '<a title="',
  entities: '&amp;',
  'pairs of brackets': 'a[b][c]',
  items: '1,',
  'names with dots': 'a.',
  words: 'ab ',
  dates: '2030-01-01 ',
  prices: '10 € - ',
  'entity tags': 'W/"1.a",',
  qualities: 'fr;q=0.1,',
  preferences: 'handling=strict;',
  'parts of hosts': 'a-',
}
const NEAR: readonly Pattern[] = [
  { name: 'digits, then a letter', unit: '1', after: 'x' },
  { name: 'decimals, then a letter', unit: '1', before: '1.', after: 'x' },
  { name: 'spaces, then a letter', unit: ' ', before: '1', after: 'x' },
  { name: 'a date, then digits', unit: '0', before: '2030-01-01T00:00:00.', after: 'x' },
  { name: 'an address without an end', unit: 'a.', before: 'a@', after: '@' },
  { name: 'a host of any script', unit: '世', before: 'http://' },
  { name: 'reordered marks', unit: '\u0301', before: 'a', after: '\u0323'.repeat(100) },
]
export const PATTERNS: readonly Pattern[] = [
  ...NEAR,
  ...Object.entries({ ...CLASSES, ...REPEATED }).map(([name, unit]) => ({ name, unit })),
]

/** The text of a pattern, of about so many characters. */
export function textOf({ unit, before = '', after = '' }: Pattern, length: number): string {
  const room = Math.max(1, Math.floor((length - before.length - after.length) / unit.length))
  return `${before}${unit.repeat(room)}${after}`
}

/** Query strings and forms as a whole. */
export const PAIRS: readonly string[] = [
  'a&',
  '&',
  'a=1&',
  'a=&',
  '=&',
  'a[]=1&',
  'a[b]=1&',
  'a[][b]=1&',
  'a[b][c][d][e]=1&',
  'a[=&',
  '%&',
  '+&',
  'a[0]=1&',
]
