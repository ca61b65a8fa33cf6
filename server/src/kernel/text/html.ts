// Sanitizes HTML that clients send, and extracts its text.
import sanitizeLibrary from 'sanitize-html'
import { FieldError } from '../errors/problems.ts'

/** Adds rel=noopener, so that a page opened by a link with `target` cannot access the page that links to it. */
const protectOpener: sanitizeLibrary.Transformer = (tagName, attribs) => {
  const tokens = (attribs['rel'] ?? '').split(/\s+/).filter(Boolean)
  if (!attribs['target'] || tokens.some((token) => token.toLowerCase() === 'noopener')) return { tagName, attribs }
  return { tagName, attribs: { ...attribs, rel: [...tokens, 'noopener'].join(' ') } }
}

const RULES: sanitizeLibrary.IOptions = {
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
  transformTags: { a: protectOpener },
  parser: { decodeEntities: true },
}

/** Limit of nested elements, because the parser takes quadratic time in the depth. */
export const MAX_NESTING = 256

/** Sanitized HTML or an error, by the HTML that the client sent. */
export type SanitizedHtml = ReadonlyMap<string, string | FieldError>

/** Removes all elements and attributes that are not allowed. Sanitizing the result again changes nothing. */
export function sanitizeHtml(html: string): string | FieldError {
  if (!hasMarkup(html)) return html
  try {
    const once = sanitize(html)
    // Removing an element can leave its parent with content that the parser moves.
    return once === html ? once : sanitize(once)
  } catch (error) {
    if (error instanceof TooDeep) return new FieldError('too_deep', { max: MAX_NESTING })
    throw error
  }
}

/** Text without markup stays as it is. */
export const hasMarkup = (html: string): boolean => /[<&]/.test(html)

class TooDeep extends Error {}

/** Counts the depth in the parser, so that the limit applies to the elements as the parser nests them. */
function sanitize(html: string): string {
  let depth = 0
  const limits = {
    onOpenTag: () => {
      depth += 1
      if (depth > MAX_NESTING) throw new TooDeep()
    },
    onCloseTag: () => {
      depth -= 1
    },
  }
  return sanitizeLibrary(html, { ...RULES, ...limits }).replace(/(<(?:br|img|hr|wbr|col)\b[^<>]*?) \/>/g, '$1>')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
/** Elements within a line do not separate words. */
const INLINE = /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|u|wbr)\b[^<>]*>/g
/** Extracts the text of sanitized HTML for search. */
export const htmlToSearchText = (html: string): string => decodeEntities(html.replace(INLINE, '').replace(/<[^<>]*>/g, ' '))
const decodeEntities = (text: string): string =>
  text.replace(/&(#?\w{1,10});/g, (whole, name: string) => (Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole))

/** Converts sanitized HTML to readable plain text: lines and paragraphs, list items, and targets of links. */
export function htmlToPlainText(html: string): string {
  if (!hasMarkup(html)) return html.trim()
  const text = linksAsText(html.replace(/\s+/g, ' '))
    .replace(/<img\b[^<>]*?\balt="([^"<>]*)"[^<>]*>/g, '$1')
    .replace(/<br[^<>]*>|<\/(?:tr|dt|dd|caption|summary)>/g, '\n')
    .replace(/<li\b[^<>]*>/g, '\n- ')
    .replace(/<\/(?:td|th)>/g, '\t')
    .replace(/<\/?(?:p|div|h[1-6]|ul|ol|dl|blockquote|pre|table|figure|figcaption|details|hr)\b[^<>]*>/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
  return decodeEntities(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=- )/g, '\n')
    .trim()
}

/** Replaces each link by its content followed by its target, or by the target alone if the content adds nothing. */
function linksAsText(html: string): string {
  const [before = '', ...rest] = html.split(/<a\b(?=[^<>]*\bhref=")/)
  const links = rest.map((part) => {
    const [, href = '', opened = ''] = /^[^<>]*?\bhref="([^"<>]*)"([^<>]*>)/.exec(part) ?? []
    const start = part.indexOf('>') + 1
    const end = part.indexOf('</a>', start)
    if (opened === '' || end < 0) return part.slice(start)
    const content = part.slice(start, end)
    const name = content.replace(/<[^<>]*>/g, '').trim()
    const target = href.replace(/^mailto:|^tel:/, '')
    return `${name === '' || target === name ? target : `${content} (${href})`}${part.slice(end + 4)}`
  })
  return before + links.join('')
}
