// Updates the code and the preview while the reader changes the form, and copies the code. The server writes the code.

const DELAY_MS = 300
const form = document.querySelector('[data-generator]')

function applyColors() {
  const { dataset, firstElementChild } = document.querySelector('[data-preview]')
  // Without a color of its own, the element has colors for light and for dark pages.
  firstElementChild?.style.setProperty('--kalends-accent', dataset.accent)
  firstElementChild?.style.setProperty('--kalends-radius', `${dataset.radius}px`)
}

/** Shows the parts that need a script, hides those that replace it, and hides inputs that a month does not have. */
function enhance() {
  for (const part of document.querySelectorAll('[data-no-script]')) part.hidden = true
  for (const button of document.querySelectorAll('[data-copy-code]')) button.hidden = false
  const isMonth = new FormData(form).get('view') === 'month'
  for (const part of form.querySelectorAll('[data-list-only]')) part.hidden = isMonth
  applyColors()
}

let timer
let request = new AbortController()
async function update() {
  request.abort()
  request = new AbortController()
  const selection = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
  const url = new URL(`?${selection}`, location.href)
  const response = await fetch(url, { signal: request.signal }).catch(() => null)
  if (!response?.ok) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  // The widget renders the preview itself.
  for (const template of next.querySelectorAll('[data-preview] template')) template.remove()
  document.querySelector('[data-result]').replaceWith(document.importNode(next.querySelector('[data-result]'), true))
  history.replaceState(null, '', url)
  enhance()
}

form.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(() => void update(), DELAY_MS)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void update()
})
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy-code]')
  if (button) void copy(button)
})
async function copy(button) {
  await navigator.clipboard.writeText(button.closest('section').querySelector('code').textContent)
  const label = button.textContent
  button.textContent = button.dataset.copied
  button.setAttribute('aria-live', 'polite')
  setTimeout(() => (button.textContent = label), 2_000)
}
enhance()
