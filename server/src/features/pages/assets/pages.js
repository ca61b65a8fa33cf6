// Life on the pages: finding a page, copying, going to another. Pages are exchanged in place, so that credentials can stay in memory.
import { choose, follow } from './subscribe-form.js'
import { $, $$, colour } from './dom.js'
import { prepare, secrets, send, showCredentials, showRequest } from './try-it.js'

function begin() {
  $$('pre').forEach(frame)
  $$('code[class^=language-]').forEach((code) => colour(code, code.className.slice(9)))
  if (matchMedia('(max-width: 56rem)').matches) $('[data-narrow-closed]')?.removeAttribute('open')
  $('.contents [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  const form = $('form[data-try]')
  if (form) prepare(form)
  const chooser = $('form[data-subscribe]')
  if (chooser) void choose(chooser)
}

/** Only the entries that contain every word. */
function find(field) {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const section of $$('section', field.closest('nav'))) {
    const title = $('h2', section).textContent
    let here = 0
    for (const item of $$('li', section)) {
      const text = `${title} ${item.textContent} ${$('a', item).dataset.words ?? ''}`.toLowerCase()
      item.hidden = !words.every((word) => text.includes(word))
      if (!item.hidden) here += 1
    }
    section.hidden = here === 0
    found += here
  }
  const none = $('.none', field.closest('nav'))
  none.textContent = found === 0 ? none.dataset.none : ''
}

/** A button that copies, beside every block of code. */
function frame(pre) {
  const outer = document.createElement('div')
  outer.className = 'framed'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = document.body.dataset.copy
  pre.replaceWith(outer)
  outer.append(pre, button)
}
async function copy(button) {
  const text = button.dataset.text ?? $('pre', button.parentElement).textContent
  await navigator.clipboard.writeText(text)
  const before = button.textContent
  button.textContent = document.body.dataset.copied
  setTimeout(() => (button.textContent = before), 1500)
}

/** Another page of the documentation in place of this one; anything else is a visit as usual. */
async function visit(href, isBack = false) {
  const response = await fetch(href, { headers: { Accept: 'text/html' } }).catch(() => null)
  if (!response?.ok || !/text\/html/.test(response.headers.get('content-type') ?? '')) {
    location.href = href
    return
  }
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const wanted = $('[data-find]')?.value ?? ''
  const scrolled = $('.contents details')?.scrollTop ?? 0
  if (!isBack) history.pushState(null, '', href)
  document.title = next.title
  document.body.replaceChildren(...next.body.childNodes)
  begin()
  const field = $('[data-find]')
  if (field && wanted) {
    field.value = wanted
    find(field)
  }
  const contents = $('.contents details')
  if (contents) contents.scrollTop = scrolled
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
  $('main').focus({ preventScroll: true })
}
const isOurs = (url) => url.origin === location.origin && /\/docs(\/|$)/.test(url.pathname) && !url.pathname.includes('/assets/')

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
  if ('whole' in link.dataset || link.target) return
  const url = new URL(link.href)
  const isHere = url.pathname === location.pathname && url.search === location.search
  if (!isOurs(url) || !isOurs(location) || (isHere && url.hash)) return
  event.preventDefault()
  void visit(url.href)
})
document.addEventListener('input', (event) => {
  const { target } = event
  if (target.matches('[data-find]')) find(target)
  if (target.form?.matches('[data-subscribe]')) follow(target.form)
  const form = target.closest('form[data-try]')
  if (!form) return
  if (target.matches('[data-who]')) {
    secrets.who = target.value
    showCredentials(form)
  }
  if (target.dataset.secret) secrets[target.dataset.secret] = target.value
  showRequest(form)
})
document.addEventListener('submit', (event) => {
  if (!event.target.matches('form[data-try], form[data-subscribe]')) return
  event.preventDefault()
  if (event.target.matches('[data-try]')) void send(event.target)
})
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const menu = $('.menu[open]')
  menu?.removeAttribute('open')
  if (menu) $('summary', menu).focus()
})
let shown = location.pathname
window.addEventListener('popstate', () => {
  if (location.pathname !== shown && isOurs(location)) void visit(location.href, true)
})
new MutationObserver(() => (shown = location.pathname)).observe(document.body, { childList: true })
begin()
