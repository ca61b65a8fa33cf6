// The only clock. Everything else is handed a moment, so that tests can move it.

export interface Clock {
  now(): Temporal.Instant
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() }
