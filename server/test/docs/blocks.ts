// Parses the code blocks of a Markdown page: each one is run, compared with the output of the block before it, or skipped for a reason.
import { EXAMPLE } from './compare.ts'

export type Mode = 'run' | 'background' | 'expected' | 'skipped'
export interface Block {
  /** Page and line, for error messages. */
  readonly where: string
  readonly line: number
  readonly language: string
  readonly mode: Mode
  readonly text: string
}

const RUNNABLE = ['sh', 'bash', 'ts', 'js']
const COMPARABLE = ['json', 'text', 'http']
const MIN_REASON_LENGTH = 10

/** Returns all blocks in order. Throws if a block states neither how it is run nor why it is not. */
export function parseBlocks(page: string, markdown: string): Block[] {
  const blocks: Block[] = []
  for (const { line, info, text } of parseFences(markdown)) {
    const [language = '', ...rest] = info.split(/\s+/)
    const where = `${page}:${line}`
    const mode = modeOf(language, rest.join(' '), blocks.at(-1))
    if (mode instanceof Error) throw new Error(`${where}: ${mode.message}`)
    blocks.push({ where, line, language: info === EXAMPLE ? EXAMPLE : language, mode, text })
  }
  return blocks
}

/** Returns the blocks of the section with this anchor. Throws if there is no such section. */
export function parseSection(page: string, markdown: string, anchor: string): Block[] {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(({ 1: title = '', index }) => ({
    line: markdown.slice(0, index).split('\n').length,
    anchor: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  }))
  const at = headings.findIndex((heading) => heading.anchor === anchor)
  if (at < 0) throw new Error(`${page} has no section #${anchor}`)
  const [first = 0, end = Infinity] = headings.slice(at, at + 2).map(({ line }) => line)
  return parseBlocks(page, markdown).filter(({ line }) => line > first && line < end)
}

/** Returns the target of the link that tells the reader to start a server, if it stands before the first block that is run. */
export function linkToServer(blocks: readonly Block[], markdown: string): string | null {
  const first = blocks.find(({ mode }) => mode === 'run')
  const before = markdown.split('\n').slice(0, first?.line).join('\n')
  return /\]\(([\w./-]+\.md#start-a-server)\)/.exec(before)?.[1] ?? null
}

function modeOf(language: string, rest: string, before: Block | undefined): Mode | Error {
  if (rest.startsWith('no-run')) {
    const reason = /^no-run: (.+)$/.exec(rest)?.[1] ?? ''
    return reason.length < MIN_REASON_LENGTH
      ? new Error('`no-run` needs a reason: ```' + `${language} no-run: why it cannot be run`)
      : 'skipped'
  }
  if (rest === 'background') return language === 'sh' || language === 'bash' ? 'background' : new Error('only sh runs in the background')
  if (rest !== '' && `${language} ${rest}` !== EXAMPLE)
    return new Error(`"${rest}" is unknown; use "background", "example", "no-run: reason" or nothing`)
  if (RUNNABLE.includes(language)) return 'run'
  if (!COMPARABLE.includes(language)) return new Error(`a block in "${language}" cannot be run: add "no-run: reason"`)
  return before?.mode === 'run'
    ? 'expected'
    : new Error(`a ${language} block shows the output of the block before it, but no block is run before it`)
}

interface Fence {
  readonly line: number
  readonly info: string
  readonly text: string
}
function parseFences(markdown: string): Fence[] {
  const found: Fence[] = []
  let open: { line: number; info: string; indent: number; mark: string; lines: string[] } | undefined
  for (const [i, line] of markdown.split('\n').entries()) {
    const [, space = '', mark = '', info = ''] = /^( *)(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open && mark.startsWith(open.mark) && info.trim() === '') {
      found.push({ line: open.line, info: open.info, text: open.lines.join('\n') })
      open = undefined
    } else if (open) open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)))
    else if (mark) open = { line: i + 1, info: info.trim(), indent: space.length, mark, lines: [] }
  }
  if (open) throw new Error(`line ${open.line}: the block is never closed`)
  return found
}
