// Whether the tests of series in iCalendar notice faults, one at a time in a copy of the source.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyServer } from '../support/copy.ts'
import { SERIES_FEED_FAULTS } from './series-feeds-faults.ts'

const copy = await copyServer()
for (const fault of SERIES_FEED_FAULTS)
  void test(`13.6 a test notices that ${fault.name}`, async () => {
    const { code, output } = await copy.faulty(fault, () => copy.run('feeds/series-feeds.test.ts', {}, fault.test))
    assert.ok(code !== 0 && output.includes(`✖ ${fault.test}`), output)
  })
