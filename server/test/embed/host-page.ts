// A site of another origin that embeds the calendar.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Page } from 'playwright-core'

export interface HostPage {
  readonly body: string
  readonly head?: string
  readonly language?: string
  readonly direction?: string
  readonly policy?: string
}
export interface HostSite {
  readonly origin: string
  /** Returns the URL of a page with this content. */
  add(page: HostPage): string
}

/** Call at the top of a test file; it is closed at its end. */
export async function openHostSite(): Promise<HostSite> {
  const pages: HostPage[] = []
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1))]
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (page?.policy !== undefined) response.setHeader('content-security-policy', page.policy)
    response.statusCode = page === undefined ? 404 : 200
    response.end(page === undefined ? '' : renderHostPage(page))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, add: (page) => `${origin}/${pages.push(page) - 1}` }
}

const renderHostPage = ({ body, head = '', language = 'en', direction = 'ltr' }: HostPage): string => `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Another site</title><link rel="icon" href="data:,">${head}</head>
<body><main><h1>Another site</h1>${body}</main></body>
</html>`

const IS_SHOWN = `[...document.querySelectorAll('kalends-events, kalends-month')].every(({ shadowRoot }) =>
  shadowRoot?.querySelector('.kalends') && !shadowRoot.querySelector('.loading, [aria-busy]'))`
/** Waits until every element of the widget shows events or a message, and a month has its counts. A strict policy forbids other ways to wait. */
export async function untilShown(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    if (await page.evaluate<boolean>(IS_SHOWN)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${page.url()} shows no events.`)
}
/** The texts of all elements in the widget that match a selector. */
export const textsIn = (page: Page, tag: string, selector: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelector('${tag}').shadowRoot.querySelectorAll(${JSON.stringify(selector)})].map(({ textContent }) => textContent.trim())`,
  )
