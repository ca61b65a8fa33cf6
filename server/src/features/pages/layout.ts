// What every page has round its content: head, header, contents, footer; and the view that all templates are given.
import type { Translate } from '../../kernel/text/messages.ts'
import { html, type Markup } from './markup.ts'
import type { Strings } from './strings.ts'

/** One page as it is asked for: where, in which language, of which calendar. */
export interface View {
  readonly language: string
  /** The language root that was used; empty without one. */
  readonly root: string
  readonly languages: readonly string[]
  /** Without slashes at its ends; empty is the first page. */
  readonly path: string
  readonly words: Strings
  readonly say: Translate
  /** The address of a page in the language of this one, relative to where the reader is. */
  readonly link: (path: string) => string
  /** The same in another language. */
  readonly linkIn: (language: string, path: string) => string
  /** A file beside the pages. */
  readonly asset: (name: string) => string
  /** The interface, in the language of the page: relative, and as others reach it. */
  readonly api: string
  readonly publicApi: string
  readonly publicUrl: string
  /** The path of the interface after host and language, without a slash before it. */
  readonly rest: string
  /** The name of the calendar. */
  readonly name: string
  readonly query: URLSearchParams
}
export interface Page {
  readonly title: string
  readonly main: Markup
  /** Contents beside it; absent on pages that stand alone. */
  readonly contents?: Markup
  readonly wide?: boolean
}

const RIGHT_TO_LEFT = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']
export const directionOf = (language: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr')

export function renderLayout({ title, main, contents, wide }: Page, view: View): string {
  const { words: w, language, path } = view
  const tabs = [
    { at: 'docs', label: w.guide, on: path.startsWith('docs') && !path.startsWith('docs/reference') },
    { at: 'docs/reference', label: w.reference, on: path.startsWith('docs/reference') },
    { at: 'subscribe', label: w.subscribe, on: path === 'subscribe' },
  ]
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${w.about}">
<title>${title === '' ? `Kalends – ${w.about}` : `${title} – Kalends`}</title>
<link rel="icon" href="${view.asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${view.asset('pages.css')}">
${view.languages.map((each) => html`<link rel="alternate" hreflang="${each}" href="${view.linkIn(each, path)}">\n`)}<script type="module" src="${view.asset('pages.js')}"></script>
</head>
<body data-copy="${w.copy}" data-copied="${w.copied}">
<a class="skip" href="#content">${w.skip}</a>
<header class="top">
  <a class="brand" href="${view.link('')}"><img src="${view.asset('icon.svg')}" alt="" width="28" height="28"><span>Kalends</span></a>
  <nav class="tabs" aria-label="Kalends">${tabs.map(
    ({ at, label, on }) => html`<a href="${view.link(at)}"${on ? html` aria-current="${path === at ? 'page' : 'true'}"` : ''}>${label}</a>`,
  )}</nav>
  ${languageMenu(view)}
</header>
<div class="${contents ? 'with-contents' : 'alone'}${wide ? ' wide' : ''}">
${contents}
<main id="content" tabindex="-1">
${main}
</main>
</div>
<footer class="bottom"><span>Kalends – ${w.about}</span><a href="${view.api}/doc">${w.openapi}</a></footer>
</body>
</html>
`.text
}

const languageMenu = ({ words, language, languages, linkIn, path, query }: View): Markup => html`<details class="menu">
    <summary><span class="unseen">${words.language}: </span>${languageName(language, languages)}</summary>
    <ul>${languages.map(
      (each) =>
        html`<li><a href="${linkIn(each, path)}${query.size > 0 && `?${query.toString()}`}" lang="${each}" hreflang="${each}" dir="${directionOf(each)}"${each === language ? html` aria-current="true"` : ''} data-whole>${languageName(each, languages)}</a></li>`,
    )}</ul>
  </details>`

/** A language in its own words; its country only where another needs to be told apart from it. */
export function languageName(language: string, languages: readonly string[]): string {
  const [primary = language] = language.split('-')
  const shown = languages.filter((each) => each.split('-')[0] === primary).length > 1 ? language : primary
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(shown) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
