// Renders the chapters of docs/api from Markdown to the HTML that the server ships.
import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { CHAPTERS, chapterPath } from '../server/src/features/pages/navigation.ts'
import { wireErrors } from '../server/src/features/pages/error-pages.ts'
import { FAULTS, PROBLEMS } from '../server/src/kernel/errors/problems.ts'
import { everyCode } from '../server/src/features/openapi/error-catalog.ts'
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
/** The tables of codes are left out: the pages have them in the language of the reader. */
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

/** docs/api/errors.md: how errors look, and all codes. */
export const errorsChapter = (made: string): string =>
  [
    '# Errors',
    '',
    made,
    '',
    'Every error has the same shape. `code` is stable and for programs; `message` is for people, in the language of the request; `data.status` repeats the status.',
    '',
    '```sh',
    'KALENDS=http://127.0.0.1:3000/calendar/events/v1',
    'curl -s "$KALENDS/events/999999999"',
    '```',
    '',
    '```json',
    JSON.stringify({ code: 'rest-event-not-found', message: 'There is no such event.', data: { status: 404 } }, null, 2),
    '```',
    '',
    '## All faults at once',
    '',
    'A request with several wrong inputs is answered once, with all of them: `data.params` has a sentence for each input, `data.details` also a code. Inputs of a record that is made along are named by their path, such as `venue.0.website`.',
    '',
    '```sh',
    'curl -s "$KALENDS/events?start_date=2027-02-31&featured=perhaps"',
    '```',
    '',
    '```json',
    JSON.stringify(twoFaults(), null, 2),
    '```',
    '',
    '## As problem details',
    '',
    'With `Accept: application/problem+json` the same comes as RFC 9457 describes it.',
    '',
    '```sh',
    'curl -s "$KALENDS/nothing" -H \'Accept: application/problem+json\'',
    '```',
    '',
    '```json',
    JSON.stringify({ type: 'about:blank', title: '…', status: 404, detail: PROBLEMS.rest_no_route.text, code: 'rest_no_route' }, null, 2),
    '```',
    '',
    '## When to try again',
    '',
    'After 429 and 503, when the time in `Retry-After` is over; after 409 of a running `Idempotency-Key`; after 412 once you have read again. Any other error stays the same until the request changes.',
    '`X-Request-Id` is on every answer: give it to the operator when something is odd.',
    '',
    '## All codes',
    '',
    row('code', 'status', 'message', 'what to do'),
    row('---', '---', '---', '---'),
    ...wireErrors(everyCode(kinds)).map(({ code, statuses, messages, remedy }) =>
      row(`\`${code}\``, statuses.join(', '), messages.join(' '), remedy),
    ),
    '',
    '`rest_forbidden` is 401 to an anonymous caller and 403 to a known one. `rest_missing_callback_param` carries `data.params` with the missing names, and `data.details` with a code for each of them and for every other invalid input. `term_exists` carries `data.term_id`. `rest_too_many_requests`, `rest_overloaded` and `rest_media_unavailable` come with `Retry-After`.',
    '',
    '## What can be wrong with an input',
    '',
    '`rest_invalid_param` carries `data.params` (`{name: message}`) and `data.details` (`{name: {code, message}}`) with one of these codes.',
    '',
    row('code', 'message'),
    row('---', '---'),
    ...Object.entries(FAULTS).map(([code, text]) => row(`\`${code}\``, text)),
    '',
  ].join('\n')

function twoFaults(): unknown {
  const faults = { featured: 'not_boolean', start_date: 'not_moment' } as const
  const entries = Object.entries(faults)
  return {
    code: 'rest_invalid_param',
    message: 'Some inputs are not right: …',
    data: {
      status: 400,
      params: Object.fromEntries(entries.map(([name, code]) => [name, FAULTS[code]])),
      details: Object.fromEntries(entries.map(([name, code]) => [name, { code, message: FAULTS[code] }])),
    },
  }
}
