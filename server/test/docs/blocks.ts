// The code blocks of a page, and what each is for: run, compared with what the one before it said, or left alone for a reason.
export type Manner = 'run' | 'background' | 'expected' | 'alone'
export interface Block {
  /** Page and line, for people. */
  readonly where: string
  readonly language: string
  readonly manner: Manner
  readonly text: string
}

const RUN = ['sh', 'bash', 'ts', 'js']
const EXPECTED = ['json', 'text', 'http']
const REASON_MIN = 10

/** All blocks of a page in order; throws on a block that says neither how it is run nor why it is not. */
export function blocksOf(page: string, markdown: string): Block[] {
  const blocks: Block[] = []
  for (const { line, info, text } of fences(markdown)) {
    const [language = '', ...rest] = info.split(/\s+/)
    const where = `${page}:${line}`
    const manner = mannerOf(language, rest.join(' '), blocks.at(-1))
    if (manner instanceof Error) throw new Error(`${where}: ${manner.message}`)
    blocks.push({ where, language, manner, text })
  }
  return blocks
}

function mannerOf(language: string, rest: string, before: Block | undefined): Manner | Error {
  if (rest.startsWith('no-run')) {
    const reason = /^no-run: (.+)$/.exec(rest)?.[1] ?? ''
    return reason.length < REASON_MIN ? new Error('`no-run` needs a reason: ```' + `${language} no-run: why it cannot be run`) : 'alone'
  }
  if (rest === 'background') return language === 'sh' || language === 'bash' ? 'background' : new Error('only sh runs in the background')
  if (rest !== '') return new Error(`"${rest}" is not understood; it is "background", "no-run: reason" or nothing`)
  if (RUN.includes(language)) return 'run'
  if (!EXPECTED.includes(language)) return new Error(`a block in "${language}" is not run: say why, with "no-run: reason"`)
  return before?.manner === 'run'
    ? 'expected'
    : new Error(`a ${language} block is what the block before it says, but none is run before it`)
}

interface Fence {
  readonly line: number
  readonly info: string
  readonly text: string
}
function fences(markdown: string): Fence[] {
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
