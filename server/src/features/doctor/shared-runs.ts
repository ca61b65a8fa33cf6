// Runs the checks for requests: one run at a time, with a deadline. Requests share the result of a run for a short time (contract 16.2).
import type { Finding } from './finding.ts'

export interface DoctorReport {
  /** When the run began. */
  readonly startedAt: Temporal.Instant
  readonly findings: readonly Finding[]
}
/** Returns the report of the run that is in progress or recent, or of a new run. */
export type DoctorRuns = (now: Temporal.Instant) => Promise<DoctorReport>
export interface RunOptions {
  readonly deadlineMs: number
  /** Time after the start of a run in which no other run begins. */
  readonly shareMs: number
  /** Receives the error of a run that failed. */
  readonly onError: (error: unknown) => void
}

/** `run` adds its findings one by one, so that a report at the deadline has those that are known. */
export function shareRuns(run: (findings: Finding[]) => Promise<unknown>, { deadlineMs, shareMs, onError }: RunOptions): DoctorRuns {
  let latest: { readonly startedAt: Temporal.Instant; readonly report: Promise<DoctorReport> } | null = null
  let isRunning = false
  const start = async (startedAt: Temporal.Instant): Promise<DoctorReport> => {
    const findings: Finding[] = []
    isRunning = true
    const completed = run(findings)
      .then(
        () => null,
        (error: unknown) => {
          onError(error)
          return FAILED
        },
      )
      .finally(() => (isRunning = false))
    const last = await withinDeadline(completed, deadlineMs)
    return { startedAt, findings: last ? [...findings, last] : [...findings] }
  }
  return (now) => {
    const isShared = latest !== null && (isRunning || now.since(latest.startedAt).total('milliseconds') < shareMs)
    if (!latest || !isShared) latest = { startedAt: now, report: start(now) }
    return latest.report
  }
}

const CHECK = 'doctor'
/** The message of the error is in the log only, because it may contain secrets. */
const FAILED: Finding = {
  check: CHECK,
  state: 'error',
  found: 'a check failed, and the remaining checks were not run',
  remedy: 'Look for "a check of the doctor failed" in the log, or run: kalends doctor',
}
async function withinDeadline(completed: Promise<Finding | null>, deadlineMs: number): Promise<Finding | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(
      () =>
        resolve({
          check: CHECK,
          state: 'warning',
          found: `the checks did not complete within ${deadlineMs / 1_000} s`,
          remedy: 'Run: kalends doctor',
        }),
      deadlineMs,
    )
  })
  try {
    return await Promise.race([completed, late])
  } finally {
    clearTimeout(timer)
  }
}
