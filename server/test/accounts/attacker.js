// Runs in a page of another origin: sends forged requests in every way that HTML and scripts have, and returns what the page could read.
const TIMEOUT_MS = 10_000
const AT_ONCE = 6
const ENCTYPES = { text: 'text/plain', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' }
const TAGS = { image: 'img', script: 'script' }

globalThis.attack = async (cells) => {
  const read = []
  let next = 0
  const work = async () => {
    for (let i = next++; i < cells.length; i = next++) read[i] = await forge(cells[i], i).catch(() => null)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return read
}

/** Returns the text that the page could read, or null. */
function forge(cell, i) {
  if (cell.way in FETCHES) return forgeFetch(cell)
  if (cell.way === 'beacon') return forgeBeacon(cell)
  if (cell.way in TAGS) return loadTag(cell)
  if (cell.way === 'stream') return openStream(cell)
  return navigate(cell, `target${i}`)
}

const HEADER = { 'x-kalends-session': '1' }
const FETCHES = {
  fetch: () => ({ credentials: 'include' }),
  'fetch without cookies': () => ({ credentials: 'omit' }),
  'no-cors': () => ({ credentials: 'include', mode: 'no-cors' }),
  keepalive: () => ({ credentials: 'include', mode: 'no-cors', keepalive: true }),
  header: () => ({ credentials: 'include', headers: HEADER }),
  'header without cookies': () => ({ credentials: 'omit', headers: HEADER }),
  override: ({ meant }) => ({ credentials: 'include', headers: { 'x-http-method-override': meant } }),
}
async function forgeFetch(cell) {
  const { headers, ...options } = FETCHES[cell.way](cell)
  const body = cell.method === 'GET' ? undefined : contentOf(cell)
  const type = cell.type === 'json' ? { 'content-type': 'application/json' } : {}
  const response = await fetch(cell.url, { method: cell.method, body, headers: { ...type, ...headers }, ...options })
  return response.text()
}

function contentOf({ type, body, file }) {
  if (type === 'none') return undefined
  if (type === 'form') return new URLSearchParams(fieldsOf(body))
  if (type !== 'multipart') return JSON.stringify(body)
  const data = new FormData()
  for (const [name, value] of fieldsOf(body)) data.append(name, value)
  if (file) data.append('file', pictureOf(file))
  return data
}
const fieldsOf = (body) =>
  Object.entries(body).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : `${value}`])
const pictureOf = (file) =>
  new File([Uint8Array.from(atob(file), (character) => character.charCodeAt(0))], 'picture.jpg', { type: 'image/jpeg' })

async function forgeBeacon(cell) {
  const content = contentOf(cell)
  const typed = { json: 'application/json', text: 'text/plain' }[cell.type]
  navigator.sendBeacon(cell.url, typed ? new Blob([content], { type: typed }) : content)
  return null
}

const settled = (start) =>
  new Promise((resolve) => {
    setTimeout(resolve, TIMEOUT_MS)
    start(resolve)
  })
async function loadTag({ way, url }) {
  const element = document.createElement(TAGS[way])
  await settled((done) => {
    for (const type of ['load', 'error']) element.addEventListener(type, done)
    element.src = url
    document.head.append(element)
  })
  element.remove()
  return null
}
async function openStream({ url }) {
  const source = new EventSource(url, { withCredentials: true })
  await settled((done) => {
    for (const type of ['message', 'error']) source.addEventListener(type, done)
  })
  source.close()
  return null
}

/** Navigates a frame or a window of its own, by a form unless it is a GET. */
async function navigate(cell, name) {
  const isWindow = cell.way === 'window' || cell.way === 'form in a window'
  const target = isWindow ? window.open('about:blank', name) : addFrame(name)
  const load = async (done) => {
    if (cell.method === 'GET') (isWindow ? target : target.contentWindow).location.href = cell.url
    else submitForm(cell, name)
    if (!isWindow) target.addEventListener('load', done)
    // A window has left for the other origin when its document cannot be read any more.
    while (isWindow && readable(target) !== null) await new Promise((resolve) => setTimeout(resolve, 20))
    if (isWindow) done()
  }
  await settled((done) => void load(done))
  const text = readable(isWindow ? target : target.contentWindow)
  if (isWindow) target.close()
  else target.remove()
  return text
}
function readable(target) {
  try {
    return target.document.documentElement.textContent
  } catch {
    return null
  }
}
function addFrame(name) {
  const frame = document.createElement('iframe')
  frame.name = name
  document.body.append(frame)
  return frame
}
function submitForm({ url, type, body, file, meant }, target) {
  const form = Object.assign(document.createElement('form'), { action: url, method: 'POST', enctype: ENCTYPES[type], target })
  const fields = meant === 'POST' ? fieldsOf(body) : [...fieldsOf(body), ['_method', meant]]
  for (const [name, value] of type === 'text' ? [jsonAsField(body)] : fields) form.append(inputOf({ type: 'hidden', name, value }))
  if (file && type === 'multipart') {
    const chosen = new DataTransfer()
    chosen.items.add(pictureOf(file))
    form.append(inputOf({ type: 'file', name: 'file', files: chosen.files }))
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
const inputOf = (properties) => Object.assign(document.createElement('input'), properties)
/** A form of plain text is sent as `name=value`; this one is JSON. */
const jsonAsField = (body) => [`${JSON.stringify(body).slice(0, -1)}${Object.keys(body).length > 0 ? ',' : ''}"x":"`, '"}']
