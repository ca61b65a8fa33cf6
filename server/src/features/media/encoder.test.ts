// Tests that the encoder recovers from a process that cannot be started.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FieldError, Problem } from '../../kernel/errors/problems.ts'
import { openEncoder } from './encoder.ts'

void test('an encoder that cannot be started is 503, affects nothing else, and is started again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'encoder-'))
  const [source, out] = [join(folder, 'original'), join(folder, 'encoded')]
  await writeFile(source, 'no picture')
  const encoder = openEncoder(1)
  const { execPath } = process
  try {
    process.execPath = join(folder, 'missing')
    await assert.rejects(encoder.encode(source, out), (error) => error instanceof Problem && error.status === 503)
    process.execPath = execPath
    assert.deepEqual(await encoder.encode(source, out), new FieldError('not_picture'))
  } finally {
    process.execPath = execPath
    encoder.close()
    await rm(folder, { recursive: true })
  }
})
