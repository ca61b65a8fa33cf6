// The files of pictures over HTTP: types, caching for ever, tags, ranges, and nothing beside them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NS, testServer } from '../support/server.ts'
import { storePicture, testFiles } from './file-rules.ts'
import { form, fresh } from './pictures.ts'

const server = await testServer()
const rooted = await testServer({ REST_ROOT: '/api' })
const url = await storePicture(server)

testFiles('in a folder', { skip: false }, url)

void test('media: other paths under /media are 404', async () => {
  const folder = url.slice(0, url.lastIndexOf('/'))
  for (const path of [
    `${folder}/`,
    `${folder}/full.svg`,
    `${folder}/sent`,
    `${folder}/..%2f..%2fwork`,
    `${folder}/%2e%2e/full.jpg`,
    `${server.base}/media/${'0'.repeat(64)}/full.jpg`,
    `${server.base}/media/..%2f..%2fetc/passwd`,
    `${server.base}/media/`,
    `${server.base}/media`,
  ]) {
    const answer = await fetch(path)
    assert.equal(answer.status, 404, path)
    assert.equal(((await answer.json()) as { code: string }).code, 'rest_no_route')
  }
})
void test('1.1 files are served under the REST root', async () => {
  const other = await rooted.request('POST', '/media', { as: 'author', upload: form(await fresh()) })
  assert.ok(String(other.json['url']).startsWith(`${rooted.base}/api/media/`), other.text)
  assert.equal((await fetch(String(other.json['url']))).status, 200)
  const venue = await rooted.make('venues', { venue: 'V', image: other.json['url'] })
  assert.equal((venue['image'] as { id: number }).id, other.json['id'])
  assert.ok(String(other.json['rest_url']).includes(`/api${NS}/media/`))
})
