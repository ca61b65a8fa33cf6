#!/usr/bin/env node
// One executable, several commands.
import { run } from './cli.ts'

process.exitCode = await run(process.argv)
