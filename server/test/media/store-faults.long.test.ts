// Runs the tests of pictures in a bucket on copies of the server that have faults: they must notice each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { s3Service } from '../support/s3-service.ts'
import { requiresTools } from '../support/tools.ts'
import { STORE_FAULTS } from './store-faults.ts'

const TOOLS = requiresTools('swift')
const env = TOOLS.skip === false ? { TEST_S3_URL: await s3Service() } : {}
const copy = await copyServer()

for (const fault of STORE_FAULTS)
  void test(`A3 S3: the tests notice that ${fault.name}`, TOOLS, async () => {
    const { output } = await copy.faulty(fault, () => copy.run('media/s3.test.ts', env, fault.by))
    assert.match(output, new RegExp(`^✖ ${fault.by}`, 'm'), output)
  })
