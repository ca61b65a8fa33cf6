// Mutants of the rules of visibility: the source with every small change in it at once, each behind a switch, so that one process can try them all.
import { parseSync } from 'oxc-parser'
import type { Edit } from '../support/copy.ts'

export interface Mutant {
  readonly id: number
  readonly file: string
  readonly line: number
  readonly from: string
  readonly to: string
}
/** How a mutant is named where it is spoken of: it stays the same when lines move. */
export const nameOf = ({ file, from, to }: Pick<Mutant, 'file' | 'from' | 'to'>): string => `${file}: ${from} => ${to}`

/** What was kept under one mutant must not be shown under the next. */
const APART = 'String((globalThis as { kalendsMutant?: number }).kalendsMutant)'
export const KEPT_APART: readonly Edit[] = [
  { file: 'kernel/kept.ts', find: 'values.get(name)?.value,', put: `values.get(${APART} + name)?.value,` },
  { file: 'kernel/kept.ts', find: 'keep: (name, value) => {', put: `keep: (word, value) => {\n      const name = ${APART} + word` },
]

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}
/** A change of one expression. */
interface Change {
  readonly node: Node
  readonly put: string
}

/** Predicates that give SQL, and those that give a boolean. */
const CONDITIONS = [
  'visible',
  'present',
  'unguarded',
  'editable',
  'isPublic',
  'isOwn',
  'seenEvent',
  'openEvent',
  'guardOf',
  'statusOf',
  'usedBy',
]
const QUESTIONS = ['mayTry', 'mayUse', 'mayEdit', 'isEditable', 'mayPublish', 'rulesAll', 'isVisible', 'seesGuarded', 'atLeast', 'writes']
const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
const CONSTANT = 'UNPUBLISHED'

/** The file with its mutants; `whole`: every condition in it, else only what asks a predicate. */
export function mutate(file: string, source: string, whole: boolean, firstId: number): { text: string; mutants: Mutant[] } {
  const program = parseSync(file, source).program as unknown as Node
  const nodes = [...walk(program)]
  const changes = nodes.flatMap((node) => changesOf(node, source, whole)).filter(({ node, put }) => put !== textOf(node, source))
  const mutants: Mutant[] = []
  const byNode = Map.groupBy(changes, ({ node }) => node)
  const seen = new Map<string, number>()
  const switches = new Map<Node, { id: number; put: string }[]>()
  for (const [node, own] of byNode)
    for (const { put } of own) {
      const name = { file, from: short(textOf(node, source)), to: short(put) }
      const times = (seen.get(nameOf(name)) ?? 0) + 1
      seen.set(nameOf(name), times)
      const id = firstId + mutants.length
      const line = source.slice(0, node.start).split('\n').length
      mutants.push({ ...name, id, line, from: times === 1 ? name.from : `${name.from} #${times}` })
      switches.set(node, [...(switches.get(node) ?? []), { id, put }])
    }
  return { text: rewritten(program, source, switches), mutants }
}
const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end)
const short = (text: string): string => text.replaceAll(/\s+/g, ' ')

function* walk(node: Node): Generator<Node> {
  if (/^(TS|Import|ExportAll)/.test(node.type)) return
  yield node
  for (const child of childrenOf(node)) yield* walk(child)
}
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value)

function changesOf(node: Node, source: string, whole: boolean): Change[] {
  const text = (part: unknown): string => textOf(part as Node, source)
  const asks = (part: unknown): boolean => [...walk(part as Node)].some((inner) => inner.type === 'CallExpression' && isPredicate(inner))
  const to = (...puts: string[]): Change[] => puts.map((put) => ({ node, put }))
  switch (node.type) {
    case 'CallExpression': {
      const name = (node['callee'] as Node)['name'] as string
      const role = /'(\w+)'\)$/.exec(text(node))?.[1]
      const others =
        name === 'atLeast' && role && whole ? neighbours(role).map((other) => text(node).replace(/'\w+'\)$/, `'${other}')`)) : []
      if (QUESTIONS.includes(name)) return to('true', 'false', ...others)
      if (name === 'guardOf' || name === 'statusOf') return to('[]')
      return CONDITIONS.includes(name) ? to("globalThis.kalendsRaw('true')") : []
    }
    case 'LogicalExpression':
      if (node['operator'] === '??' || !(whole || asks(node))) return []
      // A predicate that is left out is the same as one that is always true, or never.
      return to(...(isAnswer(node['right']) ? [] : [text(node['left'])]), ...(isAnswer(node['left']) ? [] : [text(node['right'])]))
    case 'IfStatement':
      return whole && !isAnswer(node['test']) ? [{ node: node['test'] as Node, put: 'false' }] : []
    case 'BinaryExpression':
      if (!whole || !/^[!=]==$/.test(String(node['operator']))) return []
      return to(`${text(node['left'])} ${node['operator'] === '===' ? '!==' : '==='} ${text(node['right'])}`)
    case 'ConditionalExpression':
      return whole && !isAnswer(node['test']) ? to(text(node['consequent']), text(node['alternate'])) : []
    case 'TaggedTemplateExpression':
      return whole || asks(node) ? to(...templates(text(node))) : []
    case 'Property': {
      const role = /^'(\w+)'$/.exec(text(node['value']))?.[1]
      return whole && role && ROLES.includes(role) ? to(...neighbours(role).map((other) => `'${other}'`)) : []
    }
    case 'Identifier':
      return whole && node['name'] === CONSTANT && !source.startsWith(' =', node.end)
        ? to("`('draft')`", "`('draft', 'pending', 'publish')`")
        : []
  }
  return []
}
const isAnswer = (part: unknown): boolean => {
  const node = part as Node
  if (node.type === 'UnaryExpression') return isAnswer(node['argument'])
  return node.type === 'CallExpression' && isPredicate(node)
}
const isPredicate = (call: Node): boolean => {
  const name = (call['callee'] as Node)['name'] as string
  return [...CONDITIONS, ...QUESTIONS].includes(name)
}
const neighbours = (role: string): string[] => [-1, 1].flatMap((step) => ROLES[ROLES.indexOf(role) + step] ?? [])

/** SQL with the opposite of a condition. */
function templates(text: string): string[] {
  const found = [text.replace(/sql`not /, 'sql`'), text.replace(/<> '/, "= '"), text.replace(/\} = '/, "} <> '")]
  return found.filter((each) => each !== text)
}

/** The source again, with a switch round every expression that has mutants. */
function rewritten(node: Node, source: string, switches: ReadonlyMap<Node, readonly { id: number; put: string }[]>): string {
  const children = childrenOf(node)
    .sort((a, b) => a.start - b.start)
    .filter((child, i, all) => i === 0 || child.start >= (all[i - 1]?.end ?? 0))
  let text = ''
  let at = node.start
  for (const child of children) {
    text += source.slice(at, child.start) + rewritten(child, source, switches)
    at = child.end
  }
  text += source.slice(at, node.end)
  const own = switches.get(node) ?? []
  if (own.length === 0) return node.type === 'Program' ? source.slice(0, node.start) + text + source.slice(node.end) : text
  const choice = own.map(({ id, put }) => `globalThis.kalendsMutant === ${id} ? ${put} : `).join('')
  // What a table holds is asked for each time, not once at the start.
  if (node.type === 'Property') {
    const [name = '', value = ''] = text.split(/: /, 2)
    return `get ${name}() { return (${choice}${value}) }`
  }
  return `(${choice}${text})`
}
