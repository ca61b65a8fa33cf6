// Generates mutants of the visibility rules: all mutants are in one source text, each behind a switch, so that one process tries all.
import type { Edit } from '../support/source-edits.ts'
import { addressOf, childrenOf, parseSource, textOf, walk, type Node } from '../support/syntax-tree.ts'

export interface Mutant {
  readonly id: number
  /** File, function, node and change. It contains no identifier of the function's body, so it survives renames there. */
  readonly name: string
  readonly line: number
}

/** The files that define the predicates: every condition in them is mutated. */
const RULES: readonly string[] = ['engine/access/permissions.ts', 'engine/access/visibility.ts']
const ASKING = [
  'list/list-conditions',
  'list/list-query',
  'read/select-rows',
  'read/records',
  'read/nested-keys',
  'read/nested-records',
  'list/record-cache',
  'input/resolve-references',
  'route',
  'read-handlers',
  'write-handlers',
  'read/present',
  'write/write-plan',
  'write/write-records',
  'write/lifecycle',
  'write/delete-records',
]
export const MUTATED_FILES: readonly string[] = [
  ...RULES,
  ...ASKING.map((name) => `engine/${name}.ts`),
  'resources/shared-fields.ts',
  'resources/shared-filters.ts',
  'resources/event-filters.ts',
  'resources/place-filters.ts',
  'features/feeds/feed-etag.ts',
  'features/media/import-by-url.ts',
  'request-context.ts',
]

/** A value that is cached under one mutant must not be read under the next. */
const APART = "String(Reflect.get(globalThis, 'kalendsMutant'))"
export const KEPT_APART: readonly Edit[] = [
  { file: 'kernel/cache/lru-cache.ts', in: 'createLruCache.get', at: 'call 1.1', put: `${APART} + $$` },
  { file: 'kernel/cache/lru-cache.ts', in: 'createLruCache.set', at: 'arrow 1', put: `(key, value) => ($$)(${APART} + key, value)` },
]

/** A change of one expression. */
interface Change {
  readonly node: Node
  readonly put: string
  /** The change in the mutant's name. */
  readonly label: string
  /** The node in the mutant's name, where it is not the one that is replaced. */
  readonly named?: Node
}

/** Predicates that return SQL, a list of SQL conditions, or a boolean. */
const CONDITIONS = [
  'visibleTo',
  'visibleAndNotTrashed',
  'notProtectedOrEditable',
  'editable',
  'isPublic',
  'isAuthoredBy',
  'visibleEvent',
  'visibleEventLink',
  'isReferenced',
]
const CONDITION_LISTS = ['statusOf']
const QUESTIONS = [
  'canAttempt',
  'canUseRoute',
  'canEdit',
  'isEditable',
  'canPublish',
  'isEditor',
  'isVisible',
  'canSeeProtectedFields',
  'hasRole',
  'canWriteAs',
  'isHiddenByPassword',
]
/** The predicate that compares roles. */
const RANK = 'hasRole'
export const PREDICATES: readonly string[] = [...CONDITIONS, ...CONDITION_LISTS, ...QUESTIONS, RANK]
const ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator']
/** The constant that lists statuses as SQL. */
export const STATUS_LIST = 'UNPUBLISHED'

/** The file with its mutants. Outside of the files with the rules only calls of predicates are mutated, and conditions that contain one. */
export function mutate(file: string, source: string, firstId: number): { text: string; mutants: Mutant[] } {
  const program = parseSource(file, source)
  const changes = [...walk(program)].flatMap((node) => changesOf(node, source, RULES.includes(file)))
  const mutants: Mutant[] = []
  const switches = new Map<Node, { id: number; put: string }[]>()
  for (const { node, put, label, named = node } of changes) {
    if (put === textOf(node, source)) continue
    const place = addressOf(program, named)
    const id = firstId + mutants.length
    mutants.push({ id, name: `${file}#${place.in}: ${place.at} => ${label}`, line: source.slice(0, node.start).split('\n').length })
    switches.set(node, [...(switches.get(node) ?? []), { id, put }])
  }
  return { text: rewritten(program, source, switches), mutants }
}

function changesOf(node: Node, source: string, whole: boolean): Change[] {
  const text = (part: unknown): string => textOf(part as Node, source)
  const asks = (part: unknown): boolean => [...walk(part as Node)].some((inner) => inner.type === 'CallExpression' && isPredicate(inner))
  const to = (puts: Readonly<Record<string, string>>): Change[] => Object.entries(puts).map(([label, put]) => ({ node, put, label }))
  switch (node.type) {
    case 'CallExpression': {
      const name = (node['callee'] as Node)['name'] as string
      const role = /'(\w+)'\)$/.exec(text(node))?.[1]
      const others = name === RANK && role && whole ? neighbours(role) : []
      const ranks = Object.fromEntries(others.map((other) => [other, text(node).replace(/'\w+'\)$/, `'${other}')`)]))
      if (QUESTIONS.includes(name)) return to({ true: 'true', false: 'false', ...ranks })
      if (CONDITION_LISTS.includes(name)) return to({ '[]': '[]' })
      return CONDITIONS.includes(name) ? to({ true: "globalThis.kalendsRaw('true')" }) : []
    }
    case 'LogicalExpression':
      if (node['operator'] === '??' || !(whole || asks(node))) return []
      // Removing a predicate equals replacing it with true or false.
      return to({
        ...(!isAnswer(node['right']) && { left: text(node['left']) }),
        ...(!isAnswer(node['left']) && { right: text(node['right']) }),
      })
    case 'IfStatement':
      return whole && !isAnswer(node['test']) ? [{ node: node['test'] as Node, put: 'false', label: 'false', named: node }] : []
    case 'BinaryExpression': {
      if (!whole || !/^[!=]==$/.test(String(node['operator']))) return []
      const opposite = node['operator'] === '===' ? '!==' : '==='
      return to({ [opposite]: `${text(node['left'])} ${opposite} ${text(node['right'])}` })
    }
    case 'ConditionalExpression':
      return whole && !isAnswer(node['test']) ? to({ consequent: text(node['consequent']), alternate: text(node['alternate']) }) : []
    case 'TaggedTemplateExpression':
      return whole || asks(node) ? to(opposites(text(node))) : []
    case 'Property': {
      const role = /^'(\w+)'$/.exec(text(node['value']))?.[1]
      return whole && role && ROLES.includes(role) ? to(Object.fromEntries(neighbours(role).map((other) => [other, `'${other}'`]))) : []
    }
    case 'Identifier':
      return whole && node['name'] === STATUS_LIST && !source.startsWith(' =', node.end)
        ? to({ 'one status less': "`('draft')`", 'one status more': "`('draft', 'pending', 'publish')`" })
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
  return PREDICATES.includes(name)
}
const neighbours = (role: string): string[] => [-1, 1].flatMap((step) => ROLES[ROLES.indexOf(role) + step] ?? [])

/** SQL with a negated condition; a replacement without a match leaves the text unchanged. */
const opposites = (text: string): Record<string, string> => ({
  'without not': text.replace(/sql`not /, 'sql`'),
  '=': text.replace(/<> '/, "= '"),
  '<>': text.replace(/\} = '/, "} <> '"),
})

/** The source with a switch around every expression that has mutants. */
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
  // Table values are read on every use, because the switch changes between requests.
  if (node.type === 'Property') {
    const [name = '', value = ''] = text.split(/: /, 2)
    return `get ${name}() { return (${choice}${value}) }`
  }
  return `(${choice}${text})`
}
