// Honest clients beside an attacker: reads at a fixed rate from several addresses, and the latency and success of each.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Measured {
  readonly reads: number
  readonly successful: number
  readonly p50_ms: number
  readonly p99_ms: number
}
export interface VisitorFigures {
  readonly livez: Measured
  readonly reads: Measured
  /** Statuses of reads that failed; 0 is no response within the time limit. */
  readonly failures: Readonly<Record<string, number>>
}
interface Sample {
  readonly ms: number
  readonly status: number
}
const TIMEOUT_MS = 5_000
const READS_PER_SECOND = 20
const PROBES_PER_SECOND = 20

/** `paths` gives the path of the n-th read. Arrivals do not wait for responses, so that a stall is counted for every request it delays. */
export async function measureVisitors(port: number, seconds: number, paths: (n: number) => string): Promise<VisitorFigures> {
  const agents = Array.from({ length: 10 }, (_, i) => new Agent({ keepAlive: true, maxSockets: 20, localAddress: `127.0.0.${i + 2}` }))
  const probe = new Agent({ keepAlive: true, localAddress: '127.0.0.1' })
  const [reads, probes] = await Promise.all([
    arrive(READS_PER_SECOND, seconds, (n) => sendRequest(port, paths(n), agents[n % agents.length] ?? probe)),
    arrive(PROBES_PER_SECOND, seconds, () => sendRequest(port, '/livez', probe)),
  ])
  for (const agent of [...agents, probe]) agent.destroy()
  const failures: Record<string, number> = {}
  for (const { status } of reads) if (status !== 200) failures[status] = (failures[status] ?? 0) + 1
  return { livez: summarize(probes), reads: summarize(reads), failures }
}

async function arrive(perSecond: number, seconds: number, send: (n: number) => Promise<Sample>): Promise<Sample[]> {
  const started = performance.now()
  const sent: Promise<Sample>[] = []
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await pause(Math.max(0, started + (n * 1_000) / perSecond - performance.now()))
    sent.push(send(n))
  }
  return Promise.all(sent)
}

function sendRequest(port: number, path: string, agent: Agent): Promise<Sample> {
  const started = performance.now()
  return new Promise((resolve) => {
    const finish = (status: number): void => resolve({ ms: performance.now() - started, status })
    const sent = request({ host: '127.0.0.1', port, path, agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('end', () => finish(response.statusCode ?? 0))
      response.once('error', () => finish(0))
    })
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => finish(0))
    sent.end()
  })
}

function summarize(samples: readonly Sample[]): Measured {
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number): number => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 10) / 10
  return { reads: samples.length, successful: samples.filter(({ status }) => status === 200).length, p50_ms: at(0.5), p99_ms: at(0.99) }
}
