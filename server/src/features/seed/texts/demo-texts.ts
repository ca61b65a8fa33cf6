// Type of the demo texts in one language. The compiler reports every text that a language lacks.
import type { CategoryKey, OrganizerKey, PictureKey, TagKey, VenueKey } from '../catalog.ts'
import type { ProgramKey, PracticalGroup } from '../programs.ts'
import type { HoursNotes } from './hours-notes.ts'
import type { StatusReasons } from './status-reasons.ts'

export type Season = 'spring' | 'summer' | 'fall' | 'winter'
export interface ProgramText {
  readonly title: string
  /** Subtitles of single events. They fit every month of the program. */
  readonly subtitles: readonly [string, string, string]
  /** One sentence; the excerpt of the event. */
  readonly lead: string
  readonly body: string
}
export interface NamedText {
  readonly name: string
  readonly description: string
}
export interface PictureText {
  readonly title: string
  readonly alt: string
}
export interface DemoTexts {
  /** Price of events without an admission fee. */
  readonly free: string
  /** Text between the title of a program and the subtitle of an event. */
  readonly separator: string
  readonly pictureCredit: string
  readonly editions: Readonly<Record<Season, string>>
  readonly statusReasons: StatusReasons
  readonly hoursNotes: HoursNotes
  readonly practical: Readonly<Record<PracticalGroup, readonly [string, string]>>
  readonly categories: Readonly<Record<CategoryKey, string>>
  readonly tags: Readonly<Record<TagKey, string>>
  readonly venues: Readonly<Record<VenueKey, NamedText>>
  readonly organizers: Readonly<Record<OrganizerKey, NamedText>>
  readonly pictures: Readonly<Record<PictureKey, PictureText>>
  readonly programs: Readonly<Record<ProgramKey, ProgramText>>
}
