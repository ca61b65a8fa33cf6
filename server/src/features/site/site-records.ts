// The records that pages show, with the types of their nested records.
import type { Category } from '../../resources/categories.ts'
import type { Event } from '../../resources/events.ts'
import type { Organizer } from '../../resources/organizers.ts'
import type { Venue } from '../../resources/venues.ts'

export type ShownVenue = Omit<Venue, 'json_ld'>
export type ShownOrganizer = Omit<Organizer, 'json_ld'>
export type ShownCategory = Pick<Category, 'id' | 'name' | 'slug' | 'color' | 'url' | 'description' | 'parent' | 'language'>
interface ShownTag {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly url: string
}
/** An event as lists of the API present it. */
export type ShownEvent = Omit<Event, 'venue' | 'organizer' | 'categories' | 'tags' | 'json_ld' | 'occurrences' | 'recurrence_text'> & {
  readonly venue: readonly ShownVenue[]
  readonly organizer: readonly ShownOrganizer[]
  readonly categories: readonly ShownCategory[]
  readonly tags: readonly ShownTag[]
  /** In a list of a search: the texts that contain a word of it, as HTML that the API has made. */
  readonly highlight?: { readonly title?: string; readonly description?: string; readonly excerpt?: string }
}
/** An event as a single read presents it. */
export type SingleEvent = ShownEvent & Pick<Event, 'json_ld' | 'occurrences' | 'recurrence_text'>
