// Varnish in front of a server, as a process of its own with a folder of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './process.ts'

export interface VarnishOptions {
  readonly vcl: string
  readonly memory: string
  readonly params?: Readonly<Record<string, string>>
}
/** Starts Varnish, and stops it at the end of the test file. Returns its URL. */
export async function startVarnish({ vcl, memory, params = {} }: VarnishOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-varnish-'))
  const port = await freePort()
  writeFileSync(join(folder, 'default.vcl'), vcl)
  const place = ['-n', join(folder, 'work'), '-f', join(folder, 'default.vcl'), '-a', `127.0.0.1:${port}`, '-s', `malloc,${memory}`]
  // A connection that the client reuses must not be closed by Varnish, however slow the machine.
  const settings = Object.entries({ timeout_idle: '600', ...params }).flatMap(([name, value]) => ['-p', `${name}=${value}`])
  const varnish = spawn('varnishd', ['-F', '-j', 'none', ...settings, ...place], {
    stdio: 'ignore',
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
  })
  const ended = new Promise((resolve) => varnish.once('exit', resolve))
  after(async () => {
    varnish.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const base = `http://127.0.0.1:${port}`
  for (let i = 0; i < 300; i += 1) {
    const answer = await fetch(`${base}/livez`).catch(() => null)
    if (answer?.ok) return base
    await sleep(100)
  }
  throw new Error('Varnish did not start.')
}
/** Whether the response was stored. Its header then has the number of the request that fetched it, too. */
export const isHit = (varnishHeader: string | null | undefined): boolean => (varnishHeader ?? '').includes(' ')
