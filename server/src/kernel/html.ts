// HTML that people send: what may stay, and what of it is text.
import sanitizeHtml from 'sanitize-html'

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'blockquote',
    'br',
    'caption',
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
    'details',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'time',
    'tr',
    'u',
    'ul',
    'wbr',
  ],
  allowedAttributes: {
    '*': ['dir', 'lang', 'title', 'class'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  selfClosing: ['br', 'img', 'hr', 'wbr', 'col'],
  disallowedTagsMode: 'discard',
  parser: { decodeEntities: true },
}

/** What may stay of it. Once more where the first time left something to mend, so that what comes out stays as it is when it is sent again. */
export function sanitise(html: string): string {
  if (!/[<&]/.test(html)) return html
  const once = clean(html)
  return clean(once)
}
const clean = (html: string): string => sanitizeHtml(html, RULES).replace(/(<(?:br|img|hr|wbr|col)\b[^>]*?) \/>/g, '$1>')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** Elements within a line: they part no word. */
const INLINE = /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)\b[^>]*>/g
/** The text of sanitised HTML, for searching. */
export const textOf = (html: string): string => decoded(html.replace(INLINE, '').replace(/<[^>]*>/g, ' '))
const decoded = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => (Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole))

/** Sanitised HTML as plain text for people: lines and paragraphs, points of lists, and where links lead. */
export function plainOf(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, href: string, inner: string) => {
      const name = inner.replace(/<[^>]*>/g, '').trim()
      return name === '' || href.replace(/^mailto:|^tel:/, '') === name ? href.replace(/^mailto:|^tel:/, '') : `${inner} (${href})`
    })
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<br[^>]*>|<\/(?:tr|dt|dd|caption|summary)>/g, '\n')
    .replace(/<li\b[^>]*>/g, '\n- ')
    .replace(/<\/(?:td|th)>/g, '\t')
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|dl|blockquote|pre|table|figure|figcaption|details|hr)\b[^>]*>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
  return decoded(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=- )/g, '\n')
    .trim()
}
