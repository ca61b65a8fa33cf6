// Measures sources through the parser: exported names, import cycles, functions with their lengths and parameters, and comments.
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { childrenOf, type Node } from '../support/syntax-tree.ts'
import type { Source } from './rules.ts'

type Parsed = ReturnType<typeof parseSync>
const parsed = new WeakMap<Source, Parsed>()
/** Several rules read the same sources, so each source is parsed once. */
function parse(source: Source): Parsed {
  const result = parsed.get(source) ?? parseSync(source.path, source.text)
  parsed.set(source, result)
  return result
}

/** Names that more than one file exports, each with its files. Types and values share one namespace: a reader greps for the name. */
export function exportedHomonyms(sources: readonly Source[]): string[] {
  const files = new Map<string, string[]>()
  for (const source of sources)
    for (const { entries } of parse(source).module.staticExports)
      for (const { exportName, moduleRequest } of entries)
        if (exportName.name && !moduleRequest) files.set(exportName.name, [...(files.get(exportName.name) ?? []), source.path])
  return [...files].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

/** Relative imports and re-exports of a file as paths, those of types included: a reader follows them too. */
export function importsOf(source: Source): string[] {
  const { staticImports, staticExports } = parse(source).module
  const reexported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? ''))
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reexported]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(source.path), specifier))
}

/** Import cycles between files: the strongly connected components with more than one file (Tarjan). */
export function importCycles(sources: readonly Source[]): string[][] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    index.set(path, index.size)
    low.set(path, index.get(path) ?? 0)
    stack.push(path)
    for (const to of graph.get(path) ?? []) {
      if (!graph.has(to)) continue
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path) ?? 0, low.get(to) ?? 0))
    }
    if (low.get(path) !== index.get(path)) return
    const component = stack.splice(stack.indexOf(path))
    if (component.length > 1) cycles.push(component)
  }
  for (const path of graph.keys()) if (!index.has(path)) visit(path)
  return cycles
}

export interface FunctionMetrics {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly lines: number
  readonly parameters: number
}
export function functionsOf(source: Source): FunctionMetrics[] {
  const found: FunctionMetrics[] = []
  const lineAt = (offset: number): number => source.text.slice(0, offset).split('\n').length
  const visit = (node: Node, name: string): void => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const own = (node['id'] as { name?: string } | null)?.name ?? name
      const [first, last] = [lineAt(node.start), lineAt(node.end)]
      found.push({ path: source.path, line: first, name: own, lines: last - first + 1, parameters: (node['params'] as unknown[]).length })
    }
    const label = nameOf(node) ?? name
    for (const child of childrenOf(node)) visit(child, label)
  }
  visit(parse(source).program as unknown as Node, '')
  return found
}
const nameOf = (node: Node): string | undefined => {
  const holder = (node['id'] ?? node['key']) as { name?: string } | null | undefined
  return /^(VariableDeclarator|Property|MethodDefinition)$/.test(node.type) ? holder?.name : undefined
}

/** Sentences of comments that begin with What, Who or Of: they have no actor as their subject. */
export function headlessSentences(source: Source): string[] {
  const blocks: string[] = []
  let end = -2
  for (const { type, value, start, end: next } of parse(source).comments) {
    // Line comments on consecutive lines are one paragraph.
    const isContinued = type === 'Line' && blocks.length > 0 && /^\s*\n[ \t]*$/.test(source.text.slice(end, start))
    const text = value.replace(/^\s*\* ?/gm, ' ').replace(/^\*+/, '')
    if (isContinued) blocks.push(`${blocks.pop()} ${text}`)
    else blocks.push(text)
    end = next
  }
  return blocks
    .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.:!?;])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /^(What|Who|Of)\b/.test(sentence))
    .map((sentence) => `${source.path}: ${sentence}`)
}
