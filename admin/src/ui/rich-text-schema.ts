// The parts that a rich text may have. People write headings, bold and italic text, links, lists and quotes. All other elements that the server
// accepts, such as tables, stay as they are and can only be moved or removed.
import { Extension, Mark, Node, textblockTypeInputRule, type Extensions } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading, type Level } from '@tiptap/extension-heading'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList } from '@tiptap/extension-list/bullet-list'
import { ListItem } from '@tiptap/extension-list/item'
import { ListKeymap } from '@tiptap/extension-list/keymap'
import { OrderedList } from '@tiptap/extension-list/ordered-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { UndoRedo } from '@tiptap/extensions/undo-redo'

const KEPT_BLOCKS = ['table', 'figure', 'details', 'dl', 'pre', 'hr']
const KEPT_PARTS_OF_LINES = ['img', 'wbr']
const KEPT_MARKS = 'abbr bdi bdo cite code del ins kbd mark q s small span sub sup time u'.split(' ')
const KEPT_ATTRIBUTES = ['dir', 'lang', 'title', 'class']
const OFFERED_LEVELS: readonly Level[] = [2, 3]

const htmlAttribute = { html: { default: '', parseHTML: (element: HTMLElement) => element.outerHTML, renderHTML: () => ({}) } }
/** Content of a template is inert: it loads no pictures and runs nothing before it is inserted. */
function elementOf(html: string): HTMLElement {
  const template = document.createElement('template')
  template.innerHTML = html
  return (template.content.firstElementChild as HTMLElement | null) ?? document.createElement('span')
}
const KeptBlock = Node.create({
  name: 'keptBlock',
  group: 'block',
  atom: true,
  addAttributes: () => htmlAttribute,
  parseHTML: () => KEPT_BLOCKS.map((tag) => ({ tag })),
  renderHTML: ({ node }) => ({ dom: elementOf(String(node.attrs['html'])) }),
})
const KeptPart = Node.create({
  name: 'keptPart',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => htmlAttribute,
  parseHTML: () => KEPT_PARTS_OF_LINES.map((tag) => ({ tag })),
  renderHTML: ({ node }) => ({ dom: elementOf(String(node.attrs['html'])) }),
})
const KeptMark = Mark.create({
  name: 'keptMark',
  // Several of them may apply to one text.
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', parseHTML: (element: HTMLElement) => element.localName, renderHTML: () => ({}) },
    attributes: { default: '{}', parseHTML: (element: HTMLElement) => JSON.stringify(attributesOf(element)), renderHTML: () => ({}) },
  }),
  parseHTML: () =>
    KEPT_MARKS.map((tag) => ({ tag, getAttrs: (element) => (tag === 'span' && element.attributes.length === 0 ? false : null) })),
  renderHTML: ({ mark }) => [String(mark.attrs['tag']), JSON.parse(String(mark.attrs['attributes'])) as Record<string, string>, 0],
})
const attributesOf = (element: HTMLElement): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))

const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote'],
      attributes: Object.fromEntries(KEPT_ATTRIBUTES.map((name) => [name, { default: null }])),
    },
    { types: ['orderedList'], attributes: { reversed: { default: null } } },
  ],
})

const AllHeadings = Heading.extend({
  addKeyboardShortcuts() {
    return Object.fromEntries(OFFERED_LEVELS.map((level) => [`Mod-Alt-${level}`, () => this.editor.commands.toggleHeading({ level })]))
  },
  addInputRules() {
    return OFFERED_LEVELS.map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^(#{${level}})\\s$`), type: this.type, getAttributes: { level } }),
    )
  },
}).configure({ levels: [1, 2, 3, 4, 5, 6] })

const SCHEMES = /^(https?:|mailto:|tel:)/i
export const isAllowedAddress = (address: string): boolean => SCHEMES.test(address)

export const richTextExtensions = (placeholder: string): Extensions => [
  Document,
  Paragraph,
  Text,
  AllHeadings,
  Bold,
  Italic,
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (url, { defaultValidate }) => (url.includes(':') ? SCHEMES.test(url) : defaultValidate(url)),
  }),
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Blockquote,
  HardBreak,
  UndoRedo,
  Placeholder.configure({ placeholder }),
  KeptBlock,
  KeptPart,
  KeptMark,
  KeptAttributes,
]

const PASTED = new Set('a b strong i em p br ul ol li blockquote h2 h3'.split(' '))
const RENAMED: Readonly<Record<string, string>> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' }
const DROPPED = 'script, style, template, head, iframe, object, svg, math, noscript'

/** Keeps only the parts that people write themselves. Elements that are not kept are replaced by their content. */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/\sstyle\s*=\s*("[^"]*"|'[^']*')/gi, ''), 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  for (const element of [...body.querySelectorAll('*')].reverse()) {
    const name = RENAMED[element.localName] ?? element.localName
    if (PASTED.has(name)) element.replaceWith(copyElement(element, name))
    else if (element.localName === 'div') element.replaceWith(...paragraphOf(element))
    else element.replaceWith(...element.childNodes)
  }
  return body.innerHTML
}
function copyElement(element: Element, name: string): Element {
  const copy = document.createElement(name)
  const href = element.getAttribute('href')
  if (name === 'a' && href !== null && isAllowedAddress(href)) copy.setAttribute('href', href)
  copy.append(...element.childNodes)
  return copy
}
/** A block of text becomes a paragraph. */
function paragraphOf(element: Element): ChildNode[] {
  const nodes = [...element.childNodes]
  if (nodes.some((node) => node instanceof Element && !['A', 'B', 'STRONG', 'I', 'EM', 'BR'].includes(node.tagName))) return nodes
  const paragraph = document.createElement('p')
  paragraph.append(...nodes)
  return [paragraph]
}
