// Starts `kalends serve` from an image or an installed package, and waits until it is ready.
import { spawn } from 'node:child_process'

export interface Started {
  output(): string
  /** Sends SIGTERM, waits for the end of the process, and returns its exit code. */
  stop(): Promise<number | null>
}
interface Options {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly port: number
}

export async function startCommand(command: string, args: readonly string[], { cwd, env, port }: Options): Promise<Started> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const stop = (): Promise<number | null> => {
    if (child.exitCode === null) child.kill('SIGTERM')
    return ended
  }
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (response?.ok) return { output: () => output, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await stop()
  throw new Error(`${command} ${args.join(' ')} did not become ready:\n${output}`)
}
