// One test file serves two tiers: the reduced counts of the ordinary run, and the full counts of `npm run evidence -- <name>`.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name of the evidence that is being collected; undefined in an ordinary run. */
const collecting = process.env['EVIDENCE']
/** Whether the full stated counts are asked for. */
export const isFullRun = collecting !== undefined

/** The full count under `npm run evidence`, otherwise the reduced one. */
export const scaled = (full: number, reduced: number = Math.ceil(full / 50)): number => (isFullRun ? full : reduced)

/** The seed of random tests: fixed, so that a failure can be repeated. `SEED` overrides it. */
export const seed = Number(process.env['SEED'] ?? 1)

/** Adds figures to the evidence of this name. An ordinary run prints nothing and writes nothing. */
export function reportEvidence(name: string, figures: Readonly<Record<string, unknown>>): void {
  const file = process.env['EVIDENCE_FIGURES']
  if (collecting === name && file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`)
}

/** Runs one part of a long test. A part that finished in an interrupted run on the same commit is not repeated: its stored result is returned. */
export async function resumable<T>(name: string, part: string, run: () => Promise<T>): Promise<T> {
  const folder = process.env['EVIDENCE_PARTS']
  if (collecting !== name || folder === undefined) return run()
  const path = join(folder, `${part.replaceAll(/[^\w.-]+/g, '-')}.json`)
  const stored = readStored(path)
  if (stored !== null) return stored.result as T
  const result = await run()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ result }))
  return result
}

function readStored(path: string): { readonly result: unknown } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { result: unknown }
  } catch {
    return null
  }
}
