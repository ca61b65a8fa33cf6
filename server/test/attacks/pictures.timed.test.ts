// Ten real browsers behind one address load a page with thirty pictures, through nginx with HTTP/2: nothing may be refused.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fresh } from '../media/pictures.ts'
import { openBrowser } from '../support/browser.ts'
import { makeCertificate } from '../support/certificate.ts'
import { freshDatabase } from '../support/database.ts'
import { reportEvidence, scaled } from '../support/evidence.ts'
import { defaultLimits, freePort, startServer } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { requiresTools } from '../support/tools.ts'

const BROWSERS = 10
const PICTURES = 30
/** How often each browser loads the page with an empty cache. */
const LOADS = scaled(10, 1)

const folder = mkdtempSync(join(tmpdir(), 'kalends-nginx-'))
const database = await freshDatabase()
const server = await startServer({
  DATABASE_URL: database.url,
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: '127.0.0.1',
  ...defaultLimits(),
})
const { editor } = await server.makeCallers({ editor: 'editor' })
const pictures: string[] = []
// One after the other: a client that sends all at once is told to wait.
for (let n = 0; n < PICTURES; n += 1) pictures.push(await upload())
const browser = await openBrowser()
after(async () => {
  await server.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

void test(`${BROWSERS} browsers behind one address load ${PICTURES} pictures each, and nothing is rejected`, {
  timeout: 300_000,
  ...requiresTools('nginx', 'openssl'),
}, async (t) => {
  const origin = await startNginx()
  const statuses = new Map<string, number>()
  const protocols = new Set<string>()
  for (let load = 0; load < LOADS; load += 1)
    await Promise.all(
      Array.from({ length: BROWSERS }, async () => {
        // A context of its own has connections and a cache of its own.
        const context = await browser.newContext({ ignoreHTTPSErrors: true })
        const page = await context.newPage()
        page.on('requestfailed', (request) => {
          const key = `failed ${request.failure()?.errorText ?? ''}`
          statuses.set(key, (statuses.get(key) ?? 0) + 1)
        })
        page.on('response', (response) => {
          const key = `${new URL(response.url()).pathname.includes('/media/') ? 'pictures' : 'other'} ${response.status()}`
          statuses.set(key, (statuses.get(key) ?? 0) + 1)
        })
        const loaded = await page.goto(`${origin}/page/`, { waitUntil: 'load' })
        assert.equal(loaded?.status(), 200)
        const [shown, protocol] = await page.evaluate<[number, string]>(
          `[[...document.images].filter((image) => image.naturalWidth > 0).length, performance.getEntriesByType('navigation')[0].nextHopProtocol]`,
        )
        assert.equal(shown, PICTURES, JSON.stringify(Object.fromEntries(statuses)))
        protocols.add(protocol)
        await context.close()
      }),
    )
  const counted = Object.fromEntries(statuses)
  t.diagnostic(JSON.stringify(counted))
  reportEvidence('pictures', { browsers: BROWSERS, pictures: PICTURES, loads: LOADS, statuses: counted, protocols: [...protocols] })
  assert.deepEqual(Object.keys(counted).sort(), ['other 200', 'pictures 200'])
  assert.equal(counted['pictures 200'], BROWSERS * PICTURES * LOADS)
  assert.deepEqual([...protocols], ['h2'])
})

void test('a rate that is too small for the page is noticed', { timeout: 60_000 }, async () => {
  const strict = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'error', RATE_LIMIT_FILES: '100' })
  try {
    const path = new URL(pictures[0] ?? '').pathname
    const asked = await Promise.all(Array.from({ length: 150 }, () => fetch(`${strict.base}${path}`).then(({ status }) => status)))
    assert.ok(asked.includes(429))
  } finally {
    await strict.stop()
  }
})

async function upload(): Promise<string> {
  const response = await fetch(`${server.base}${NS}/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await fresh({ width: 320, height: 240 })),
  })
  assert.equal(response.status, 201, await response.clone().text())
  const { sizes, url } = (await response.json()) as { url: string; sizes: Record<string, { url: string }> }
  return Object.values(sizes)[0]?.url ?? url
}

/** nginx with HTTP/2 in front of the server, and one page with all pictures. */
async function startNginx(): Promise<string> {
  const port = await freePort()
  const { key, certificate } = makeCertificate(folder, 'localhost')
  const images = pictures.map((url) => `<img src="${new URL(url).pathname}" alt="">`).join('\n')
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Pictures</title>${images}`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  types { text/html html; }
  upstream kalends { server ${new URL(server.base).host}; keepalive 64; keepalive_timeout 60s; }
  server {
    listen 127.0.0.1:${port} ssl http2;
    ssl_certificate ${certificate}; ssl_certificate_key ${key};
    location /page/ { alias ${folder}/; index index.html; }
    location = /favicon.ico { return 200; }
    location / { proxy_pass http://kalends; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header X-Forwarded-For $remote_addr; }
  }
}
`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  after(() => child.kill('SIGTERM'))
  const deadline = performance.now() + 10_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${errors}`)
    const isListening = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isListening) return `https://127.0.0.1:${port}`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx did not start: ${errors}`)
}
