// Converts the plain text of a submission to HTML: paragraphs, line breaks, and links that search engines do not follow.
import { html, type Markup } from '../../kernel/text/markup.ts'

/** A URL ends before white space and before characters that no URL has unencoded. */
const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"]+/gi
/** Punctuation that belongs to the sentence around a URL. */
const CLOSING = ".,;:!?)]}'”’»"

export const textToHtml = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(
      (paragraph) =>
        `<p>${paragraph
          .split('\n')
          .map((line) => linkUrls(line).text)
          .join('<br>')}</p>`,
    )
    .join('\n')

function linkUrls(line: string): Markup {
  const parts: Markup[] = []
  let end = 0
  for (const { 0: found, index } of line.matchAll(URL_IN_TEXT)) {
    const url = withoutClosing(found)
    parts.push(html`${line.slice(end, index)}<a href="${url}" rel="nofollow ugc">${url}</a>`)
    end = index + url.length
  }
  return html`${parts}${line.slice(end)}`
}
function withoutClosing(url: string): string {
  let length = url.length
  while (length > 0 && CLOSING.includes(url.charAt(length - 1))) length -= 1
  return url.slice(0, length)
}
