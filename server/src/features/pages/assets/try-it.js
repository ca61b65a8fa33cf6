// Trying an operation: the form, the request as curl and as a program, and the answer.
import { $, $$, colour } from './dom.js'

/** What was typed as credentials: in this variable and nowhere else. */
export const secrets = { who: '', token: '', login: '', password: '' }

export function prepare(form) {
  form.hidden = false
  $('[data-who]', form).value = secrets.who
  for (const field of $$('[data-secret]', form)) field.value = secrets[field.dataset.secret]
  showCredentials(form)
  showRequest(form)
}
export function showCredentials(form) {
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
  const headers = Object.fromEntries(
    sent.filter(({ place }) => place === 'header').map(({ name, value }) => [name, name === 'X-Event-Password' ? extended(value) : value]),
  )
  if (secrets.who === 'bearer') headers.Authorization = `Bearer ${secrets.token}`
  if (secrets.who === 'basic') headers.Authorization = `Basic ${base64(`${secrets.login}:${secrets.password}`)}`
  const file = $('[data-file]', form)?.files[0]
  const body = file ?? ($('[data-in=body]', form)?.value.trim() || undefined)
  if (body !== undefined) headers['Content-Type'] = file ? file.type || 'application/octet-stream' : 'application/json'
  return { method: form.dataset.try, url, headers, body, sent }
}
/** Headers carry only ASCII: a password with other characters is encoded as in RFC 8187. */
const extended = (text) =>
  /^(?!utf-8')[ -~]*$/i.test(text)
    ? text
    : `UTF-8''${Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`
const base64 = (text) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

export function showRequest(form) {
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
export async function send(form) {
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
