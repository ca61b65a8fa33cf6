// The only source of the current time. All other code receives the time as a parameter, so that tests can set it.

export interface Clock {
  now(): Temporal.Instant
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() }
