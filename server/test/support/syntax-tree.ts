// Reads TypeScript source as a syntax tree and addresses its nodes by declaration, kind and position, so that an address survives renames.
import { parseSync } from 'oxc-parser'

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Throws where the text is not valid TypeScript. Many edits are resolved in the same text, so trees are cached. */
export function parseSource(file: string, source: string): Node {
  const cached = trees.get(source)
  if (cached) return cached
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const tree = program as unknown as Node
  trees.set(source, tree)
  return tree
}
const trees = new Map<string, Node>()

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
export const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end)

/** Types have no behavior, so faults and mutants ignore them; these nodes hold an expression beside a type. */
const TYPED = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
/** The node and its descendants in the order of the source, without types and imports. */
export function* walk(node: Node): Generator<Node> {
  if (/^(TS|Import|ExportAll)/.test(node.type) && !TYPED.includes(node.type)) return
  yield node
  for (const child of childrenOf(node).sort((a, b) => a.start - b.start)) yield* walk(child)
}

const KINDS: Readonly<Record<string, string>> = {
  ArrayExpression: 'array',
  ArrowFunctionExpression: 'arrow',
  AwaitExpression: 'await',
  CallExpression: 'call',
  ConditionalExpression: 'conditional',
  ExpressionStatement: 'statement',
  IfStatement: 'if',
  MemberExpression: 'member',
  NewExpression: 'new',
  ObjectExpression: 'object',
  Property: 'property',
  ReturnStatement: 'return',
  SpreadElement: 'spread',
  TaggedTemplateExpression: 'tagged',
  TemplateLiteral: 'template',
  ThrowStatement: 'throw',
  TSAsExpression: 'as',
  VariableDeclaration: 'variable',
}
/** The kind of a node in addresses: an operator is its own kind; a node without a short word has its ESTree type. */
export function kindOf(node: Node): string {
  if (node.type === 'Literal') return 'regex' in node ? 'regex' : node['value'] === null ? 'null' : typeof node['value']
  if (node.type === 'UnaryExpression') return `unary${String(node['operator'])}`
  return KINDS[node.type] ?? (typeof node['operator'] === 'string' ? node['operator'] : node.type)
}

export interface Declaration {
  /** The names of the declarations around it and its own, joined with dots. */
  readonly path: string
  readonly node: Node
  readonly isFunction: boolean
}
/** Functions, classes, methods, variables and named properties, outer ones first. */
export function* declarationsOf(node: Node, outer: readonly string[] = []): Generator<Declaration> {
  for (const child of childrenOf(node).sort((a, b) => a.start - b.start)) {
    const name = node.type === 'ObjectPattern' ? null : declaredName(child)
    const path = name === null ? outer : [...outer, name]
    if (name !== null) yield { path: path.join('.'), node: child, isFunction: isFunction(child) }
    yield* declarationsOf(child, path)
  }
}
function declaredName(node: Node): string | null {
  if (['FunctionDeclaration', 'ClassDeclaration', 'VariableDeclarator'].includes(node.type)) return nameIn(node['id'])
  if (!['MethodDefinition', 'PropertyDefinition', 'Property'].includes(node.type) || node['computed'] === true) return null
  return nameIn(node['key'])
}
function nameIn(value: unknown): string | null {
  if (!isNode(value)) return null
  const name = value['name'] ?? value['value']
  return typeof name === 'string' ? name : null
}
const isFunction = (node: Node): boolean => [node, node['init'], node['value']].some((part) => isNode(part) && /Function/.test(part.type))

/** Finds the declaration whose path is this, or else the only one whose path ends so. Throws where there is none, or more than one. */
export function findDeclaration(program: Node, path: string): Declaration {
  const all = [...declarationsOf(program)]
  const exact = all.filter((each) => each.path === path)
  const found = exact.length > 0 ? exact : all.filter((each) => each.path.endsWith(`.${path}`))
  if (found[0] && found.length === 1) return found[0]
  throw new Error(`"${path}" names ${found.length} declarations`)
}

/** The address of a node: the innermost named function around it, or else the outermost declaration, and its ordinal there among its kind. */
export function addressOf(program: Node, node: Node): { in: string; at: string } {
  const around = [...declarationsOf(program)].filter((each) => each.node.start <= node.start && each.node.end >= node.end)
  const home = around.findLast((each) => each.isFunction) ?? around[0]
  if (!home) throw new Error(`no declaration holds the ${kindOf(node)} at ${node.start}`)
  const peers = [...walk(home.node)].filter((each) => each !== home.node && kindOf(each) === kindOf(node))
  return { in: home.path, at: `${kindOf(node)} ${peers.indexOf(node) + 1}` }
}
