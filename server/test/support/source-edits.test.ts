// Tests that edits are resolved by syntax: they survive renames, and a selection that is not exact is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editSource, unknownNames, type Edit } from './source-edits.ts'
import { parseSource, walk } from './syntax-tree.ts'

const FILE = 'sample.ts'
const SOURCE = `
const RIGHTS = { term: { create: 'author', change: 'editor' }, library: { change: 'author' } }
export function check(row: Row, caller: Caller): boolean {
  if (!row.open) return false
  if (row.author !== caller.id && (row.shared as boolean)) return false
  const parts = [first(row, 'r'), ...second(row, 'l')]
  return caller.admin ? parts.length > 0 : parts.some(({ id }) => id === row.id)
}
const statement = (alias: string, ids: number[]): Sql => sql\`select \${alias}.id from rows where status = 'publish' and id = any(\${ids})\`
class Store {
  #names = new Map<string, number>()
  add(name: string): void {
    this.#names.set(name, this.#names.size)
  }
}
`
const at = (name: string, selector: string, put: string): Edit => ({ file: FILE, in: name, at: selector, put })
/** Each edit with the text it leaves behind. */
const EDITS: readonly (readonly [edit: Edit, left: string])[] = [
  [at('check', 'if 1', ''), '{\n  \n  if (row.author !== caller.id &&'],
  [at('check', 'if 2.test', '$left'), 'if (row.author !== caller.id) return false'],
  [at('check', 'if 2.test.left', '$left === $right'), 'if (row.author === caller.id && (row.shared'],
  [at('check', 'as', '!$expression'), '(!row.shared)'],
  [at('check', 'call "r"', ''), "const parts = [ ...second(row, 'l')]"],
  [at('check', 'spread 1.argument', "$callee($1, 'x')"), "...second(row, 'x')]"],
  [
    at('check', 'conditional', '$test ? $alternate : $consequent'),
    'caller.admin ? parts.some(({ id }) => id === row.id) : parts.length > 0',
  ],
  [at('check', 'conditional, call 1.callee.object', '$$.slice(1)'), 'parts.slice(1).some'],
  [at('RIGHTS.term.change', 'string', "'author'"), "term: { create: 'author', change: 'author' }"],
  [at('RIGHTS', 'property "library", string "author"', "'editor'"), "library: { change: 'editor' }"],
  [at('statement', 'template.2', '[$$]'), 'any(${[ids]})'],
  [at('Store.add', 'call 1.2', '-$$'), 'this.#names.set(name, -this.#names.size)'],
  [{ file: FILE, in: 'statement', at: 'template', replace: [' and id = any(${2})`', '`'] }, "where status = 'publish'`"],
]
/** The source with every identifier renamed but those an edit names. */
function renamed(source: string, kept: readonly string[]): string {
  const places = [...walk(parseSource(FILE, source))].filter(
    ({ type, name }) => /^(Private)?Identifier$/.test(type) && !kept.includes(String(name)),
  )
  // A shorthand property has two identifiers in one place.
  const starts = new Map(places.map(({ start, name }) => [source.indexOf(String(name), start), String(name)]))
  return [...starts]
    .sort(([a], [b]) => b - a)
    .reduce((text, [start, name]) => `${text.slice(0, start)}${name}Renamed${text.slice(start + name.length)}`, source)
}

void test('an edit selects its node', () => {
  for (const [edit, left] of EDITS) {
    const text = editSource(FILE, SOURCE, [edit])
    assert.ok(text.includes(left), `${edit.in}, ${edit.at}:\n${text}`)
  }
})

void test('an edit makes the same change when all identifiers but those it names are renamed', () => {
  for (const [edit] of EDITS) {
    const kept = [...edit.in.split('.'), ...[...edit.at.matchAll(/"(.*?)"/g)].map(([, literal = '']) => literal)]
    const other = renamed(SOURCE, kept)
    assert.ok(other.split('Renamed').length > 40)
    assert.equal(editSource(FILE, other, [edit]).replaceAll('Renamed', ''), editSource(FILE, SOURCE, [edit]), `${edit.in}, ${edit.at}`)
  }
})

void test('edits of one file are resolved in the text as it was', () => {
  const text = editSource(FILE, SOURCE, [at('check', 'if 1', ''), at('check', 'if 2.test', '$right')])
  assert.ok(text.includes('{\n  \n  if ((row.shared as boolean)) return false'), text)
  assert.throws(() => editSource(FILE, SOURCE, [at('check', 'if 2', ''), at('check', 'if 2.test', '$left')]), /edits of sample\.ts overlap/)
})

void test('an edit that is not exact is rejected, with its place and the number of matches', () => {
  const refused: readonly (readonly [edit: Edit, message: RegExp])[] = [
    [at('missing', 'if 1', ''), /sample\.ts, in "missing", at "if 1": "missing" names 0 declarations/],
    [at('change', 'string', ''), /in "change".*: "change" names 2 declarations/],
    [at('check', 'if', ''), /in "check", at "if": "if" matches 2 nodes/],
    [at('check', 'if 3', ''), /"if 3" matches 0 nodes of 2/],
    [at('check', 'call "x"', ''), /"call "x"" matches 0 nodes/],
    [at('check', 'if 1.left', ''), /"if 1\.left" selects a node without this part/],
    [at('check', 'if 1', '$left'), /the node has no \$left/],
    [at('check', 'if 1', '$$'), /the edit changes nothing/],
    [at('check', 'if 1', 'if ('), /sample\.ts does not parse/],
    [{ file: FILE, in: 'statement', at: 'template', replace: ['draft', ''] }, /the literal has "draft" 0 times/],
    [{ file: FILE, in: 'check', at: 'if 1', replace: ['open', ''] }, /text is replaced in literals only/],
  ]
  for (const [edit, message] of refused) assert.throws(() => editSource(FILE, SOURCE, [edit]), message)
})

void test('names that an edit introduces must exist', () => {
  const unknown = (put: string): string[] =>
    unknownNames(FILE, SOURCE, editSource(FILE, SOURCE, [at('check', 'if 1.test', put)]), new Set(['known']))
  assert.deepEqual(unknown('caller.known && [row].map((each) => String(each)).length'), [])
  assert.deepEqual(unknown('raw(row.renamed)'), ['raw', 'renamed'])
})
