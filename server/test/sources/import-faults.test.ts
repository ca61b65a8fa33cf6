// Runs the tests of imports without the guards against known complaints about importers: they must fail without each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFaults, copyServer, hasAllFaults, ruleOf } from '../support/copy.ts'
import { reportEvidence } from '../support/evidence.ts'
import { IMPORT_FAULTS, type ImportFault } from './import-faults.ts'

const copy = await copyServer()
/** Tests of these files start two servers or many processes, so the ordinary run has no more than the first fault of each of the former. */
const TWO_SERVERS = ['jsonld', 'kalends']
const MANY_PROCESSES = ['kills', 'round-trip']
const isOrdinary = (fault: ImportFault): boolean =>
  !MANY_PROCESSES.includes(fault.by) && (!TWO_SERVERS.includes(fault.by) || fault === IMPORT_FAULTS.find(({ by }) => by === fault.by))
const faults = chooseFaults(
  IMPORT_FAULTS.filter((fault) => hasAllFaults || isOrdinary(fault)),
  (fault) => `${fault.by} ${ruleOf(fault.title)}`,
)
for (const { name, edits, by, title } of faults)
  void test(`19 the tests notice the fault: ${name}`, async () => {
    const { code, output } = await copy.faulty(edits, () => copy.run(`sources/${by}.test.ts`, { SEED: '1' }, title))
    assert.notEqual(code, 0, output)
    assert.ok(output.includes(`✖ ${title}`) && /AssertionError/.test(output), output)
    reportEvidence('import-faults', { faults: faults.length, [name]: 'noticed' })
  })
