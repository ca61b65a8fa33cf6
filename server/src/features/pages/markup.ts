// HTML as a value: everything that is put into a template is escaped, unless it is HTML already.

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Piece = Markup | string | number | boolean | null | undefined | readonly Piece[]

export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(strings.reduce((text, string, i) => text + written(pieces[i - 1]) + string))

/** What is HTML already, and ours: rendered at build, or made by hand. */
export const trusted = (text: string): Markup => new Markup(text)

/** A sentence in which `names` between backticks are shown as code. */
export const inlineCode = (text: string | undefined): Markup =>
  html`${(text ?? '').split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Nothing, false and null leave no trace, so that parts can stand behind a condition. */
function written(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (Array.isArray(piece)) return piece.map((each: Piece) => written(each)).join('')
  if (piece === null || piece === undefined || piece === false || piece === true) return ''
  return String(piece).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
