// The guide: chapters of docs/api, rendered by `npm run generate` into server/guide, and the page that leads to them.
import { readFileSync } from 'node:fs'
import { translator } from '../../kernel/text/messages.ts'
import { CHAPTERS, chapterPath, type Chapter } from './navigation.ts'
import { errorList, type WireError } from './error-pages.ts'
import type { View } from './layout.ts'
import { html, trusted, type Markup } from './markup.ts'
import { WORDS } from './strings.ts'

const folder = new URL('../../../guide/', import.meta.url)
const read = new Map<Chapter, string>()
function textOf(chapter: Chapter): string {
  const text = read.get(chapter) ?? readFileSync(new URL(`${chapter.replace('_', '-')}.html`, folder), 'utf8')
  read.set(chapter, text)
  return text
}

export const guideIndex = ({ words: w, link, publicApi }: View): Markup => html`<h1>${w.docs_title}</h1>
<p class="lead">${w.docs_lead}</p>
<pre tabindex="0"><code class="language-sh">curl '${publicApi}/events?per_page=3'</code></pre>
<ol class="cards">${CHAPTERS.map(
  (chapter) => html`<li><a href="${link(chapterPath(chapter))}"><b>${w[chapter]}</b><span>${w[`${chapter}_about`]}</span></a></li>`,
)}</ol>
<p class="further"><a href="${link('docs/reference')}">${w.reference}</a></p>`

/** The title of a chapter, in English like its text. */
export const chapterTitle = (chapter: Chapter): string => /<h1[^>]*>([^<]*)</.exec(textOf(chapter))?.[1] ?? ''

/** Chapters exist in English only. Their whole content is in English; only the navigation is in the language of the page. */
export function chapterPage(chapter: Chapter, errors: readonly WireError[], view: View): Markup {
  const { words: w, language, link } = view
  const next = CHAPTERS[CHAPTERS.indexOf(chapter) + 1]
  const isEnglish = language.split('-')[0] === 'en'
  return html`<p class="over">${w.guide}</p>
${!isEnglish && html`<p class="note">${w.in_english}</p>`}
<div class="prose" lang="en" dir="ltr">${trusted(withAddresses(textOf(chapter), view))}
${chapter === 'errors' && html`<h2>${WORDS.all_errors}</h2>${errorList(errors, { ...view, say: translator('en') })}`}</div>
${next && html`<p class="further"><a href="${link(chapterPath(next))}">${w[next]}</a></p>`}`
}

/** Resolves links between chapters, and replaces the address in the examples by the address of this service. */
const EXAMPLE_URL = 'http://127.0.0.1:3000'
const withAddresses = (text: string, { link, publicUrl }: View): string =>
  text.replace(/href="page:([^"#]*)/g, (_, path: string) => `href="${link(path)}`).replaceAll(EXAMPLE_URL, () => html`${publicUrl}`.text)
