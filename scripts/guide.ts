// Renders the chapters of docs/api from Markdown to the HTML that the server ships.
import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { CHAPTERS, chapterPath } from '../server/src/features/pages/navigation.ts'
import { documentedErrors, fieldErrorTexts } from '../server/src/features/pages/error-pages.ts'
import { errorCatalog } from '../server/src/features/openapi/error-catalog.ts'
import { kinds } from '../server/src/resources/index.ts'

const folder = new URL('../docs/api/', import.meta.url)
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** Every chapter as a file of server/guide. */
export function renderedGuide(errors: string): Record<string, string> {
  const made: Record<string, string> = {}
  for (const chapter of CHAPTERS) {
    const name = chapterPath(chapter).replace('docs/', '')
    const text = chapter === 'errors' ? errors : readFileSync(new URL(`${name}.md`, folder), 'utf8')
    made[`server/guide/${name}.html`] = rendered(text)
  }
  return made
}

const marked = new Marked({ gfm: true })
marked.use({
  renderer: {
    code: ({ text, lang = '' }) =>
      `<pre tabindex="0"><code class="language-${/^\w*/.exec(lang)?.[0] ?? ''}">${escaped(text)}</code></pre>\n`,
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const page = pageOf(href)
      return page === null ? text : `<a href="${escaped(page)}">${text}</a>`
    },
  },
})
/** Leaves out the tables of codes: the page of the chapter has links to a page for each code instead. */
function rendered(text: string): string {
  const [own = ''] = text.split('\n## All codes\n')
  // A table may be wider than a telephone: it scrolls by itself, and so must be reachable by keyboard.
  const made = (marked.parse(own) as string).replaceAll('<table>', '<div class="table" tabindex="0"><table>')
  return `${made.replaceAll('</table>', '</table></div>').trim()}\n`
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
const idOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
/** Links between chapters become links between pages. The server does not serve other documents of the repository: links to them become text. */
function pageOf(href: string): string | null {
  if (href === '../openapi.json') return 'page:docs/reference'
  const [, name, anchor = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? []
  if (name !== undefined) return `page:docs/${name}${anchor}`
  return href.startsWith('../') ? null : href
}

/** Returns docs/api/errors.md with new tables after the marker. The text before the marker is written by hand. */
export function errorsChapter(marker: string): string {
  const [written, tables] = readFileSync(new URL('errors.md', folder), 'utf8').split(marker)
  if (written === undefined || tables === undefined) throw new Error(`docs/api/errors.md lacks the line ${marker}`)
  return [
    `${written}${marker}`,
    '',
    row('code', 'status', 'message', 'solution'),
    row('---', '---', '---', '---'),
    ...documentedErrors(errorCatalog(kinds)).map(({ code, statuses, messages, remedy }) =>
      row(`\`${code}\``, statuses.join(', '), messages.join(' '), remedy),
    ),
    '',
    '## Parameter error codes',
    '',
    'The error `rest_invalid_param` contains one of these codes for each invalid parameter, in `data.details`.',
    '',
    row('code', 'message'),
    row('---', '---'),
    ...fieldErrorTexts().map(([code, texts]) => row(`\`${code}\``, texts.join(' '))),
    '',
  ].join('\n')
}
