// The only clock. Everything else is handed a moment, so that tests can move it.

export interface Clock {
  now(): Temporal.Instant
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() }

/** A clock that stands `offset_ms` beside the system's: for tests that need tomorrow today. */
export const shiftedClock = (offset_ms: number): Clock => ({ now: () => Temporal.Now.instant().add({ milliseconds: offset_ms }) })
