// A worker process that tests kill: runs the jobs of the test queue. Arguments: URL of the database, mode.
import { MODES, openQueueOn, TEST_QUEUE, type Mode } from './test-queue.ts'

const [url = '', mode = 'atomic'] = process.argv.slice(2)
const { database, queue } = openQueueOn(url, true)
await queue.work(TEST_QUEUE, (job, finish) => MODES[mode as Mode](database, job, finish))
process.stdout.write('working\n')
