// The records and inputs of the interface. Made by `npm run generate` from docs/openapi.json; changes by hand are lost.

import type { CreateOptions, FieldsOptions, RequestOptions, UnlockOptions, WriteOptions } from './options.ts'

/** A language of texts and messages; a site may have others. */
export type Language =
  | 'ar'
  | 'en'
  | 'fr'
  | 'pt-pt'
  | 'sw'
  | (string & {})

/** A date as people write it, seconds since 1970, or a `Date`. */
export type DateInput =
  | string
  | number
  | { toJSON(): string }

/** One, or several. */
export type OneOrMore<T> = T | readonly T[]

/** A record, by its number. */
export interface Reference {
  id: number
}

/** Some of the fields, also of what is nested. */
export type Part<T> = T extends readonly (infer Item)[] ? Part<Item>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T

/** The fields `F` of a record, such as `'id' | 'venue.city'`; all are optional if the compiler does not know `F`. */
export type Picked<T, F extends string> = string extends F
  ? Part<T>
  : T extends readonly (infer Item)[]
    ? Picked<Item, F>[]
    : T extends object
      ? string extends keyof T
        ? { [K in Head<F>]?: K extends keyof T ? T[K] : never }
        : { [K in keyof T as K extends Head<F> ? K : never]: K extends F ? T[K] : Picked<T[K], Below<F, K & string>> }
      : T
type Head<F extends string> = F extends `${infer Name}.${string}` ? Name : F
type Below<F extends string, Name extends string> = F extends `${Name}.${infer Rest}` ? Rest : never

/** What went wrong; codes are never renamed, but there may be new ones. */
export type ErrorCode =
  | 'rest_no_route'
  | 'rest_invalid_namespace'
  | 'rest_method_not_allowed'
  | 'rest_invalid_json'
  | 'rest_unsupported_media_type'
  | 'rest_body_too_large'
  | 'rest_invalid_form'
  | 'rest_bad_url'
  | 'rest_timeout'
  | 'rest_uri_too_long'
  | 'rest_headers_too_large'
  | 'rest_missing_callback_param'
  | 'rest_invalid_param'
  | 'rest_unauthorized'
  | 'rest_forbidden'
  | 'rest-event-not-found'
  | 'rest-venue-not-found'
  | 'rest-organizer-not-found'
  | 'rest-category-not-found'
  | 'rest-tag-not-found'
  | 'rest-image-not-found'
  | 'event-is-in-trash'
  | 'venue-is-in-trash'
  | 'organizer-is-in-trash'
  | 'event-password-protected'
  | 'term_exists'
  | 'rest_in_use'
  | 'rest_slug_taken'
  | 'rest_precondition_failed'
  | 'rest_idempotency_conflict'
  | 'rest_too_many_requests'
  | 'rest_overloaded'
  | 'rest_media_unavailable'
  | 'rest_internal_error'
  | (string & {})

/** What is wrong with an input. */
export type FaultCode =
  | 'not_text'
  | 'too_long'
  | 'too_deep'
  | 'too_complex'
  | 'bad_characters'
  | 'not_integer'
  | 'not_number'
  | 'out_of_range'
  | 'not_boolean'
  | 'not_choice'
  | 'not_moment'
  | 'not_zone'
  | 'not_url'
  | 'not_email'
  | 'not_list'
  | 'too_many'
  | 'not_object'
  | 'not_image'
  | 'not_file'
  | 'not_picture'
  | 'too_many_pixels'
  | 'too_hard'
  | 'not_fetched'
  | 'not_record'
  | 'required'
  | 'empty_slug'
  | 'unknown'
  | 'unknown_name'
  | 'cycle'
  | 'backwards'
  | 'disagree'
  | 'together'
  | 'ignored'
  | (string & {})

/** Where a record stands between draft and trash. */
export type Status =
  | 'publish'
  | 'future'
  | 'draft'
  | 'pending'
  | 'private'
  | 'trash'

/** An image in one of its sizes. */
export interface ImageSize {
  width: number
  height: number
  'mime-type': 'image/webp'
  url: string
}

/** An image as a record shows it. */
export interface ShownImage {
  id: number
  url: string
  extension: 'jpg' | 'png'
  width: number
  height: number
  filesize: number
  sizes: Record<string, ImageSize>
  alt: string | null
}

/** A date, taken apart. */
export interface DateDetails {
  year: string
  month: string
  day: string
  hour: string
  minutes: string
  seconds: string
}

/** A price, taken apart. */
export interface CostDetails {
  currency_symbol: string | null
  currency_code: string | null
  currency_position: 'prefix' | 'postfix' | null
  values: string[]
}

/** A record as schema.org describes it. */
export interface JsonLd {
  '@context': string
  '@type': string
  [key: string]: unknown
}

/** Ascending or descending. */
export type Order =
  | 'asc'
  | 'desc'

/** A boolean, or text such as `yes` or `off`. */
export type BooleanInput =
  | boolean
  | '0'
  | '1'
  | 'true'
  | 'yes'
  | 'on'
  | 'false'
  | 'no'
  | 'off'

/** The urls of a record. */
export interface CategoryUrls {
  self: string
  collection: string
  up: string | null
}

/** The urls of a record. */
export interface TagUrls {
  self: string
  collection: string
}

/** What a caller is. */
export type Role =
  | 'anonymous'
  | 'subscriber'
  | 'contributor'
  | 'author'
  | 'editor'
  | 'administrator'

/** What the caller may do. */
export interface Permissions {
  create: boolean
  publish: boolean
  create_terms: boolean
  edit_others: boolean
  manage_users: boolean
}

/** An event as lists and writes give it. */
export interface Event {
  /** Number of the record. */
  id: number
  /** Name of the record in the whole world. */
  global_id: string
  /** That name, and those it had before. */
  global_id_lineage: string[]
  /** User the record belongs to. */
  author: number
  /** Where the record stands between draft and trash. */
  status: Status
  /** Publication, in the zone of the site. */
  date: string
  /** Publication, in UTC. */
  date_utc: string
  /** Last change, in the zone of the site. */
  modified: string
  /** Last change, in UTC. */
  modified_utc: string
  /** Page for people. */
  url: string
  /** Address of the record in this interface. */
  rest_url: string
  /** Title of the event. */
  title: string
  /** Summary, in HTML. */
  excerpt: string
  /** Description, in HTML. */
  description: string
  /** Name of the record in addresses. */
  slug: string
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Image: its number, or an address to fetch it from. */
  image: ShownImage | null
  /** Whether it lasts whole days. */
  all_day: boolean
  /** Start, in the zone of the event. */
  start_date: string
  /** Parts of the start. */
  start_date_details: DateDetails
  /** End, in the zone of the event. */
  end_date: string
  /** Parts of the end. */
  end_date_details: DateDetails
  /** Start, in UTC. */
  utc_start_date: string
  /** Parts of the start in UTC. */
  utc_start_date_details: DateDetails
  /** End, in UTC. */
  utc_end_date: string
  /** Parts of the end in UTC. */
  utc_end_date_details: DateDetails
  /** Zone of the event: an IANA name, or UTC±H. */
  timezone: string
  /** Short name of the zone at the start. */
  timezone_abbr: string
  /** Price, as people write it. */
  cost: string | null
  /** Price, taken apart. */
  cost_details: CostDetails
  /** Website. */
  website: string | null
  /** Whether a map is shown. */
  show_map: boolean
  /** Whether a link to a map is shown. */
  show_map_link: boolean
  /** Whether it is left out of lists. */
  hide_from_listings: boolean
  /** Whether it is pinned. */
  sticky: boolean
  /** Whether it is featured. */
  featured: boolean
  /** Whether it has tickets. */
  ticketed: boolean
  /** Whether a password is set. */
  protected: boolean
  /** Event that this one is part of. */
  post_parent: number | null
  /** Categories: ids, slugs or names. */
  categories: LinkedCategory[]
  /** Tags: ids, slugs or names. */
  tags: LinkedTag[]
  /** Venues: ids, or venues to create. */
  venue: Venue[]
  /** Organizers: ids, or organizers to create. */
  organizer: Organizer[]
  /** Further values: text, numbers, booleans. */
  custom_fields: Record<string, string | number | boolean>
}

/** An event as a single read gives it. */
export interface EventDetail extends Event {
  /** State of the text in each language. */
  translation_status: Record<string, 'current' | 'outdated' | 'missing'>
  /** The event as schema.org describes one. */
  json_ld: JsonLd
}

/** A page of events. */
export interface EventList<Item = Event> {
  events: Item[]
  rest_url: string
  next_rest_url: string | null
  previous_rest_url: string | null
  total: number
  total_pages: number
}

/** An event to create. */
export interface EventInput {
  /** User the record belongs to. */
  author?: number | null
  /** Where the record stands between draft and trash. */
  status?: Status | null
  /** Publication, in the zone of the site. */
  date?: DateInput | null
  /** Publication, in UTC. */
  date_utc?: DateInput | null
  /** Title of the event. */
  title: string
  /** Summary, in HTML. */
  excerpt?: string | null
  /** Description, in HTML. */
  description?: string | null
  /** Name of the record in addresses. */
  slug?: string | null
  /** Image: its number, or an address to fetch it from. */
  image?: number | string | Reference | null
  /** Whether it lasts whole days. Default: `false`. */
  all_day?: boolean | null
  /** Start, in the zone of the event. */
  start_date: DateInput
  /** End, in the zone of the event. */
  end_date: DateInput
  /** Zone of the event: an IANA name, or UTC±H. */
  timezone?: string | null
  /** Price, as people write it. */
  cost?: OneOrMore<string | number> | null
  /** Website. */
  website?: string | null
  /** Whether a map is shown. Default: `true`. */
  show_map?: boolean | null
  /** Whether a link to a map is shown. Default: `true`. */
  show_map_link?: boolean | null
  /** Whether it is left out of lists. Default: `false`. */
  hide_from_listings?: boolean | null
  /** Whether it is pinned. Default: `false`. */
  sticky?: boolean | null
  /** Whether it is featured. Default: `false`. */
  featured?: boolean | null
  /** Whether it has tickets. Default: `false`. */
  ticketed?: boolean | null
  /** Word that opens the event to who may not edit it; never shown. */
  password?: string | null
  /** Event that this one is part of. */
  post_parent?: number | null
  /** Categories: ids, slugs or names. */
  categories?: OneOrMore<number | Reference | string> | null
  /** Tags: ids, slugs or names. */
  tags?: OneOrMore<number | Reference | string> | null
  /** Venues: ids, or venues to create. */
  venue?: OneOrMore<number | Reference | VenueInput> | null
  /** Organizers: ids, or organizers to create. */
  organizer?: OneOrMore<number | Reference | OrganizerInput> | null
  /** Further values: text, numbers, booleans. */
  custom_fields?: Record<string, string | number | boolean> | null
  /** Language of the texts. */
  i18n_language?: Language
}

/** What is to be changed; the rest stays. `null` clears what is not required. */
export interface EventChanges extends Partial<EventInput> {}

/** What a list of events may be asked for. */
export interface EventListParams {
  /** Page of the list. Default: `1`. */
  page?: number
  /** Records to a page. Default: `10`. */
  per_page?: number
  /** At any of these venues. */
  venue?: OneOrMore<number>
  /** By any of these organizers. */
  organizer?: OneOrMore<number>
  /** With any of these tags: ids or slugs. */
  tags?: OneOrMore<number | string>
  /** In any of these categories or below them: ids or slugs. */
  categories?: OneOrMore<number | string>
  /** Starts at this date or later; now, unless another date is asked for. */
  start_date?: DateInput
  /** Ends at this date or earlier; in two years, unless another date is asked for. */
  end_date?: DateInput
  /** Starts before this date. */
  starts_before?: DateInput
  /** Starts after this date. */
  starts_after?: DateInput
  /** Ends before this date. */
  ends_before?: DateInput
  /** Ends after this date. */
  ends_after?: DateInput
  /** Touches the time from this date on. */
  from?: DateInput
  /** Touches the time up to this date. */
  to?: DateInput
  /** Take dates as exact moments, not as whole days. Default: `false`. */
  strict_dates?: boolean
  /** These records, whatever their dates. */
  include?: OneOrMore<number>
  /** Without a text of their own in this language. */
  untranslated_in?: string
  /** With a text in this language that is older than the original. */
  outdated_in?: string
  /** Every word of it occurs in title, description or excerpt. */
  search?: string
  /** Featured, or not. */
  featured?: boolean
  /** With tickets, or without. */
  ticketed?: boolean
  /** Parts of this event. */
  post_parent?: number
  /** Whether some venue has coordinates. */
  geoloc?: boolean
  /** Latitude of the middle of a circle; with `geoloc_lng`. */
  geoloc_lat?: number
  /** Longitude of the middle of a circle; with `geoloc_lat`. */
  geoloc_lng?: number
  /** Radius of the circle in kilometres. Default: `25`. */
  geoloc_radius?: number
  /** Records of these statuses that you may see; `any` is all but `trash`. Default: `publish`. */
  status?: OneOrMore<Status | 'any'>
  /** What the list is sorted by. Default: `event_date`. */
  orderby?: 'event_date' | 'date' | 'modified' | 'title' | 'id'
  /** Ascending or descending. Default: `asc`. */
  order?: Order
  /** Language of the texts. */
  i18n_language?: Language
}

/** The events of the calendar. */
export interface Events {
  /** One page. */
  list<const F extends string>(params: EventListParams | undefined, options: FieldsOptions<F>): Promise<EventList<Picked<Event, F>>>
  list(params?: EventListParams, options?: RequestOptions): Promise<EventList>
  /** One page after the other, to the last. */
  pages<const F extends string>(params: EventListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<EventList<Picked<Event, F>>, void, undefined>
  pages(params?: EventListParams, options?: RequestOptions): AsyncGenerator<EventList, void, undefined>
  /** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */
  all<const F extends string>(params: EventListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<Event, F>, void, undefined>
  all(params?: EventListParams, options?: RequestOptions): AsyncGenerator<Event, void, undefined>
  /** One record, by its number or by its slug in any language. */
  get<const F extends string>(record: number | { slug: string }, options: UnlockOptions & FieldsOptions<F>): Promise<Picked<EventDetail, F>>
  get(record: number | { slug: string }, options?: UnlockOptions): Promise<EventDetail>
  /** Creates a record; sent twice, it is still created once. */
  create(input: EventInput, options?: CreateOptions): Promise<Event>
  /** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */
  update(record: number | { slug: string }, changes: EventChanges, options?: WriteOptions): Promise<Event>
  /** Moves a record to the trash. */
  trash(record: number | { slug: string }, options?: WriteOptions): Promise<Event>
  /** Takes a record out of the trash again, as a draft unless said otherwise. */
  restore(record: number | { slug: string }, status?: Exclude<Status, 'trash'>, options?: WriteOptions): Promise<Event>
  /** Deletes a record for good. */
  delete(record: number | { slug: string }, options?: WriteOptions): Promise<Event>
}

/** A venue as lists and writes give it. */
export interface Venue {
  /** Number of the record. */
  id: number
  /** Name of the record in the whole world. */
  global_id: string
  /** That name, and those it had before. */
  global_id_lineage: string[]
  /** User the record belongs to. */
  author: number
  /** Where the record stands between draft and trash. */
  status: Status
  /** Publication, in the zone of the site. */
  date: string
  /** Publication, in UTC. */
  date_utc: string
  /** Last change, in the zone of the site. */
  modified: string
  /** Last change, in UTC. */
  modified_utc: string
  /** Page for people. */
  url: string
  /** Address of the record in this interface. */
  rest_url: string
  /** Name of the venue. */
  venue: string
  /** Description, in HTML. */
  description: string
  /** Name of the record in addresses. */
  slug: string
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Image: its number, or an address to fetch it from. */
  image: ShownImage | null
  /** Street and number. */
  address: string | null
  /** City. */
  city: string | null
  /** Country. */
  country: string | null
  /** Province. */
  province: string | null
  /** State. */
  state: string | null
  /** Postal code. */
  zip: string | null
  /** Telephone number. */
  phone: string | null
  /** State or province; the state, else the province, unless set. */
  stateprovince: string | null
  /** Website. */
  website: string | null
  /** Latitude. */
  geo_lat: number | null
  /** Longitude. */
  geo_lng: number | null
  /** Whether a map is shown. */
  show_map: boolean
  /** Whether a link to a map is shown. */
  show_map_link: boolean
}

/** A venue as a single read gives it. */
export interface VenueDetail extends Venue {
  /** State of the text in each language. */
  translation_status: Record<string, 'current' | 'outdated' | 'missing'>
  /** The venue as schema.org describes a place. */
  json_ld: JsonLd
}

/** A page of venues. */
export interface VenueList<Item = Venue> {
  venues: Item[]
  rest_url: string
  next_rest_url: string | null
  previous_rest_url: string | null
  total: number
  total_pages: number
}

/** A venue to create. */
export interface VenueInput {
  /** User the record belongs to. */
  author?: number | null
  /** Where the record stands between draft and trash. */
  status?: Status | null
  /** Publication, in the zone of the site. */
  date?: DateInput | null
  /** Publication, in UTC. */
  date_utc?: DateInput | null
  /** Name of the venue. */
  venue: string
  /** Description, in HTML. */
  description?: string | null
  /** Name of the record in addresses. */
  slug?: string | null
  /** Image: its number, or an address to fetch it from. */
  image?: number | string | Reference | null
  /** Street and number. */
  address?: string | null
  /** City. */
  city?: string | null
  /** Country. */
  country?: string | null
  /** Province. */
  province?: string | null
  /** State. */
  state?: string | null
  /** Postal code. */
  zip?: string | null
  /** Telephone number. */
  phone?: string | null
  /** State or province; the state, else the province, unless set. */
  stateprovince?: string | null
  /** Website. */
  website?: string | null
  /** Latitude. */
  geo_lat?: number | null
  /** Longitude. */
  geo_lng?: number | null
  /** Whether a map is shown. Default: `true`. */
  show_map?: BooleanInput | null
  /** Whether a link to a map is shown. Default: `true`. */
  show_map_link?: BooleanInput | null
  /** Language of the texts. */
  i18n_language?: Language
}

/** What is to be changed; the rest stays. `null` clears what is not required. */
export interface VenueChanges extends Partial<VenueInput> {}

/** What a list of venues may be asked for. */
export interface VenueListParams {
  /** Page of the list. Default: `1`. */
  page?: number
  /** Records to a page. Default: `10`. */
  per_page?: number
  /** Without a text of their own in this language. */
  untranslated_in?: string
  /** With a text in this language that is older than the original. */
  outdated_in?: string
  /** Every word of it occurs in name, description, address, city, province, state, postal code or phone. */
  search?: string
  /** Linked to this event. */
  event?: number
  /** With events, or without. */
  has_events?: boolean
  /** Only with an event that has not ended. Default: `false`. */
  only_with_upcoming?: boolean
  /** Records of these statuses that you may see; `any` is all but `trash`. Default: `publish`. */
  status?: OneOrMore<Status | 'any'>
  /** Language of the texts. */
  i18n_language?: Language
}

/** The venues of the calendar. */
export interface Venues {
  /** One page. */
  list<const F extends string>(params: VenueListParams | undefined, options: FieldsOptions<F>): Promise<VenueList<Picked<Venue, F>>>
  list(params?: VenueListParams, options?: RequestOptions): Promise<VenueList>
  /** One page after the other, to the last. */
  pages<const F extends string>(params: VenueListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<VenueList<Picked<Venue, F>>, void, undefined>
  pages(params?: VenueListParams, options?: RequestOptions): AsyncGenerator<VenueList, void, undefined>
  /** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */
  all<const F extends string>(params: VenueListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<Venue, F>, void, undefined>
  all(params?: VenueListParams, options?: RequestOptions): AsyncGenerator<Venue, void, undefined>
  /** One record, by its number or by its slug in any language. */
  get<const F extends string>(record: number | { slug: string }, options: FieldsOptions<F>): Promise<Picked<VenueDetail, F>>
  get(record: number | { slug: string }, options?: RequestOptions): Promise<VenueDetail>
  /** Creates a record; sent twice, it is still created once. */
  create(input: VenueInput, options?: CreateOptions): Promise<Venue>
  /** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */
  update(record: number | { slug: string }, changes: VenueChanges, options?: WriteOptions): Promise<Venue>
  /** Moves a record to the trash. */
  trash(record: number | { slug: string }, options?: WriteOptions): Promise<Venue>
  /** Takes a record out of the trash again, as a draft unless said otherwise. */
  restore(record: number | { slug: string }, status?: Exclude<Status, 'trash'>, options?: WriteOptions): Promise<Venue>
  /** Deletes a record for good. */
  delete(record: number | { slug: string }, options?: WriteOptions): Promise<Venue>
}

/** An organizer as lists and writes give it. */
export interface Organizer {
  /** Number of the record. */
  id: number
  /** Name of the record in the whole world. */
  global_id: string
  /** That name, and those it had before. */
  global_id_lineage: string[]
  /** User the record belongs to. */
  author: number
  /** Where the record stands between draft and trash. */
  status: Status
  /** Publication, in the zone of the site. */
  date: string
  /** Publication, in UTC. */
  date_utc: string
  /** Last change, in the zone of the site. */
  modified: string
  /** Last change, in UTC. */
  modified_utc: string
  /** Page for people. */
  url: string
  /** Address of the record in this interface. */
  rest_url: string
  /** Name of the organizer. */
  organizer: string
  /** Description, in HTML. */
  description: string
  /** Name of the record in addresses. */
  slug: string
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Image: its number, or an address to fetch it from. */
  image: ShownImage | null
  /** Telephone number. */
  phone: string | null
  /** Website. */
  website: string | null
  /** E-mail address. */
  email: string | null
}

/** An organizer as a single read gives it. */
export interface OrganizerDetail extends Organizer {
  /** State of the text in each language. */
  translation_status: Record<string, 'current' | 'outdated' | 'missing'>
  /** The organizer as schema.org describes one. */
  json_ld: JsonLd
}

/** A page of organizers. */
export interface OrganizerList<Item = Organizer> {
  organizers: Item[]
  rest_url: string
  next_rest_url: string | null
  previous_rest_url: string | null
  total: number
  total_pages: number
}

/** An organizer to create. */
export interface OrganizerInput {
  /** User the record belongs to. */
  author?: number | null
  /** Where the record stands between draft and trash. */
  status?: Status | null
  /** Publication, in the zone of the site. */
  date?: DateInput | null
  /** Publication, in UTC. */
  date_utc?: DateInput | null
  /** Name of the organizer. */
  organizer: string
  /** Description, in HTML. */
  description?: string | null
  /** Name of the record in addresses. */
  slug?: string | null
  /** Image: its number, or an address to fetch it from. */
  image?: number | string | Reference | null
  /** Telephone number. */
  phone?: string | null
  /** Website. */
  website?: string | null
  /** E-mail address. */
  email?: string | null
  /** Language of the texts. */
  i18n_language?: Language
}

/** What is to be changed; the rest stays. `null` clears what is not required. */
export interface OrganizerChanges extends Partial<OrganizerInput> {}

/** What a list of organizers may be asked for. */
export interface OrganizerListParams {
  /** Page of the list. Default: `1`. */
  page?: number
  /** Records to a page. Default: `10`. */
  per_page?: number
  /** Without a text of their own in this language. */
  untranslated_in?: string
  /** With a text in this language that is older than the original. */
  outdated_in?: string
  /** Every word of it occurs in name, description, phone, e-mail or website. */
  search?: string
  /** Linked to this event. */
  event?: number
  /** With events, or without. */
  has_events?: boolean
  /** Only with an event that has not ended. Default: `false`. */
  only_with_upcoming?: boolean
  /** Records of these statuses that you may see; `any` is all but `trash`. Default: `publish`. */
  status?: OneOrMore<Status | 'any'>
  /** Language of the texts. */
  i18n_language?: Language
}

/** The organizers of the calendar. */
export interface Organizers {
  /** One page. */
  list<const F extends string>(params: OrganizerListParams | undefined, options: FieldsOptions<F>): Promise<OrganizerList<Picked<Organizer, F>>>
  list(params?: OrganizerListParams, options?: RequestOptions): Promise<OrganizerList>
  /** One page after the other, to the last. */
  pages<const F extends string>(params: OrganizerListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<OrganizerList<Picked<Organizer, F>>, void, undefined>
  pages(params?: OrganizerListParams, options?: RequestOptions): AsyncGenerator<OrganizerList, void, undefined>
  /** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */
  all<const F extends string>(params: OrganizerListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<Organizer, F>, void, undefined>
  all(params?: OrganizerListParams, options?: RequestOptions): AsyncGenerator<Organizer, void, undefined>
  /** One record, by its number or by its slug in any language. */
  get<const F extends string>(record: number | { slug: string }, options: FieldsOptions<F>): Promise<Picked<OrganizerDetail, F>>
  get(record: number | { slug: string }, options?: RequestOptions): Promise<OrganizerDetail>
  /** Creates a record; sent twice, it is still created once. */
  create(input: OrganizerInput, options?: CreateOptions): Promise<Organizer>
  /** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */
  update(record: number | { slug: string }, changes: OrganizerChanges, options?: WriteOptions): Promise<Organizer>
  /** Moves a record to the trash. */
  trash(record: number | { slug: string }, options?: WriteOptions): Promise<Organizer>
  /** Takes a record out of the trash again, as a draft unless said otherwise. */
  restore(record: number | { slug: string }, status?: Exclude<Status, 'trash'>, options?: WriteOptions): Promise<Organizer>
  /** Deletes a record for good. */
  delete(record: number | { slug: string }, options?: WriteOptions): Promise<Organizer>
}

/** A category as lists and writes give it. */
export interface Category {
  /** Name of the category. */
  name: string
  /** Number of the term. */
  id: number
  /** Name of the term in addresses. */
  slug: string
  /** Description, in HTML. */
  description: string
  /** Sort of term. */
  taxonomy: 'event_category'
  /** Published events it is assigned to. */
  count: number
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Page for people. */
  url: string
  /** Category above it; 0 for none. */
  parent: number
  /** Addresses of the category, of all categories, and of the one above. */
  urls: CategoryUrls
}

/** A category as a single read gives it. */
export interface CategoryDetail extends Category {
  /** State of the text in each language. */
  translation_status: Record<string, 'current' | 'outdated' | 'missing'>
}

/** A category as it stands in other records. */
export interface LinkedCategory {
  /** Name of the category. */
  name: string
  /** Number of the term. */
  id: number
  /** Name of the term in addresses. */
  slug: string
  /** Description, in HTML. */
  description: string
  /** Sort of term. */
  taxonomy: 'event_category'
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Page for people. */
  url: string
  /** Category above it; 0 for none. */
  parent: number
  /** Addresses of the category, of all categories, and of the one above. */
  urls: CategoryUrls
}

/** A page of categories. */
export interface CategoryList<Item = Category> {
  categories: Item[]
  rest_url: string
  next_rest_url: string | null
  previous_rest_url: string | null
  total: number
  total_pages: number
}

/** A category to create. */
export interface CategoryInput {
  /** Name of the category. */
  name: string
  /** Name of the term in addresses. */
  slug?: string | null
  /** Description, in HTML. */
  description?: string | null
  /** Category above it; 0 for none. */
  parent?: number | null
  /** Language of the texts. */
  i18n_language?: Language
}

/** What is to be changed; the rest stays. `null` clears what is not required. */
export interface CategoryChanges extends Partial<CategoryInput> {}

/** What a list of categories may be asked for. */
export interface CategoryListParams {
  /** Page of the list. Default: `1`. */
  page?: number
  /** Records to a page. Default: `10`. */
  per_page?: number
  /** Without a text of their own in this language. */
  untranslated_in?: string
  /** With a text in this language that is older than the original. */
  outdated_in?: string
  /** Every word of it occurs in name or slug. */
  search?: string
  /** Only these. */
  include?: OneOrMore<number>
  /** All but these. */
  exclude?: OneOrMore<number>
  /** Leave out what no published event has. Default: `true`. */
  hide_empty?: boolean
  /** Assigned to this event. */
  post?: number
  /** The same as `post`. */
  event?: number
  /** With this slug, in any language. */
  slug?: string
  /** Below this category; 0 for the top. */
  parent?: number
  /** What the list is sorted by. Default: `name`. */
  orderby?: 'name' | 'id' | 'slug' | 'count' | 'description' | 'parent' | 'include'
  /** Ascending or descending. Default: `asc`. */
  order?: Order
  /** Language of the texts. */
  i18n_language?: Language
}

/** The categories of the calendar. */
export interface Categories {
  /** One page. */
  list<const F extends string>(params: CategoryListParams | undefined, options: FieldsOptions<F>): Promise<CategoryList<Picked<Category, F>>>
  list(params?: CategoryListParams, options?: RequestOptions): Promise<CategoryList>
  /** One page after the other, to the last. */
  pages<const F extends string>(params: CategoryListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<CategoryList<Picked<Category, F>>, void, undefined>
  pages(params?: CategoryListParams, options?: RequestOptions): AsyncGenerator<CategoryList, void, undefined>
  /** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */
  all<const F extends string>(params: CategoryListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<Category, F>, void, undefined>
  all(params?: CategoryListParams, options?: RequestOptions): AsyncGenerator<Category, void, undefined>
  /** One record. */
  get<const F extends string>(id: number, options: FieldsOptions<F>): Promise<Picked<CategoryDetail, F>>
  get(id: number, options?: RequestOptions): Promise<CategoryDetail>
  /** Creates a record; sent twice, it is still created once. */
  create(input: CategoryInput, options?: CreateOptions): Promise<Category>
  /** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */
  update(id: number, changes: CategoryChanges, options?: WriteOptions): Promise<Category>
  /** Deletes a record for good. */
  delete(id: number, options?: WriteOptions): Promise<Category>
}

/** A tag as lists and writes give it. */
export interface Tag {
  /** Name of the tag. */
  name: string
  /** Number of the term. */
  id: number
  /** Name of the term in addresses. */
  slug: string
  /** Description, in HTML. */
  description: string
  /** Sort of term. */
  taxonomy: 'event_tag'
  /** Published events it is assigned to. */
  count: number
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Page for people. */
  url: string
  /** Addresses of the tag and of all tags. */
  urls: TagUrls
}

/** A tag as a single read gives it. */
export interface TagDetail extends Tag {
  /** State of the text in each language. */
  translation_status: Record<string, 'current' | 'outdated' | 'missing'>
}

/** A tag as it stands in other records. */
export interface LinkedTag {
  /** Name of the tag. */
  name: string
  /** Number of the term. */
  id: number
  /** Name of the term in addresses. */
  slug: string
  /** Description, in HTML. */
  description: string
  /** Sort of term. */
  taxonomy: 'event_tag'
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Page for people. */
  url: string
  /** Addresses of the tag and of all tags. */
  urls: TagUrls
}

/** A page of tags. */
export interface TagList<Item = Tag> {
  tags: Item[]
  rest_url: string
  next_rest_url: string | null
  previous_rest_url: string | null
  total: number
  total_pages: number
}

/** A tag to create. */
export interface TagInput {
  /** Name of the tag. */
  name: string
  /** Name of the term in addresses. */
  slug?: string | null
  /** Description, in HTML. */
  description?: string | null
  /** Language of the texts. */
  i18n_language?: Language
}

/** What is to be changed; the rest stays. `null` clears what is not required. */
export interface TagChanges extends Partial<TagInput> {}

/** What a list of tags may be asked for. */
export interface TagListParams {
  /** Page of the list. Default: `1`. */
  page?: number
  /** Records to a page. Default: `10`. */
  per_page?: number
  /** Without a text of their own in this language. */
  untranslated_in?: string
  /** With a text in this language that is older than the original. */
  outdated_in?: string
  /** Every word of it occurs in name or slug. */
  search?: string
  /** Only these. */
  include?: OneOrMore<number>
  /** All but these. */
  exclude?: OneOrMore<number>
  /** Leave out what no published event has. Default: `true`. */
  hide_empty?: boolean
  /** Assigned to this event. */
  post?: number
  /** The same as `post`. */
  event?: number
  /** With this slug, in any language. */
  slug?: string
  /** What the list is sorted by. Default: `name`. */
  orderby?: 'name' | 'id' | 'slug' | 'count' | 'description' | 'parent' | 'include'
  /** Ascending or descending. Default: `asc`. */
  order?: Order
  /** Language of the texts. */
  i18n_language?: Language
}

/** The tags of the calendar. */
export interface Tags {
  /** One page. */
  list<const F extends string>(params: TagListParams | undefined, options: FieldsOptions<F>): Promise<TagList<Picked<Tag, F>>>
  list(params?: TagListParams, options?: RequestOptions): Promise<TagList>
  /** One page after the other, to the last. */
  pages<const F extends string>(params: TagListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<TagList<Picked<Tag, F>>, void, undefined>
  pages(params?: TagListParams, options?: RequestOptions): AsyncGenerator<TagList, void, undefined>
  /** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */
  all<const F extends string>(params: TagListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<Tag, F>, void, undefined>
  all(params?: TagListParams, options?: RequestOptions): AsyncGenerator<Tag, void, undefined>
  /** One record. */
  get<const F extends string>(id: number, options: FieldsOptions<F>): Promise<Picked<TagDetail, F>>
  get(id: number, options?: RequestOptions): Promise<TagDetail>
  /** Creates a record; sent twice, it is still created once. */
  create(input: TagInput, options?: CreateOptions): Promise<Tag>
  /** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */
  update(id: number, changes: TagChanges, options?: WriteOptions): Promise<Tag>
  /** Deletes a record for good. */
  delete(id: number, options?: WriteOptions): Promise<Tag>
}

/** An image as lists and writes give it. */
export interface Image {
  /** Number of the record. */
  id: number
  /** User the record belongs to. */
  author: number
  /** When it was stored, in the zone of the site. */
  date: string
  /** When it was stored, in UTC. */
  date_utc: string
  /** Last change, in the zone of the site. */
  modified: string
  /** Last change, in UTC. */
  modified_utc: string
  /** Address of the record in this interface. */
  rest_url: string
  /** Title of the image. */
  title: string
  /** What is to be seen, for those who do not see it. */
  alt: string
  /** Caption. */
  caption: string
  /** Who made it, and under which terms. */
  credit: string
  /** Name of the record in addresses. */
  slug: string
  /** Language whose title is shown. */
  language: string
  /** Languages that have a text of their own, and where it is read. */
  translations: Record<string, string>
  /** Address of the whole picture. */
  url: string
  /** Ending of its name: jpg or png. */
  extension: 'jpg' | 'png'
  /** Width in pixels. */
  width: number
  /** Height in pixels. */
  height: number
  /** Size in bytes. */
  filesize: number
  /** The picture in several sizes. */
  sizes: Record<string, ImageSize>
}

/** An image as a single read gives it. */
export interface ImageDetail extends Image {
  /** State of the text in each language. */
  translation_status: Record<string, 'current' | 'outdated' | 'missing'>
}

/** A page of media. */
export interface ImageList<Item = Image> {
  media: Item[]
  rest_url: string
  next_rest_url: string | null
  previous_rest_url: string | null
  total: number
  total_pages: number
}

/** An image to create. */
export interface ImageInput {
  /** The picture: JPEG, PNG, WebP, GIF or AVIF. */
  file: Blob
  /** Title of the image. */
  title?: string | null
  /** What is to be seen, for those who do not see it. */
  alt?: string | null
  /** Caption. */
  caption?: string | null
  /** Who made it, and under which terms. */
  credit?: string | null
  /** Name of the record in addresses. */
  slug?: string | null
  /** Language of the texts. */
  i18n_language?: Language
}

/** What is to be changed; the rest stays. `null` clears what is not required. */
export interface ImageChanges extends Partial<Omit<ImageInput, 'file'>> {}

/** What a list of media may be asked for. */
export interface ImageListParams {
  /** Page of the list. Default: `1`. */
  page?: number
  /** Records to a page. Default: `10`. */
  per_page?: number
  /** Without a text of their own in this language. */
  untranslated_in?: string
  /** With a text in this language that is older than the original. */
  outdated_in?: string
  /** Every word of it occurs in title, alternative text, caption or credit. */
  search?: string
  /** Language of the texts. */
  i18n_language?: Language
}

/** The media of the calendar. */
export interface Media {
  /** One page. */
  list<const F extends string>(params: ImageListParams | undefined, options: FieldsOptions<F>): Promise<ImageList<Picked<Image, F>>>
  list(params?: ImageListParams, options?: RequestOptions): Promise<ImageList>
  /** One page after the other, to the last. */
  pages<const F extends string>(params: ImageListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<ImageList<Picked<Image, F>>, void, undefined>
  pages(params?: ImageListParams, options?: RequestOptions): AsyncGenerator<ImageList, void, undefined>
  /** Iterates over all records. Pages are as large as the service allows, at most 100, unless `per_page` is set. */
  all<const F extends string>(params: ImageListParams | undefined, options: FieldsOptions<F>): AsyncGenerator<Picked<Image, F>, void, undefined>
  all(params?: ImageListParams, options?: RequestOptions): AsyncGenerator<Image, void, undefined>
  /** One record. */
  get<const F extends string>(id: number, options: FieldsOptions<F>): Promise<Picked<ImageDetail, F>>
  get(id: number, options?: RequestOptions): Promise<ImageDetail>
  /** Creates a record; sent twice, it is still created once. */
  create(input: ImageInput, options?: CreateOptions): Promise<Image>
  /** Changes what is sent and leaves the rest; with `ifMatch` only if nobody else has changed it. */
  update(id: number, changes: ImageChanges, options?: WriteOptions): Promise<Image>
  /** Deletes a record for good. */
  delete(id: number, options?: WriteOptions): Promise<Image>
}

/** Who asks, and what he may do. */
export interface Me {
  id: number | null
  login: string | null
  role: Role
  may: Permissions
}

/** All kinds of record. */
export interface Collections {
  /** Events. */
  readonly events: Events
  /** Venues. */
  readonly venues: Venues
  /** Organizers. */
  readonly organizers: Organizers
  /** Categories. */
  readonly categories: Categories
  /** Tags. */
  readonly tags: Tags
  /** Media. */
  readonly media: Media
}

/** Their names, and whether they have a trash. */
export const KINDS = {
  events: true,
  venues: true,
  organizers: true,
  categories: false,
  tags: false,
  media: false,
} as const
