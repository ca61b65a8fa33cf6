#!/usr/bin/env node
// One executable, several commands.
import { run } from './cli.ts'
import { hasOverdueWork } from './kernel/concurrency/disk-deadline.ts'

process.exitCode = await run(process.argv)
if (hasOverdueWork()) process.kill(process.pid, 'SIGKILL')
