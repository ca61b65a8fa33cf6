// The form that sends a request: shows it as a curl command and as a program, sends it and shows the response.
import { $, $$, highlight } from './dom.js'

/** Credentials of the reader. They are kept in this variable only, and never stored. */
export const credentials = { scheme: '', token: '', login: '', password: '' }

export function prepareForm(form) {
  form.hidden = false
  $('[data-credentials]', form).value = credentials.scheme
  for (const field of $$('[data-secret]', form)) field.value = credentials[field.dataset.secret]
  showCredentials(form)
  showRequest(form)
}
export function showCredentials(form) {
  for (const part of $$('[data-for]', form)) part.hidden = part.dataset.for !== credentials.scheme
  $('[data-credentials-note]', form).hidden = credentials.scheme === ''
}

/** Builds the request from the values of the form. */
function buildRequest(form) {
  const inputs = $$('[data-name]', form).map((field) => ({
    location: field.dataset.in,
    name: field.dataset.name,
    value: field.value.trim(),
  }))
  const sent = inputs.filter(({ value }) => value !== '')
  const path = form.dataset.path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = sent.find((each) => each.location === 'path' && each.name === name)?.value
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const url = new URL(form.dataset.base + path.slice(1), document.baseURI)
  for (const { location, name, value } of sent) if (location === 'query') url.searchParams.append(name, value)
  const headers = Object.fromEntries(
    sent
      .filter(({ location }) => location === 'header')
      .map(({ name, value }) => [name, name === 'X-Event-Password' ? encodeHeader(value) : value]),
  )
  if (credentials.scheme === 'bearer') headers.Authorization = `Bearer ${credentials.token}`
  if (credentials.scheme === 'basic') headers.Authorization = `Basic ${base64(`${credentials.login}:${credentials.password}`)}`
  const file = $('[data-file]', form)?.files[0]
  const body = file ?? ($('[data-in=body]', form)?.value.trim() || undefined)
  if (body !== undefined) headers['Content-Type'] = file ? file.type || 'application/octet-stream' : 'application/json'
  return { method: form.dataset.try, url, headers, body, sent }
}
/** Headers contain ASCII only: other characters are encoded as in RFC 8187. */
const encodeHeader = (text) =>
  /^(?!utf-8')[ -~]*$/i.test(text)
    ? text
    : `UTF-8''${Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`
const base64 = (text) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

export function showRequest(form) {
  const kind = $('[data-form][aria-pressed=true]', form).dataset.form
  const code = $('[data-request]', form)
  code.textContent = kind === 'curl' ? formatCurl(buildRequest(form)) : formatClientCode(buildRequest(form), form)
  highlight(code, kind === 'curl' ? 'sh' : 'js')
}
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
/** Shows names of variables instead of credentials, so that readers can share the command. */
function formatCurl({ method, url, headers, body }) {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(formatUrl(url))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'Authorization') lines.push(`-H ${quote(`${name}: ${value}`)}`)
    else lines.push(credentials.scheme === 'basic' ? `-u ${quote(credentials.login)}` : '-H "Authorization: Bearer $TOKEN"')
  }
  if (body instanceof File) lines.push(`--data-binary ${quote(`@${body.name}`)}`)
  else if (body !== undefined) lines.push(`-d ${quote(body)}`)
  return lines.join(' \\\n  ')
}
const formatUrl = (url) => url.href.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%7B', '{').replaceAll('%7D', '}')

/** Formats the request as a program that uses the client library. */
function formatClientCode(request, form) {
  const { group, language, path } = form.dataset
  // The client library does not upload files from a path.
  if (request.body instanceof File || $('[data-file]', form)) return formatCurl(request)
  if (group === 'feeds') return `const response = await fetch('${formatUrl(request.url)}')\nconsole.log(await response.text())`
  const at = request.url.href.indexOf(`/calendar/`)
  const base = request.url.href.slice(0, at).replace(new RegExp(`/${language}$`), '')
  const options = [
    `baseUrl: '${base}'`,
    ...(credentials.scheme === 'bearer' ? ['token: process.env.TOKEN'] : []),
    ...(credentials.scheme === 'basic' ? [`login: '${credentials.login}'`, 'password: process.env.PASSWORD'] : []),
    ...(language ? [`language: '${language}'`] : []),
  ]
  const call = formatCall(request, group, path)
  return `import { createClient } from '@kalends/client'\n\nconst kalends = createClient({ ${options.join(', ')} })\nconst result = await kalends.${call}`
}
function formatCall({ method, body, sent }, group, path) {
  const values = (location) => Object.fromEntries(sent.filter((each) => each.location === location).map(({ name, value }) => [name, value]))
  const [query, headers, pathValues] = [values('query'), values('header'), values('path')]
  if (group === 'service') return path.endsWith('/me') ? 'me()' : `request({ method: 'GET', path: '${path.split('/v1')[1]}' })`
  if (method === 'GET' && !path.includes('{'))
    return `${group}.list(${Object.keys(query).length === 0 ? '' : formatLiteral(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, parseValue(value)])))})`
  const { i18n_language: language, _fields, password = headers['X-Event-Password'], force } = query
  const options = {
    ...(language && { language }),
    ...(_fields && { fields: _fields.split(',') }),
    ...(password && method === 'GET' && { password }),
    ...(headers['If-Match'] && { ifMatch: headers['If-Match'] }),
    ...(headers['Idempotency-Key'] && { idempotencyKey: headers['Idempotency-Key'] }),
  }
  const isTerm = group === 'categories' || group === 'tags'
  const deletion = isTerm || force === 'true' ? 'delete' : 'trash'
  const verb = !path.includes('{') ? 'create' : ({ GET: 'get', DELETE: deletion }[method] ?? 'update')
  const args = [
    ...('slug' in pathValues || path.includes('{slug}')
      ? [`{ slug: '${pathValues.slug ?? ''}' }`]
      : path.includes('{id}')
        ? [pathValues.id ?? 'id']
        : []),
    ...(body === undefined ? [] : [formatBody(body)]),
    ...(Object.keys(options).length === 0 ? [] : [formatLiteral(options)]),
  ]
  return `${group}.${verb}(${args.join(', ')})`
}
const parseValue = (value) => (/^\d+$/.test(value) ? Number(value) : value === 'true' || value === 'false' ? value === 'true' : value)
const formatBody = (text) => {
  try {
    return formatLiteral(JSON.parse(text))
  } catch {
    return text
  }
}
/** Formats a value as a JavaScript literal. */
function formatLiteral(value, indent = '') {
  if (typeof value === 'string') return /['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const key = (name) => (Array.isArray(value) ? '' : `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: `)
  const items = Object.entries(value).map(([name, each]) => key(name) + formatLiteral(each, `${indent}  `))
  const line = `${open}${Array.isArray(value) ? items.join(', ') : ` ${items.join(', ')} `}${close}`
  return line.length + indent.length < 60 ? line : `${open}\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}${close}`
}

const MAX_SHOWN = 60_000
export async function sendRequest(form) {
  const [button, outcome] = [$('[type=submit]', form), $('[data-outcome]', form)]
  const { method, url, headers, body } = buildRequest(form)
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
    showResponse(form, response, text)
  } catch {
    outcome.className = 'outcome s5'
    outcome.textContent = outcome.dataset.failed
  }
  button.disabled = false
  button.textContent = label
}
function showResponse(form, response, text) {
  const part = $('[data-response]', form)
  part.hidden = false
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const pretty = isJson && text ? JSON.stringify(JSON.parse(text), null, 2) : text
  const code = $('[data-body]', part)
  code.textContent = pretty.length > MAX_SHOWN ? `${pretty.slice(0, MAX_SHOWN)}\n… ${$('[data-outcome]', form).dataset.truncated}` : pretty
  if (isJson) highlight(code, 'json')
  $('[data-headers]', part).textContent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  $('[data-example]')?.setAttribute('hidden', '')
}
