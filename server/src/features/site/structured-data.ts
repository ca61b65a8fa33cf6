// Elements of the head for search engines and for previews of links: JSON-LD, Open Graph and Twitter cards.
import { html, trusted, type Markup } from '../../kernel/text/markup.ts'
import type { SiteView } from './site-view.ts'

/** A `<` inside a script element could end it. */
export const jsonLd = (value: unknown): Markup =>
  trusted(`<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)

export interface LinkPreview {
  readonly title: string
  readonly description: string
  readonly url: string
  /** The absolute URL of a picture, and its alternative text. */
  readonly image: { readonly url: string; readonly alt: string | null } | null
}
export const linkPreview = ({ title, description, url, image }: LinkPreview, { calendarName, language }: SiteView): Markup =>
  html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${calendarName}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${language.replace(/-(\w+)$/, (_, region: string) => `_${region.toUpperCase()}`)}">
${description !== '' && html`<meta property="og:description" content="${description}">\n`}${
  image &&
  html`<meta property="og:image" content="${image.url}">\n${image.alt !== null && html`<meta property="og:image:alt" content="${image.alt}">\n`}`
}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
