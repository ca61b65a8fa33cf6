// Links from a page to other records and files of the calendar.
import { focusClasses } from '../../kernel/text/focus-classes.ts'
import { html, trusted, type Markup } from '../../kernel/text/markup.ts'
import type { ShownCategory, ShownEvent } from './site-records.ts'
import { basePath, type SiteView } from './site-view.ts'

interface LinkedRecord {
  readonly url: string
  readonly rest_url?: string
  readonly slug: string
}
/** Returns the URL of the page of a record, without the host if it is a page of this server. Null if the record has no page. */
export function pageHref(view: SiteView, plural: string, { url, rest_url }: LinkedRecord): string | null {
  const { site } = view
  const name = { events: 'event', venues: 'venue', organizers: 'organizer', categories: 'category' }[plural] ?? ''
  if (!site.publicUrlTemplates[name] && !site.pages.includes(plural)) return null
  return url === rest_url ? null : localUrl(view, url)
}
/** Files and pages of the calendar are addressed without the host, so that a page works under each of its names. */
export const localUrl = ({ site }: SiteView, url: string): string =>
  url.startsWith(`${site.publicUrl}/`) ? `${basePath(site)}${url.slice(site.publicUrl.length)}` : url

export const linked = (href: string | null, content: Markup | string, className = ''): Markup =>
  href === null
    ? html`<span${className && html` class="${className}"`}>${content}</span>`
    : html`<a${className && html` class="${className}"`} href="${href}">${content}</a>`

/** The color of a category, as a class. */
export const colorClass = (category: Pick<ShownCategory, 'color'> | undefined): string => `c-${category?.color ?? 'slate'}`

type Picture = NonNullable<ShownEvent['image']>
export interface PictureOptions {
  /** The smallest width that the picture is shown with on a wide and on a narrow screen, as in `sizes`. */
  readonly sizes: string
  readonly className?: string
  /** The picture is above the fold, so that the browser loads it first. */
  readonly isFirst?: boolean
  /** A picture that repeats its event's title has no alternative text. */
  readonly alt?: string
}
/** A picture with all of its sizes. The focal point stays visible when the picture is cropped. */
export function picture(view: SiteView, image: Picture, { sizes, className = '', isFirst = false, alt = '' }: PictureOptions): Markup {
  const files = Object.values(image.sizes).filter(({ width }, i, all) => all.findIndex((each) => each.width === width) === i)
  const set = files.map(({ url, width }) => `${localUrl(view, url)} ${width}w`).join(', ')
  return html`<img class="${className}${image.focal_point ? ` ${focusClasses(image.focal_point)}` : ''}" src="${localUrl(view, image.url)}" srcset="${set}" sizes="${sizes}" width="${image.width}" height="${image.height}" alt="${alt}"${isFirst ? html` fetchpriority="high"` : html` loading="lazy"`} decoding="async">`
}

/** Classes of editors have no meaning on the page, and there is only one first heading. The HTML was sanitized when it was stored. */
export const prose = (sanitized: string): Markup =>
  trusted(sanitized.replace(/(<[a-z][^<>]*?) class="[^"<>]*"/g, '$1').replace(/<(\/?)h1\b/g, '<$1h2'))
