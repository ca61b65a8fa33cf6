// The HTML document around every page: head, header, navigation and footer.
import { languageName } from '../../kernel/text/language-names.ts'
import { directionOf } from '../../kernel/text/languages.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { View } from './view.ts'

export interface Page {
  readonly title: string
  readonly main: Markup
  /** The navigation next to the content; pages outside the documentation have none. */
  readonly contents?: Markup
  readonly wide?: boolean
  /** The page belongs to the calendar of the operator, and not to the documentation. */
  readonly isPublic?: boolean
}

export function renderLayout({ title, main, contents, wide }: Page, view: View): string {
  const { strings: t, language, path } = view
  const tabs = [
    { at: 'docs', label: t.guide, on: path.startsWith('docs') && !path.startsWith('docs/reference') },
    { at: 'docs/reference', label: t.reference, on: path.startsWith('docs/reference') },
    { at: 'subscribe', label: t.subscribe, on: path === 'subscribe' },
  ]
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${t.about}">
<title>${title === '' ? `Kalends – ${t.about}` : `${title} – Kalends`}</title>
<link rel="icon" href="${view.asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${view.asset('pages.css')}">
${view.languages.map((each) => html`<link rel="alternate" hreflang="${each}" href="${view.linkIn(each, path)}">\n`)}<script type="module" src="${view.asset('pages.js')}"></script>
</head>
<body data-copy="${t.copy}" data-copied="${t.copied}">
<a class="skip" href="#content">${t.skip}</a>
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
<footer class="bottom"><span>Kalends – ${t.about}</span><a href="${view.api}/doc">${t.openapi}</a></footer>
</body>
</html>
`.text
}

const languageMenu = ({ strings: t, language, languages, linkIn, path, query }: View): Markup => html`<details class="menu">
    <summary><span class="visually-hidden">${t.language}: </span>${languageName(language, languages)}</summary>
    <ul>${languages.map(
      (each) =>
        html`<li><a href="${linkIn(each, path)}${query.size > 0 && `?${query.toString()}`}" lang="${each}" hreflang="${each}" dir="${directionOf(each)}"${each === language ? html` aria-current="true"` : ''} data-reload>${languageName(each, languages)}</a></li>`,
    )}</ul>
  </details>`
