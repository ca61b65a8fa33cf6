// A template tag for HTML: it escapes every interpolated value except other HTML.

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Piece = Markup | string | number | boolean | null | undefined | readonly Piece[]

export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(strings.reduce((text, string, i) => text + renderPiece(pieces[i - 1]) + string))

/** Marks HTML that the project itself generated. It is not escaped. */
export const trusted = (text: string): Markup => new Markup(text)

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Renders the parts of a text between backticks as code. */
export const inlineCode = (text: string | undefined): Markup =>
  html`${(text ?? '').split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Booleans, null and undefined render as nothing, so that templates can use `condition && html`. */
function renderPiece(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (Array.isArray(piece)) return piece.map((each: Piece) => renderPiece(each)).join('')
  if (piece === null || piece === undefined || piece === false || piece === true) return ''
  return escapeHtml(String(piece))
}
