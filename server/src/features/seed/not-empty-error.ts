// The error of `kalends seed` on a calendar with records.

/** The calendar has records, and the option to add to them is not set. */
export class NotEmptyError extends Error {}
