// The result of one check of `kalends doctor`.

/** `warning`: the service works, but the operator should act. `error`: the service does not work. */
export const FINDING_STATES = ['ok', 'warning', 'error'] as const
export interface Finding {
  readonly check: string
  readonly state: (typeof FINDING_STATES)[number]
  readonly found: string
  /** Tells the operator what to do. Empty if no action is needed. */
  readonly remedy: string
}
