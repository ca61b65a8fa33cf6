// Life on the pages: finding a page, copying, trying an operation. Pages are exchanged in place, so that credentials can stay in memory.

/** What was typed as credentials: in this variable and nowhere else. */
const secrets = { who: '', token: '', login: '', password: '' }
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

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

/** Keys, strings, numbers and remarks in colour; the text stays what it is. */
const TOKENS = {
  json: /(?<k>"(?:[^"\\]|\\.)*")(?=\s*:)|(?<s>"(?:[^"\\]|\\.)*")|(?<n>-?\b\d[\d.eE+-]*\b|\btrue\b|\bfalse\b|\bnull\b)/g,
  sh: /(?<s>'[^']*'|"(?:[^"\\]|\\.)*")|(?<c>(?<=^|\s)#.*)|(?<k>(?<=^|\s)--?[\w-]+)/gm,
  js: /(?<c>\/\/.*)|(?<s>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<k>\b(?:import|from|const|await|for|of|new|if|try|catch|return|async)\b)|(?<n>\b\d+\b)/g,
}
TOKENS.ts = TOKENS.js
function colour(code, language) {
  const text = code.textContent
  const pattern = TOKENS[language]
  if (!pattern || text.length > 100_000) return
  const parts = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [sort, token] = Object.entries(match.groups).find(([, each]) => each !== undefined)
    const span = document.createElement('span')
    span.className = sort
    span.textContent = token
    parts.push(text.slice(end, match.index), span)
    end = match.index + token.length
  }
  code.replaceChildren(...parts, text.slice(end))
}

function prepare(form) {
  form.hidden = false
  $('[data-who]', form).value = secrets.who
  for (const field of $$('[data-secret]', form)) field.value = secrets[field.dataset.secret]
  showCredentials(form)
  showRequest(form)
}
function showCredentials(form) {
  for (const part of $$('[data-for]', form)) part.hidden = part.dataset.for !== secrets.who
  $('[data-kept]', form).hidden = secrets.who === ''
}

/** The request as the form says it. */
function requestOf(form) {
  const inputs = $$('[data-name]', form).map((field) => ({ place: field.dataset.in, name: field.dataset.name, value: field.value.trim() }))
  const sent = inputs.filter(({ value }) => value !== '')
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = sent.find((each) => each.place === 'path' && each.name === name)?.value
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const url = new URL(form.dataset.base + path.slice(1), document.baseURI)
  for (const { place, name, value } of sent) if (place === 'query') url.searchParams.append(name, value)
  const headers = Object.fromEntries(sent.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value]))
  if (secrets.who === 'bearer') headers.Authorization = `Bearer ${secrets.token}`
  if (secrets.who === 'basic') headers.Authorization = `Basic ${base64(`${secrets.login}:${secrets.password}`)}`
  const file = $('[data-file]', form)?.files[0]
  const body = file ?? ($('[data-in=body]', form)?.value.trim() || undefined)
  if (body !== undefined) headers['Content-Type'] = file ? file.type || 'application/octet-stream' : 'application/json'
  return { method: form.dataset.try, url, headers, body, sent }
}
const base64 = (text) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

function showRequest(form) {
  const kind = $('[data-form][aria-pressed=true]', form).dataset.form
  const code = $('[data-request]', form)
  code.textContent = kind === 'curl' ? curlOf(requestOf(form)) : sdkOf(requestOf(form), form)
  colour(code, kind === 'curl' ? 'sh' : 'js')
}
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
/** As one types it; secrets stand as names, so that what is copied can be shown to others. */
function curlOf({ method, url, headers, body }) {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(readable(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'Authorization') lines.push(`-H ${quoted(`${name}: ${value}`)}`)
    else lines.push(secrets.who === 'basic' ? `-u ${quoted(secrets.login)}` : '-H "Authorization: Bearer $TOKEN"')
  }
  if (body instanceof File) lines.push(`--data-binary ${quoted(`@${body.name}`)}`)
  else if (body !== undefined) lines.push(`-d ${quoted(body)}`)
  return lines.join(' \\\n  ')
}
const readable = (url) => url.href.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%7B', '{').replaceAll('%7D', '}')

/** The same with the client library. */
function sdkOf(request, form) {
  const { group, language, path } = form.dataset
  // Files are sent by hand.
  if (request.body instanceof File || $('[data-file]', form)) return curlOf(request)
  if (group === 'feeds') return `const answer = await fetch('${readable(request.url)}')\nconsole.log(await answer.text())`
  const at = request.url.href.indexOf(`/calendar/`)
  const base = request.url.href.slice(0, at).replace(new RegExp(`/${language}$`), '')
  const options = [
    `baseUrl: '${base}'`,
    ...(secrets.who === 'bearer' ? ['token: process.env.TOKEN'] : []),
    ...(secrets.who === 'basic' ? [`login: '${secrets.login}'`, 'password: process.env.PASSWORD'] : []),
    ...(language ? [`language: '${language}'`] : []),
  ]
  const call = callOf(request, group, path)
  return `import { createClient } from '@kalends/client'\n\nconst kalends = createClient({ ${options.join(', ')} })\nconst answer = await kalends.${call}`
}
function callOf({ method, body, sent }, group, path) {
  const values = (place) => Object.fromEntries(sent.filter((each) => each.place === place).map(({ name, value }) => [name, value]))
  const [query, headers, address] = [values('query'), values('header'), values('path')]
  if (group === 'service') return path.endsWith('/me') ? 'me()' : `request({ method: 'GET', path: '${path.split('/v1')[1]}' })`
  if (method === 'GET' && !path.includes('{'))
    return `${group}.list(${Object.keys(query).length === 0 ? '' : literal(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, typed(value)])))})`
  const { i18n_language: language, _fields, password = headers['X-Event-Password'], force } = query
  const own = {
    ...(language && { language }),
    ...(_fields && { fields: _fields.split(',') }),
    ...(password && method === 'GET' && { password }),
    ...(headers['If-Match'] && { ifMatch: headers['If-Match'] }),
    ...(headers['Idempotency-Key'] && { idempotencyKey: headers['Idempotency-Key'] }),
  }
  const isTerm = group === 'categories' || group === 'tags'
  const gone = isTerm || force === 'true' ? 'delete' : 'trash'
  const verb = !path.includes('{') ? 'create' : ({ GET: 'get', DELETE: gone }[method] ?? 'update')
  const args = [
    ...('slug' in address || path.includes('{slug}')
      ? [`{ slug: '${address.slug ?? ''}' }`]
      : path.includes('{id}')
        ? [address.id ?? 'id']
        : []),
    ...(body === undefined ? [] : [parsed(body)]),
    ...(Object.keys(own).length === 0 ? [] : [literal(own)]),
  ]
  return `${group}.${verb}(${args.join(', ')})`
}
const typed = (value) => (/^\d+$/.test(value) ? Number(value) : value === 'true' || value === 'false' ? value === 'true' : value)
const parsed = (text) => {
  try {
    return literal(JSON.parse(text))
  } catch {
    return text
  }
}
/** A value as people write it in a program. */
function literal(value, indent = '') {
  if (typeof value === 'string') return /['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const key = (name) => (Array.isArray(value) ? '' : `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: `)
  const items = Object.entries(value).map(([name, each]) => key(name) + literal(each, `${indent}  `))
  const line = `${open}${Array.isArray(value) ? items.join(', ') : ` ${items.join(', ')} `}${close}`
  return line.length + indent.length < 60 ? line : `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`
}

const SHOWN = 60_000
async function send(form) {
  const [button, outcome] = [$('[type=submit]', form), $('[data-outcome]', form)]
  const { method, url, headers, body } = requestOf(form)
  const label = button.textContent
  button.disabled = true
  button.textContent = button.dataset.sending
  const started = performance.now()
  try {
    const response = await fetch(url, { method, headers, body, credentials: 'omit', cache: 'no-store', redirect: 'manual' })
    const text = await response.text()
    const took = Math.round(performance.now() - started)
    outcome.className = `outcome s${String(response.status)[0]}`
    outcome.textContent = `${response.status} ${response.statusText} · ${took} ms · ${(new Blob([text]).size / 1000).toFixed(1)} kB`
    showAnswer(form, response, text)
  } catch {
    outcome.className = 'outcome s5'
    outcome.textContent = outcome.dataset.failed
  }
  button.disabled = false
  button.textContent = label
}
function showAnswer(form, response, text) {
  const part = $('[data-answer]', form)
  part.hidden = false
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const pretty = isJson && text ? JSON.stringify(JSON.parse(text), null, 2) : text
  const code = $('[data-body]', part)
  code.textContent = pretty.length > SHOWN ? `${pretty.slice(0, SHOWN)}\n… ${$('[data-outcome]', form).dataset.cut}` : pretty
  if (isJson) colour(code, 'json')
  $('[data-headers]', part).textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  $('[data-example]')?.setAttribute('hidden', '')
}

/** All records of a list, page by page, as far as one can choose from. */
async function all(url, plural) {
  const found = []
  for (let next = url, page = 0; next && page < 5; page += 1) {
    const response = await fetch(next)
    if (!response.ok) break
    const list = await response.json()
    found.push(...list[plural])
    // The public address may be another than the one that the page was reached by.
    next = list.next_rest_url && new URL(new URL(list.next_rest_url).search, new URL(url, document.baseURI)).href
  }
  return found
}

/** Names to choose from in place of fields for numbers; addresses that follow the choice. */
async function choose(form) {
  $('[data-no-script]', form).hidden = true
  const { api } = form.dataset
  void count()
  const [venues, ...terms] = await Promise.all([
    all(`${api}/venues?only_with_upcoming=true&per_page=100&_fields=id,venue`, 'venues'),
    ...['categories', 'tags'].map((plural) => all(`${api}/${plural}?orderby=count&order=desc&per_page=100&_fields=id,name,slug`, plural)),
  ])
  $$('[data-pills]', form).forEach((part, i) => pills(part, terms[i]))
  const part = $('[data-venues]', form)
  const field = $('input', part)
  if (venues.length === 0) return
  const select = document.createElement('select')
  Object.assign(select, { id: field.id, name: field.name })
  select.append(new Option(part.dataset.venues, ''))
  for (const { id, venue } of venues.sort((a, b) => a.venue.localeCompare(b.venue))) select.append(new Option(venue, id))
  select.value = field.value
  field.replaceWith(select)
}
function pills(part, records) {
  const field = $('input', part)
  if (records.length === 0) return
  const chosen = field.value.split(',')
  const set = document.createElement('fieldset')
  set.className = 'pills'
  const legend = document.createElement('legend')
  legend.textContent = $('label', part).textContent
  set.append(
    legend,
    ...records.map(({ id, name, slug }) => {
      const label = document.createElement('label')
      const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: field.name, value: id })
      box.checked = chosen.includes(String(id)) || chosen.includes(slug)
      label.append(box, name)
      return label
    }),
  )
  part.replaceChildren(set)
}
let asking
function follow(form) {
  clearTimeout(asking)
  asking = setTimeout(async () => {
    const wanted = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    const url = new URL(`?${wanted}`, document.baseURI)
    const response = await fetch(url)
    if (!response.ok) return
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    history.replaceState(null, '', url)
    $('[data-addresses]').replaceChildren(...$('[data-addresses]', next).childNodes)
    void count()
  }, 200)
}
async function count() {
  const line = $('[data-matching]')
  const response = await fetch(line.dataset.count)
  if (response.ok) line.textContent = line.dataset.matching.replace('{count}', response.headers.get('x-total'))
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
