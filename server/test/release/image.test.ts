// The container image as the Dockerfile and .dockerignore define it: every command starts, and the server becomes ready.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/process.ts'
import { NS } from '../support/server.ts'
import { buildImage, inImage, ROOT } from './dockerfile.ts'
import { startCommand } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-image-'))
const database = await emptyDatabase()
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
const image = buildImage(folder, dockerfile, ignore)
const { cwd, env, path } = inImage(image)

void test('image: --help runs', () => {
  const { status, stdout, stderr } = spawnSync(path('kalends'), ['--help'], { cwd, env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /Usage: kalends/)
})

void test('image: CMD serves on an empty database until /readyz is 200, and HEALTHCHECK passes', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const settings = { ...env, DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port), SHUTDOWN_DELAY_MS: '0' }
  const [command = '', ...args] = image.command
  const server = await startCommand(path(command), args, { cwd, env: settings, port })
  try {
    const response = await fetch(`http://127.0.0.1:${port}${NS}/events`)
    assert.equal(response.status, 200)
    assert.equal(((await response.json()) as { total: number }).total, 0)
    for (const page of ['docs', 'admin', 'embed.js']) assert.equal((await fetch(`http://127.0.0.1:${port}/${page}`)).status, 200, page)
    const [probe = '', ...words] = image.healthcheck
    assert.equal(spawnSync(path(probe), words, { cwd, env: settings }).status, 0)
  } finally {
    assert.equal(await server.stop(), 0, server.output())
  }
})

void test('image: the smoke test of the image workflow passes', { timeout: 120_000 }, async () => {
  const port = await freePort()
  const settings = { ...env, DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port), SHUTDOWN_DELAY_MS: '0' }
  const media = { MEDIA_DIR: join(folder, 'media-of-smoke-test') }
  const [command = '', ...args] = image.command
  const server = await startCommand(path(command), args, { cwd, env: { ...settings, ...media }, port })
  try {
    const smoke = spawnSync(join(ROOT, 'scripts/smoke-test.sh'), [`http://127.0.0.1:${port}`, path('kalends')], {
      cwd,
      env: { ...settings, ...media },
      encoding: 'utf8',
    })
    assert.equal(smoke.status, 0, smoke.stderr)
    assert.match(smoke.stdout, /^list: \d+ events\nwrite: event \d+\nupload: ok\nfeeds and pages: ok\n$/)
  } finally {
    assert.equal(await server.stop(), 0, server.output())
  }
})

void test('image: it holds neither tests nor development packages', () => {
  const list = spawnSync('find', [join(image.root, 'app'), '-name', '*.test.ts', '-path', '*/server/*'], { encoding: 'utf8' })
  assert.equal(list.stdout, '')
  assert.equal(spawnSync('ls', [join(image.root, 'app/node_modules/typescript')]).status === 0, false)
})
