#!/usr/bin/env node
// Entry point of the `kalends` command.
import { run } from './cli.ts'
import { hasOverdueWork } from './kernel/concurrency/disk-deadline.ts'

process.exitCode = await run(process.argv)
// A file-system call that hangs would keep the process alive.
if (hasOverdueWork()) process.kill(process.pid, 'SIGKILL')
