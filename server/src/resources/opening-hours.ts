// Opening hours: their stored form, and the days and times at which they are open (contract 13.7). Pure functions.

export const DAY_CODES = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export type Weekday = (typeof DAY_CODES)[number]

/** A time from opening to closing, as `HH:MM`. If it does not close after it opens, it closes on the next day. */
export interface Stretch {
  readonly opens: string
  readonly closes: string
}
export interface WeeklyStretch extends Stretch {
  readonly days: readonly Weekday[]
}
/** Days as `YYYY-MM-DD`, including the last one. */
export interface DayRange {
  readonly from: string
  readonly to: string
}
export interface OpeningTimes {
  readonly weekly: readonly WeeklyStretch[]
  readonly closed: readonly DayRange[]
  readonly adjusted: readonly (DayRange & Stretch)[]
}
/** Texts by language. */
export type Notes = Readonly<Record<string, string>>
interface Noted<Note> {
  readonly note: Note
}
/** Opening hours with a note on each exception: `Notes` as they are stored, a text in one language as responses show them. */
export interface OpeningHours<Note> extends OpeningTimes {
  readonly closed: readonly (DayRange & Noted<Note>)[]
  readonly adjusted: readonly (DayRange & Stretch & Noted<Note>)[]
}
export type StoredHours = OpeningHours<Notes>
