// The only source of the current time. All other code receives the time as a parameter, so that tests can set it.

export interface Clock {
  now(): Temporal.Instant
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() }

/** Returns the time in milliseconds since 1970, for work that each request does. The system clock creates no instant for it. */
export const millisecondsOf = (clock: Clock): (() => number) =>
  clock === systemClock ? () => Date.now() : () => clock.now().epochMilliseconds
