// The result of one check of `kalends doctor`.

export interface Finding {
  readonly check: string
  /** `warning`: the service works, but the operator should act. `error`: the service does not work. */
  readonly state: 'ok' | 'warning' | 'error'
  readonly found: string
  /** Tells the operator what to do. Empty if no action is needed. */
  readonly remedy: string
}
