// Changes source by the place of a node in its syntax tree, not by its text: an edit still applies when identifiers are renamed.
import { findDeclaration, isNode, kindOf, parseSource, textOf, walk, type Node } from './syntax-tree.ts'

interface Place {
  /** Under server/src. */
  readonly file: string
  /** The function, method, variable or property that holds the node; nested names are joined with dots. */
  readonly in: string
  /**
   * Selects one node in the declaration: its kind (see `kindOf`), a literal it has and its ordinal, then the part of it that is meant: `if 2.test`.
   * After a comma follows a selection within that node: `call 2, string "publish"`. Without an ordinal there must be only one.
   */
  readonly at: string
}
/**
 * `$$` is the text of the node, `$left` of its left side, `$1` of its first argument, element or template expression, `$(test.left)` of a part of a part.
 * An empty text removes the node, and the comma after it.
 */
interface Put extends Place {
  readonly put: string
}
/** Replaces text within a literal. The expressions of a template are written as `${1}`, `${2}` and so on. */
interface Replace extends Place {
  readonly replace: readonly [text: string, by: string]
}
export type Edit = Put | Replace

/** Resolves all edits in the source as it is, then applies them. Throws unless each selects one node, changes it, and the result parses. */
export function editSource(file: string, source: string, edits: readonly Edit[]): string {
  const program = parseSource(file, source)
  const changes = edits.map((edit) => changeOf(program, source, edit)).sort((a, b) => b.start - a.start)
  let text = source
  let last = source.length
  for (const { start, end, by } of changes) {
    if (end > last) throw new Error(`edits of ${file} overlap`)
    text = text.slice(0, start) + by + text.slice(end)
    last = start
  }
  parseSource(file, text)
  return text
}

function changeOf(program: Node, source: string, edit: Edit): { start: number; end: number; by: string } {
  const fail = (reason: string): Error => new Error(`${edit.file}, in "${edit.in}", at "${edit.at}": ${reason}`)
  let node: Node
  try {
    node = select(findDeclaration(program, edit.in).node, source, edit.at)
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error))
  }
  const before = textOf(node, source)
  const by = 'put' in edit ? filled(edit.put, node, source) : replaced(edit.replace, node, source)
  if (by instanceof Error) throw fail(by.message)
  if (by === before) throw fail('the edit changes nothing')
  // The comma after an element goes with it.
  const comma = by === '' ? (/^\s*,/.exec(source.slice(node.end))?.[0].length ?? 0) : 0
  return { start: node.start, end: node.end + comma, by }
}

const STEP = /^(?<kind>\S+?)(?: "(?<literal>[^"]*)")?(?: (?<ordinal>\d+))?(?<parts>(?:\.\w+)*)$/
function select(root: Node, source: string, selector: string): Node {
  let node = root
  for (const step of selector.split(/, (?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
    const { kind, literal, ordinal, parts = '' } = STEP.exec(step)?.groups ?? {}
    const all = [...walk(node)].filter(
      (each) => each !== node && kindOf(each) === kind && (literal === undefined || has(each, literal, source)),
    )
    const found = ordinal === undefined ? all : all.slice(Number(ordinal) - 1, Number(ordinal))
    if (!found[0] || found.length !== 1) throw new Error(`"${step}" matches ${found.length} nodes of ${all.length}`)
    node = found[0]
    const part = partAt(node, parts.slice(1))
    if (!part) throw new Error(`"${step}" selects a node without this part`)
    node = part
  }
  return node
}
/** Whether a literal is the node, is a direct part of it, or is in its text if the node is a template. */
function has(node: Node, literal: string, source: string): boolean {
  const template = node['quasi'] ?? node
  if (isNode(template) && template.type === 'TemplateLiteral') return textOf(template, source).includes(literal)
  const parts = [node, ...Object.values(node).flat().filter(isNode)]
  return parts.some((part) => part.type === 'Literal' && part['value'] === literal) || isKey(node['key'], literal)
}
const isKey = (key: unknown, literal: string): boolean => isNode(key) && key.type === 'Identifier' && key['name'] === literal

function partAt(node: Node, path: string): Node | null {
  let part: Node | null = node
  for (const name of path.split('.').filter(Boolean)) part = part && partOf(part, name)
  return part
}
function partOf(node: Node, name: string): Node | null {
  const list = [node['arguments'], node['elements'], node['properties'], node['params'], node['expressions']].find(Array.isArray) ?? []
  const part: unknown = /^\d+$/.test(name) ? list[Number(name) - 1] : node[name]
  return isNode(part) ? part : null
}

function filled(put: string, node: Node, source: string): string | Error {
  const missing: string[] = []
  const text = put.replaceAll(/\$(?:(\$|\d+|[a-z]+)|\(([\w.]+)\))/g, (reference: string, name?: string, path = '') => {
    const part = name === '$' ? node : partAt(node, name ?? String(path))
    if (!part) missing.push(reference)
    return part ? textOf(part, source) : ''
  })
  return missing.length === 0 ? text : new Error(`the node has no ${missing.join(', ')}`)
}

function replaced([text, by]: Replace['replace'], node: Node, source: string): string | Error {
  if (!['Literal', 'TemplateLiteral'].includes(node.type)) return new Error('text is replaced in literals only')
  const expressions = ((node['expressions'] ?? []) as Node[]).map((part) => textOf(part, source))
  let numbered = ''
  let at = node.start
  for (const [i, part] of ((node['expressions'] ?? []) as Node[]).entries()) {
    numbered += `${source.slice(at, part.start)}${i + 1}`
    at = part.end
  }
  numbered += source.slice(at, node.end)
  const times = numbered.split(text).length - 1
  if (times !== 1) return new Error(`the literal has "${text}" ${times} times`)
  return numbered.replace(text, () => by).replaceAll(/\$\{(\d+)\}/g, (_, i: string) => `\${${expressions[Number(i) - 1] ?? i}}`)
}

/**
 * Names that an edit introduced and that do not exist: a fault with one would throw, and its test would pass for the wrong reason.
 * A variable must be in the source, global, or declared by the edit; a property must be one of `properties` or of a built-in.
 */
export function unknownNames(file: string, source: string, edited: string, properties: ReadonlySet<string>): string[] {
  const before = namesIn(parseSource(file, source))
  const after = namesIn(parseSource(file, edited))
  const variables = [...after.variables].filter((name) => !before.variables.has(name) && !after.declared.has(name) && !(name in globalThis))
  const members = [...after.members].filter(
    (name) => !before.members.has(name) && !properties.has(name) && !BUILT_IN.some((prototype) => name in prototype),
  )
  return [...variables, ...members]
}
const BUILT_IN: readonly object[] = [Array.prototype, Map.prototype, Number, Object, RegExp.prototype, String.prototype]

function namesIn(program: Node): Readonly<Record<'variables' | 'members' | 'declared', Set<string>>> {
  const names = { variables: new Set<string>(), members: new Set<string>(), declared: new Set<string>() }
  const skipped = new Set<unknown>()
  for (const node of walk(program)) {
    if (node.type === 'MemberExpression' && node['computed'] !== true) names.members.add(nameOf(node['property']))
    if (/^(MemberExpression|Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && node['computed'] !== true)
      skipped.add(node['property'] ?? (node['shorthand'] === true ? null : node['key']))
    if (node.type === 'VariableDeclarator') names.declared.add(nameOf(node['id']))
    if (Array.isArray(node['params'])) for (const param of node['params'] as unknown[]) names.declared.add(nameOf(param))
    if (node.type === 'Identifier' && !skipped.has(node)) names.variables.add(nameOf(node))
  }
  return names
}
const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '')
