// Shows HTML that the server has stored, as elements of React. Only formats that people write in the editor are shown; all else is plain text.
import { createElement, Fragment, useMemo, type ReactNode } from 'react'

const SHOWN = new Set('b strong i em u s p br ul ol li blockquote h2 h3 h4'.split(' '))
const UNSEEN = new Set('script style template head iframe object svg math noscript'.split(' '))

/** Links are shown as such, but lead nowhere: the text is read beside its translation. */
export function HtmlView({ html }: { readonly html: string }) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return childrenOf(body)
  }, [html])
  return <div className="html-view">{content}</div>
}

const childrenOf = (node: Node): ReactNode[] =>
  Array.from(node.childNodes, (child, index) => <Fragment key={index}>{shown(child)}</Fragment>)

function shown(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
  const { localName } = node
  if (UNSEEN.has(localName)) return null
  if (localName === 'br') return <br />
  if (localName === 'img') return node.getAttribute('alt')
  if (localName === 'a') return <u>{childrenOf(node)}</u>
  return SHOWN.has(localName) ? createElement(localName, null, childrenOf(node)) : childrenOf(node)
}
