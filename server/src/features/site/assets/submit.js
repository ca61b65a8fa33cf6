// Solves a challenge before the form of a submission is sent. The browser derives keys until one has the wanted beginning.

const form = document.querySelector('form[data-challenge]')
const [status, field] = [form?.querySelector('[data-status]'), form?.elements.altcha]
let isBusy = false

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!isBusy) void send()
})
// A page that the browser kept shows the form again.
addEventListener('pageshow', () => {
  isBusy = false
  if (status) status.textContent = ''
})

async function send() {
  const { challenge, checking, failed, insecure } = form.dataset
  if (!globalThis.crypto?.subtle) {
    status.textContent = insecure
    return
  }
  isBusy = true
  status.textContent = checking
  try {
    const response = await fetch(challenge)
    if (!response.ok) throw new Error(`status ${response.status}`)
    field.value = await solve(await response.json())
    form.submit()
  } catch {
    isBusy = false
    status.textContent = failed
  }
}

async function solve(challenge) {
  const { cost, keyLength, keyPrefix, nonce, salt } = challenge.parameters
  const [start, saltBytes] = [bytesOf(nonce), bytesOf(salt)]
  const password = new Uint8Array(start.length + 4)
  password.set(start)
  const counterBytes = new DataView(password.buffer)
  for (let counter = 0; ; counter += 1) {
    counterBytes.setUint32(start.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: saltBytes, iterations: cost }
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, keyLength * 8)))
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  }
}
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
