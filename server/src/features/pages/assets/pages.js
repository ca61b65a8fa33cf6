// Events of all pages: search, copy buttons and navigation. Pages of the documentation are replaced in place, so that credentials stay in memory.
import { $, $$, highlight } from './dom.js'
import { currentSearch, restoreSearch, showResults, updateResults } from './search.js'
import { loadChoices, updateUrls } from './subscribe-form.js'
import { credentials, prepareForm, sendRequest, showCredentials, showRequest } from './try-it.js'

function initializePage() {
  $$('pre').forEach(addCopyButton)
  $$('code[class^=language-]').forEach((code) => highlight(code, code.className.slice(9)))
  if (matchMedia('(max-width: 56rem)').matches) $('[data-narrow-closed]')?.removeAttribute('open')
  $('.contents [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  const form = $('form[data-try]')
  if (form) prepareForm(form)
  const subscribeForm = $('form[data-subscribe]')
  if (subscribeForm) void loadChoices(subscribeForm)
}

/** Wraps a code block in an element with a copy button. */
function addCopyButton(pre) {
  const frame = document.createElement('div')
  frame.className = 'framed'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = document.body.dataset.copy
  pre.replaceWith(frame)
  frame.append(pre, button)
}
async function copy(button) {
  const text = button.dataset.text ?? $('pre', button.parentElement).textContent
  await navigator.clipboard.writeText(text)
  const before = button.textContent
  button.textContent = button.dataset.copied ?? document.body.dataset.copied
  setTimeout(() => (button.textContent = before), 1500)
}

/** Replaces the page with another page of the documentation. The browser loads all other URLs as usual. */
async function openPage(href, isBack = false) {
  const response = await fetch(href, { headers: { Accept: 'text/html' } }).catch(() => null)
  if (!response?.ok || !/text\/html/.test(response.headers.get('content-type') ?? '')) {
    location.href = href
    return
  }
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const search = currentSearch()
  const scrolled = $('.contents-body')?.scrollTop ?? 0
  if (!isBack) history.pushState(null, '', href)
  document.title = next.title
  document.body.replaceChildren(...next.body.childNodes)
  initializePage()
  restoreSearch(search)
  const contents = $('.contents-body')
  if (contents) contents.scrollTop = scrolled
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
  $('main').focus({ preventScroll: true })
}
const isDocumentation = (url) => url.origin === location.origin && /\/docs(\/|$)/.test(url.pathname) && !url.pathname.includes('/assets/')

// Relative links in the head would change their meaning when a page at another depth replaces this one.
for (const link of $$('head link')) link.href = new URL(link.getAttribute('href'), document.baseURI).href

document.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button?.matches('.copy')) void copy(button)
  if (button?.dataset.form) {
    for (const each of $$('[data-form]')) each.setAttribute('aria-pressed', String(each === button))
    showRequest(button.form)
  }
  const menu = $('.menu[open]')
  if (menu && !menu.contains(event.target)) menu.removeAttribute('open')
  const link = event.target.closest('a[href]')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if ('reload' in link.dataset || link.target) return
  const url = new URL(link.href)
  const isSamePage = url.pathname === location.pathname && url.search === location.search
  if (!isDocumentation(url) || !isDocumentation(location) || (isSamePage && url.hash)) return
  event.preventDefault()
  void openPage(url.href)
})
document.addEventListener('input', (event) => {
  const { target } = event
  if (target.matches('[data-search]')) updateResults(target)
  if (target.form?.matches('[data-subscribe]')) updateUrls(target.form)
  const form = target.closest('form[data-try]')
  if (!form) return
  if (target.matches('[data-credentials]')) {
    credentials.scheme = target.value
    showCredentials(form)
  }
  if (target.dataset.secret) credentials[target.dataset.secret] = target.value
  showRequest(form)
})
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!form.matches('form[data-try], form[data-subscribe], form[role=search]')) return
  event.preventDefault()
  if (form.matches('[data-try]')) void sendRequest(form)
  if (form.matches('[role=search]')) void openPage(`${form.action}?${new URLSearchParams(new FormData(form))}`)
})
document.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (key !== 'Escape') return
  if (target.matches('[data-search]')) {
    target.value = ''
    showResults([])
  }
  const menu = $('.menu[open]')
  menu?.removeAttribute('open')
  if (menu) $('summary', menu).focus()
})
/** The URL without the fragment, because a change of the fragment does not load another page. */
const pageUrl = () => location.pathname + location.search
let shown = pageUrl()
window.addEventListener('popstate', () => {
  if (pageUrl() !== shown && isDocumentation(location)) void openPage(location.href, true)
})
new MutationObserver(() => (shown = pageUrl())).observe(document.body, { childList: true })
initializePage()
