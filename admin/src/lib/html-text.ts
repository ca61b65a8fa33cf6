// The text of HTML, as it reads on a page: a line for each paragraph, heading and item of a list.

const BLOCKS =
  'address, article, blockquote, div, dl, dd, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, li, ol, p, pre, table, tr, ul'

/** The HTML is parsed in a document of its own, where scripts do not run and pictures are not loaded. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const unseen of body.querySelectorAll('script, style, template')) unseen.remove()
  for (const node of textNodes(body)) node.data = node.data.replaceAll(/\s+/g, ' ')
  for (const picture of body.querySelectorAll('img')) picture.replaceWith(picture.alt)
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  for (const block of body.querySelectorAll(BLOCKS)) {
    block.before('\n')
    block.after('\n')
  }
  const lines = (body.textContent ?? '').split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join('\n')
}

function textNodes(root: Node): Text[] {
  const walker = root.ownerDocument?.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker?.nextNode()) found.push(walker.currentNode as Text)
  return found
}
