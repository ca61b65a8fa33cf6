// The HTML document of a public page: head, header with navigation and languages, and footer.
import { languageName } from '../../kernel/text/language-names.ts'
import { directionOf } from '../../kernel/text/languages.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import { translator } from '../../kernel/text/messages.ts'
import { icon } from './site-icons.ts'
import { SITE_STRINGS } from './site-strings.ts'
import { basePath, type SiteView } from './site-view.ts'

export interface SitePage {
  /** Without the name of the calendar. Empty for the home page. */
  readonly title: string
  readonly description?: string
  readonly main: Markup
  /** The entry of the navigation that the page belongs to. */
  readonly current?: 'events' | 'month'
  /** The path and query of the canonical URL, without the language root; default: the path of the page. */
  readonly canonical?: string
  /** The paths of the page in the languages that it has; default: `canonical` in all languages. */
  readonly alternates?: Readonly<Record<string, string>>
  /** Search engines leave the page out. */
  readonly isHidden?: boolean
  /** More elements of the head: structured data, previews of links, and neighboring pages. */
  readonly head?: Markup
}

export function renderSiteLayout(view: SiteView, page: SitePage): string {
  const { language, strings: t, calendarName, settings } = view
  const title = page.title === '' ? calendarName : `${page.title} – ${calendarName}`
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${renderMeta(view, page)}
<link rel="icon" href="${view.asset('logo')}">
<link rel="stylesheet" href="${view.asset('site.css')}">
<script type="module" src="${view.asset('site.js')}"></script>
${page.head}
</head>
<body>
<a class="skip" href="#content">${t.skip_to_content}</a>
${renderHeader(view, page)}
<main id="content" tabindex="-1">
${page.main}
</main>
<footer class="foot"><div class="frame">
<span dir="auto">${settings.footer}</span>
<ul>${settings.acceptsSubmissions && html`<li><a href="${view.link('submit')}">${t.suggest}</a></li>`}<li><a href="${view.link('subscribe')}">${t.feeds}</a></li>${settings.hasDocumentation && html`<li><a href="${view.link('docs')}">${t.documentation}</a></li>`}<li><a href="${view.link('embed')}">${t.embed}</a></li><li>${t.made_with}</li></ul>
</div></footer>
</body>
</html>
`.text
}

/** Description, canonical URL, and the same page in all languages. */
function renderMeta(view: SiteView, page: SitePage): Markup {
  const { site, absolute, language } = view
  const canonical = page.canonical ?? view.path
  if (page.isHidden) return html`<meta name="robots" content="noindex">`
  const alternates = page.alternates ?? Object.fromEntries(site.languages.map((each) => [each, canonical]))
  const original = alternates[site.defaultLanguage]
  return html`${page.description && html`<meta name="description" content="${page.description}">\n`}<link rel="canonical" href="${absolute(canonical, language)}">
${Object.entries(alternates).map(([each, path]) => html`<link rel="alternate" hreflang="${each}" href="${absolute(path, each)}">\n`)}${original !== undefined && html`<link rel="alternate" hreflang="x-default" href="${absolute(original, site.defaultLanguage)}">`}`
}

function renderHeader(view: SiteView, page: SitePage): Markup {
  const { strings: t, link, calendarName } = view
  const entries = [
    { name: 'events', path: 'events', label: t.whats_on },
    { name: 'month', path: 'events?view=month', label: t.month },
  ]
  return html`<header class="top"><div>
<a class="brand" href="${link('')}"><img src="${view.asset('logo')}" alt="" width="32" height="32">${calendarName}</a>
${
  view.site.pages.includes('events') &&
  html`<nav class="nav" aria-label="${calendarName}">${entries.map(
    ({ name, path, label }) => html`<a href="${link(path)}"${name === page.current ? html` aria-current="page"` : ''}>${label}</a>`,
  )}</nav>`
}
${languageMenu(view, page)}
<a class="btn top-subscribe" href="${link('subscribe')}">${icon('calendar')}${t.subscribe}</a>
</div>${languageOffer(view, page)}</header>`
}

/** A page that names no path of its own is found under the same path in all languages, because slugs redirect. */
function languageUrl({ site, path, query }: SiteView, { alternates }: SitePage, language: string): string {
  const base = `${basePath(site)}/${language}/`
  return alternates ? `${base}${alternates[language] ?? path}` : `${base}${path}${query.size > 0 ? `?${query.toString()}` : ''}`
}
const languageMenu = (view: SiteView, page: SitePage): Markup => {
  const { strings: t, language, site } = view
  return html`<details class="menu">
<summary class="btn ghost">${icon('globe')}<span class="unseen">${t.language}: </span>${languageName(language, site.languages)}${icon('down', 's')}</summary>
<ul class="pop">${site.languages.map(
    (each) =>
      html`<li><a href="${languageUrl(view, page, each)}" lang="${each}" hreflang="${each}" dir="${directionOf(each)}"${each === language ? html` aria-current="true"` : ''}>${languageName(each, site.languages)}</a></li>`,
  )}</ul>
</details>`
}

/** The script shows the link to the reader's language, so that one cached page serves readers of all languages. */
const languageOffer = (view: SiteView, page: SitePage): Markup =>
  html`<div class="offer" data-offer hidden>${view.site.languages
    .filter((each) => each !== view.language)
    .map(
      (each) =>
        html`<a href="${languageUrl(view, page, each)}" lang="${each}" hreflang="${each}" dir="${directionOf(each)}" hidden>${translator(each)(SITE_STRINGS.offer)}</a>`,
    )}</div>`
