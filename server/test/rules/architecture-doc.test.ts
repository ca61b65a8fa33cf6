// Checks that the files and functions that ARCHITECTURE.md names exist.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isNode, parseSource, walk, type Node } from '../support/syntax-tree.ts'
import { sources, type Source } from './rules.ts'

const root = join(import.meta.dirname, '../../..')
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** Files of server/src are written without this prefix. */
const resolvePath = (path: string): string | null =>
  ['server/src', 'client/src', '.'].find((base) => existsSync(join(root, base, path))) ?? null
const tokensIn = (part: string): string[] => [...part.matchAll(/`([^`\n]+)`/g)].map(([, token = '']) => token)
const isPath = (token: string): boolean => /^[\w./-]+(?:\.(?:ts|cjs|sql|md)|\/)$/.test(token)

/** Names of the functions, variables, methods and properties that a file declares. */
function declaredIn({ path, text: source }: Source): Set<string> {
  const names = new Set<string>()
  for (const node of walk(parseSource(path, source))) {
    const id = node.type === 'Property' || node.type === 'MethodDefinition' ? node['key'] : node['id']
    if (isNode(id) && id.type === 'Identifier') names.add((id as Node & { name: string }).name)
  }
  return names
}

/** A step is a list item or a paragraph; the lines that continue it belong to it. */
const stepsOf = (section: string): string[] => section.split(/\n(?=\d+\. |\n|### )/)

function findErrors(document: string, files: readonly Source[]): string[] {
  const missing = tokensIn(document).flatMap((token) => (isPath(token) && resolvePath(token) === null ? [`${token} does not exist`] : []))
  const walkthroughs = document.split(/^## /m).find((section) => section.startsWith('Walkthroughs')) ?? ''
  const declared = new Map(files.map((file) => [file.path, declaredIn(file)]))
  const undeclared = stepsOf(walkthroughs).flatMap((step) => {
    const tokens = tokensIn(step)
    const named = tokens.map((token) => token.replace(/^server\/src\//, ''))
    return tokens.flatMap((token) => {
      const name = /^(\w+)\(\)$/.exec(token)?.[1]
      if (name === undefined || named.some((path) => declared.get(path)?.has(name))) return []
      const found = [...declared].flatMap(([path, names]) => (names.has(name) ? [path] : []))
      return [`${token} is not declared in a file that its step names; it is in: ${found.join(', ') || 'no file'}`]
    })
  })
  return [...missing, ...undeclared]
}

test('every file in ARCHITECTURE.md exists, and every function is declared in a file that its step names', () => {
  assert.deepEqual(findErrors(text, sources()), [])
})

test('the walkthroughs name functions', () => {
  const walkthroughs = text.split(/^### /m).slice(1, 9)
  assert.deepEqual(
    walkthroughs.map((each) => each.split('\n', 1)[0]),
    [
      'A cached list',
      'An uncached list',
      'A public page',
      'A write',
      'A submission',
      'A request of the dialect',
      'A change stream',
      'A start',
    ],
  )
  for (const each of walkthroughs) assert.ok(tokensIn(each).filter((token) => token.endsWith('()')).length >= 6, each)
})

test('the check finds missing files, and functions that do not exist or are in another file', () => {
  const files = [
    { path: 'app.ts', text: 'export function buildApp() { const poll = () => 1; return { close: () => poll() } }' },
    { path: 'serve.ts', text: 'export const serve = 1' },
  ]
  const check = (step: string): string[] => findErrors(`## Walkthroughs\n\n1. ${step}\n2. \`serve.ts\`\n`, files)
  assert.deepEqual(check('`buildApp()` (`app.ts`) calls `poll()` and `close()`.'), [])
  assert.deepEqual(check('`engine/nothing.ts` has `serve`.'), ['engine/nothing.ts does not exist'])
  assert.deepEqual(check('`serve()` (`app.ts`).'), ['serve() is not declared in a file that its step names; it is in: serve.ts'])
  assert.deepEqual(check('`vanish()` (`app.ts`).'), ['vanish() is not declared in a file that its step names; it is in: no file'])
})
