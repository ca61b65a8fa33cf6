// Finds the JSON-LD of a web page: the contents of its script elements of the type application/ld+json.
import { Tokenizer } from 'htmlparser2'

const LD_TYPE = /^\s*application\/ld\+json\s*(?:;|$)/i

/** Uses the tokenizer without a tree, so that the time is linear in the length of the page, however its elements are nested. */
export function readBlocks(page: string): string[] {
  const blocks: string[] = []
  let [tag, attribute, value, content] = ['', '', '', '']
  let isBlock = false
  const ignore = (): void => undefined
  const addText = (text: string): void => {
    if (isBlock) content += text
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = page.slice(start, end).toLowerCase()
        isBlock = false
      },
      onattribname: (start, end) => {
        attribute = page.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata: (start, end) => {
        value += page.slice(start, end)
      },
      onattribentity: (codepoint) => {
        value += String.fromCodePoint(codepoint)
      },
      onattribend: () => {
        if (tag === 'script' && attribute === 'type' && LD_TYPE.test(value)) isBlock = true
      },
      onopentagend: () => {
        content = ''
      },
      ontext: (start, end) => addText(page.slice(start, end)),
      ontextentity: (codepoint) => addText(String.fromCodePoint(codepoint)),
      onclosetag: () => {
        if (isBlock) blocks.push(content)
        isBlock = false
      },
      onselfclosingtag: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(page)
  tokenizer.end()
  return blocks
}

/** The value of a block; undefined if it is not JSON. Some pages have line ends inside texts, or wrap the block in a comment. */
export function parseBlock(text: string): unknown {
  const inner = text
    .replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|\/\/<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\]\]>\*\/|\/\/\]\]>|\]\]>)\s*$/, '')
  for (const each of [text, inner.replace(/\p{Cc}+/gu, ' ')])
    try {
      return JSON.parse(each) as unknown
    } catch {
      // The other form is tried.
    }
  return undefined
}
