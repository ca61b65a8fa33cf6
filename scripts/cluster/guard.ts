// Stops a test cluster when the process that started it has ended. Its description comes from that process, through a pipe that ends with it.
import { text } from 'node:stream/consumers'
import { stopCluster } from './cluster.ts'
import type { FailoverCluster } from './layout.ts'

await stopCluster(JSON.parse(await text(process.stdin)) as FailoverCluster)
