// Several server processes on a PostgreSQL of their own. Requests go to any of them, and each of them, or PostgreSQL, can be killed at any time.
import { addToken, addUser } from '../../src/features/accounts/users.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import type { Role } from '../../src/kernel/security/caller.ts'
import { launch, logged, pause, rowsOf, untilReady, type Launched } from '../faults/launch.ts'
import type { Random } from '../model/random.ts'
import { makeCluster, type Cluster } from '../support/cluster.ts'
import { LOOSE } from '../support/database.ts'
import { kalends, NO_RATES, PATIENT_DATABASE } from '../support/process.ts'
import { NS, type Answer, type Caller, type Json, type Sending } from '../support/server.ts'
import type { Api } from './random-writers.ts'

const ROLES = { admin: 'administrator', editor: 'editor', author: 'author', other: 'author', subscriber: 'subscriber' } as const
const READY_MS = 60_000
/** Time after a kill in which requests may fail. */
const DISTURBED_MS = 20_000
/** Some transactions end later than others that began after them. */
const LATE_COMMITS = `
create function delay_commit() returns trigger language plpgsql as $$
begin
  if random() < 0.1 then perform pg_sleep(0.03); end if;
  return null;
end $$;
create trigger delay_commit after insert on changes for each statement execute function delay_commit();`
/** The answer to a write that a kill interrupted: nobody knows whether it was done. */
const UNKNOWN: Answer = { status: 0, headers: new Headers(), text: '', json: {} }

export class ServerProcesses {
  readonly #cluster: Cluster
  readonly #env: Readonly<Record<string, string>>
  readonly #tokens = new Map<Caller, string>()
  readonly #servers: (Launched | null)[]
  readonly #launched: Launched[] = []
  #starting: Promise<unknown> = Promise.resolve()
  #disturbedAt = -Infinity
  #next = 0
  private constructor(cluster: Cluster, count: number, env: Readonly<Record<string, string>>) {
    this.#cluster = cluster
    this.#env = env
    this.#servers = Array.from({ length: count }, () => null)
  }
  static async start(
    count: number,
    settings: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcesses> {
    const cluster = await makeCluster(['fsync=off', 'shared_buffers=64MB', 'max_connections=120', ...settings])
    const processes = new ServerProcesses(cluster, count, env)
    kalends(['migrate'], { DATABASE_URL: cluster.url })
    const database = openDatabase({ ...LOOSE, url: cluster.url })
    for (const [login, role] of Object.entries(ROLES) as [Caller, Role][]) {
      await addUser(database, login, role, '')
      processes.#tokens.set(login, (await addToken(database, login, { label: 'test', scope: 'admin' })).secret)
    }
    await database.close()
    await processes.query(LATE_COMMITS)
    for (const index of processes.#servers.keys()) await processes.#start(index)
    return processes
  }
  async #start(index: number): Promise<void> {
    const server = await launch({
      ...NO_RATES,
      ...PATIENT_DATABASE,
      DATABASE_URL: this.#cluster.url,
      DATABASE_POOL_SIZE: '4',
      CACHE_MB: '0',
      LOG_LEVEL: 'error',
      ...this.#env,
    })
    this.#launched.push(server)
    await untilReady(server, READY_MS)
    this.#servers[index] = server
  }
  readonly query = <Row extends object>(statement: string): Promise<Row[]> => rowsOf<Row>(this.#cluster.url, statement)

  /** Kills one of the servers. It starts again while the others go on. */
  async killServer(random: Random): Promise<void> {
    await this.#starting
    const index = random.below(this.#servers.length)
    const server = this.#servers[index]
    this.#servers[index] = null
    this.#disturbedAt = performance.now()
    await server?.kill()
    this.#starting = this.#start(index)
  }
  /** Stops PostgreSQL as a crash does, and starts it again. */
  killDatabase(): void {
    this.#disturbedAt = performance.now()
    this.#cluster.stop()
    this.#cluster.start()
  }
  async close(): Promise<void> {
    try {
      await this.#starting
    } finally {
      for (const server of this.#launched) await server.kill()
      this.#cluster.remove()
    }
  }

  readonly api: Api = {
    get: (path, sending) => this.#read(path, sending),
    post: (path, body, sending) => this.#write('POST', path, { as: 'admin', ...sending, body }),
    patch: (path, body, sending) => this.#write('PATCH', path, { as: 'admin', ...sending, body }),
    remove: (path, sending) => this.#write('DELETE', path, { as: 'admin', ...sending }),
  }
  /** Sends a request again that a kill interrupted. */
  async #read(path: string, sending?: Sending): Promise<Answer> {
    for (;;) {
      const answer = await this.#send('GET', path, sending)
      if (answer) return answer
      await pause(50)
    }
  }
  #write = async (method: string, path: string, sending: Sending): Promise<Answer> => (await this.#send(method, path, sending)) ?? UNKNOWN
  /** Sends the request to the next server. Returns null if a kill interrupted it. */
  async #send(method: string, path: string, { as, body, headers: own }: Sending = {}): Promise<Answer | null> {
    const running = this.#servers.filter((server) => server !== null)
    this.#next += 1
    const server = running[this.#next % running.length]
    const headers = {
      ...own,
      ...(as && { authorization: `Bearer ${this.#tokens.get(as) ?? ''}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    try {
      const response = await fetch(`${server?.base}${NS}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      // A write that waits too long for others is refused, also without a kill.
      if (response.status === 503 && method !== 'GET') return null
      if (response.status === 503 || response.status === 504) throw new Error(`${method} ${path}: ${text}`)
      const cause = response.status === 500 && server ? logged(server, ['error']).at(-1) : ''
      return { status: response.status, headers: response.headers, text: `${text}${cause}`, json: JSON.parse(text || '{}') as Json }
    } catch (error) {
      if (performance.now() - this.#disturbedAt > DISTURBED_MS) throw error
      return null
    }
  }
}
