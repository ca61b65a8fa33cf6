// The guide: chapters of docs/api, rendered by `npm run generate` into server/guide, and the page that leads to them.
import { readFileSync } from 'node:fs'
import { CHAPTERS, chapterPath, type Chapter } from './contents.ts'
import { errorList, type WireError } from './errors.ts'
import { directionOf, type View } from './frame.ts'
import { html, trusted, type Markup } from './markup.ts'

const folder = new URL('../../../guide/', import.meta.url)
const read = new Map<Chapter, string>()
function textOf(chapter: Chapter): string {
  const text = read.get(chapter) ?? readFileSync(new URL(`${chapter.replace('_', '-')}.html`, folder), 'utf8')
  read.set(chapter, text)
  return text
}

export const guideIndex = ({ words: w, link, public_api }: View): Markup => html`<h1>${w.docs_title}</h1>
<p class="lead">${w.docs_lead}</p>
<pre tabindex="0"><code class="language-sh">curl '${public_api}/events?per_page=3'</code></pre>
<ol class="cards">${CHAPTERS.map(
  (chapter) => html`<li><a href="${link(chapterPath(chapter))}"><b>${w[chapter]}</b><span>${w[`${chapter}_about`]}</span></a></li>`,
)}</ol>
<p class="further"><a href="${link('docs/reference')}">${w.reference}</a></p>`

export function chapterPage(chapter: Chapter, errors: readonly WireError[], view: View): Markup {
  const { words: w, language, link } = view
  const next = CHAPTERS[CHAPTERS.indexOf(chapter) + 1]
  const isEnglish = language.split('-')[0] === 'en'
  return html`<p class="over">${w.guide}</p>
<h1>${w[chapter]}</h1>
<p class="lead">${w[`${chapter}_about`]}</p>
${!isEnglish && html`<p class="note">${w.in_english}</p>`}
<div class="prose" lang="en" dir="ltr">${trusted(addressed(textOf(chapter), view))}</div>
${chapter === 'errors' && html`<h2>${w.all_errors}</h2>${errorList(errors, view)}`}
${next && html`<p class="further"><a href="${link(chapterPath(next))}">${w[next]}</a></p>`}`
}

/** The headings of all chapters; they are said in every language. */
const HEADING = /<h2 id="([^"]*)">([^<]*)<\/h2>/g
export const guideHeadings = (): string[] =>
  CHAPTERS.flatMap((chapter) => [...textOf(chapter).matchAll(HEADING)].map(([, , text = '']) => text))

/** Headings in the language of the page, links between chapters, and the address of this very service in examples. */
const WRITTEN = 'http://127.0.0.1:3000'
function addressed(text: string, { language, link, public_url, say }: View): string {
  const heading = (id: string, english: string): string =>
    html`<h2 id="${id}" lang="${language}" dir="${directionOf(language)}">${say(english)}</h2>`.text
  return text
    .replace(HEADING, (_, id: string, english: string) => heading(id, english))
    .replace(/href="page:([^"]*)"/g, (_, path: string) => `href="${link(path)}"`)
    .replaceAll(WRITTEN, () => html`${public_url}`.text)
}
