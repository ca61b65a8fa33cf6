// Renders the markup of the embedded calendar as text. Values are escaped.
import { html, trusted, type Markup } from '../../kernel/text/markup.ts'
import type { Renderer } from './embed-markup.ts'

const NOTHING = Symbol('nothing')

export const SERVER_RENDERER: Renderer<Markup> = {
  nothing: NOTHING,
  html: (strings, ...values) => {
    let text = ''
    for (const [index, string] of strings.entries()) {
      const isLeftOut = index > 0 && values[index - 1] === NOTHING
      // The attribute and its quotation marks are left out.
      if (isLeftOut) text = text.replace(/ [\w-]+="$/, '')
      else if (index > 0) text += html`${values[index - 1] as string}`.text
      text += isLeftOut ? string.slice(1) : string
    }
    return trusted(text)
  },
}
