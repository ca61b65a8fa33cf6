// The pages of the guide. `npm run generate` renders its chapters from docs/api into server/guide.
import { readFileSync } from 'node:fs'
import { translator } from '../../kernel/text/messages.ts'
import { CHAPTERS, chapterPath, type Chapter } from './navigation.ts'
import { errorList, type DocumentedError } from './error-pages.ts'
import type { View } from './view.ts'
import { html, trusted, type Markup } from '../../kernel/text/markup.ts'
import { PAGE_STRINGS } from './strings.ts'

const folder = new URL('../../../guide/', import.meta.url)
const cache = new Map<Chapter, string>()
export function chapterHtml(chapter: Chapter): string {
  const text = cache.get(chapter) ?? readFileSync(new URL(`${chapter.replace('_', '-')}.html`, folder), 'utf8')
  cache.set(chapter, text)
  return text
}

export const guideIndex = ({ strings: t, link, publicApi }: View): Markup => html`<h1>${t.docs_title}</h1>
<p class="lead">${t.docs_lead}</p>
<pre tabindex="0"><code class="language-sh">curl '${publicApi}/events?per_page=3'</code></pre>
<ol class="cards">${CHAPTERS.map(
  (chapter) => html`<li><a href="${link(chapterPath(chapter))}"><b>${t[chapter]}</b><span>${t[`${chapter}_about`]}</span></a></li>`,
)}</ol>
<p class="next-page"><a href="${link('docs/reference')}">${t.reference}</a></p>`

/** Returns the title of a chapter in English, like its text. */
export const chapterTitle = (chapter: Chapter): string => /<h1[^>]*>([^<]*)</.exec(chapterHtml(chapter))?.[1] ?? ''

/** Chapters exist in English only. Their whole content is in English; only the navigation is in the language of the page. */
export function chapterPage(chapter: Chapter, errors: readonly DocumentedError[], view: View): Markup {
  const { strings: t, language, link } = view
  const next = CHAPTERS[CHAPTERS.indexOf(chapter) + 1]
  const isEnglish = language.split('-')[0] === 'en'
  return html`<p class="breadcrumb">${t.guide}</p>
${!isEnglish && html`<p class="note">${t.in_english}</p>`}
<div class="prose" lang="en" dir="ltr">${trusted(resolveUrls(chapterHtml(chapter), view))}
${chapter === 'errors' && html`<h2>${PAGE_STRINGS.all_errors}</h2>${errorList(errors, { ...view, translate: translator('en') })}`}</div>
${next && html`<p class="next-page"><a href="${link(chapterPath(next))}">${t[next]}</a></p>`}`
}

/** Resolves links between chapters, and replaces the URL in the examples with the URL of this server. */
const EXAMPLE_URL = 'http://127.0.0.1:3000'
const resolveUrls = (text: string, { link, publicUrl }: View): string =>
  text.replace(/href="page:([^"#]*)/g, (_, path: string) => `href="${link(path)}`).replaceAll(EXAMPLE_URL, () => html`${publicUrl}`.text)
