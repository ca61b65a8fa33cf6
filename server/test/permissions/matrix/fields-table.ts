// The expected effect of each input by role, written by hand from sections 2, 3, 7 and 8 of the contract. It imports nothing.

/** The roles that write; each writes to drafts of its own. */
export const WRITERS = ['contributor', 'author', 'editor', 'administrator'] as const
export type Writer = (typeof WRITERS)[number]
/**
 * set: stored and shown. still: shown only, so it changes nothing and is not spoken of (2.9).
 * refused: 403. bad: 400 that names it, because it is invalid or not known (2.7).
 */
export type Outcome = 'set' | 'still' | 'refused' | 'bad'
export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'image'

/** One input: what is sent, and how it is shown if it is set; `shown` is left out where that is the same. */
export interface Input {
  readonly field: string
  readonly sent: unknown
  readonly shown?: unknown
  /** By contributor, author, editor, administrator. */
  readonly outcomes: readonly [Outcome, Outcome, Outcome, Outcome]
  /** Further fields of the record that this input changes. */
  readonly moves?: readonly string[]
}
/** Ids that are only known when the records are made. */
export const ID = {
  stranger: { id: 'stranger' },
  visible_venue: { id: 'visible_venue' },
  hidden_venue: { id: 'hidden_venue' },
  visible_organizer: { id: 'visible_organizer' },
  hidden_organizer: { id: 'hidden_organizer' },
  visible_event: { id: 'visible_event' },
  hidden_event: { id: 'hidden_event' },
  category: { id: 'category' },
  visible_image: { id: 'visible_image' },
  hidden_image: { id: 'hidden_image' },
  unused_image: { id: 'unused_image' },
  /** The address of its file. */
  hidden_image_url: { id: 'hidden_image_url' },
} as const

const ALL = ['set', 'set', 'set', 'set'] as const
const EDITORS = ['refused', 'refused', 'set', 'set'] as const
const SEEN_BY_EDITORS = ['bad', 'bad', 'set', 'set'] as const
const input = (outcomes: Input['outcomes'], field: string, sent: unknown, more: Partial<Input> = {}): Input => ({
  field,
  sent,
  outcomes,
  ...more,
})
const set = (field: string, sent: unknown, more: Partial<Input> = {}): Input => input(ALL, field, sent, more)
const never = (outcome: 'still' | 'bad', fields: string, sent: unknown): Input[] =>
  fields.split(' ').map((field) => input([outcome, outcome, outcome, outcome], field, sent))

const DAILY = { rules: [{ rrule: 'FREQ=DAILY;COUNT=1', from: null, start_time: null, end_time: null }], dates: [], exclude: [] }
const HOURS = { weekly: [{ days: ['mo'], opens: '10:00', closes: '18:00' }], closed: [], adjusted: [] }

/** Inputs of events, venues and organizers. Only editors change `author`; sending the current author changes nothing. */
const OWNED: readonly Input[] = [
  set('description', '<p>Told anew</p>'),
  set('slug', 'another-slug'),
  set('external_ids', { elsewhere: 'another id' }),
  set('date', '2026-02-03 04:05:06', { moves: ['date_utc'] }),
  set('date_utc', '2026-02-03 04:05:06', { moves: ['date'] }),
  input(EDITORS, 'author', ID.stranger),
  // Contributors link any stored image, whoever sent it and whatever shows it; what is to be fetched is for authors, and nothing answers here (7.6, 12.5, 12.6).
  ...(['visible_image', 'hidden_image', 'unused_image'] as const).map((name) => set('image', ID[name])),
  set('image', ID.hidden_image_url, { shown: ID.hidden_image }),
  input(['bad', 'bad', 'bad', 'bad'], 'image', 8_000_000_000_000),
  input(['refused', 'bad', 'bad', 'bad'], 'image', 'http://127.0.0.1:9/picture.jpg'),
  ...never(
    'still',
    'id global_id global_id_lineage modified modified_utc url rest_url language translations translation_status translation_fields json_ld',
    77,
  ),
  ...never(
    'bad',
    'author_id version trashed_from trashed_at published_at created_at modified_at role tenant approved search slug_owner',
    77,
  ),
]
export const INPUTS: Readonly<Record<Kind, readonly Input[]>> = {
  event: [
    ...OWNED,
    set('title', 'Another title'),
    set('excerpt', 'In short'),
    set('start_date', '2021-05-01 09:00:00', { moves: ['start_date_details', 'utc_start_date', 'utc_start_date_details'] }),
    set('end_date', '2031-05-02 09:00:00', { moves: ['end_date_details', 'utc_end_date', 'utc_end_date_details'] }),
    set('timezone', 'Asia/Tokyo', {
      moves: ['timezone_abbr', 'utc_start_date', 'utc_start_date_details', 'utc_end_date', 'utc_end_date_details'],
    }),
    set('all_day', true, {
      moves: [
        'start_date',
        'start_date_details',
        'utc_start_date',
        'utc_start_date_details',
        'end_date',
        'end_date_details',
        'utc_end_date',
        'utc_end_date_details',
      ],
    }),
    set('cost', '12', { moves: ['cost_details'] }),
    set('event_status', 'cancelled'),
    set('event_status_reason', 'The singer is ill'),
    set('online_url', 'https://example.org/online', { moves: ['attendance'] }),
    set('attendance', 'mixed'),
    set('availability', 'few'),
    set('website', 'https://example.org/'),
    set('show_map', false),
    set('show_map_link', false),
    set('hide_from_listings', true),
    set('sticky', true),
    set('featured', true),
    set('ticketed', true),
    set('password', 'a new word', { shown: undefined, moves: ['protected'] }),
    set('custom_fields', { floor: 3 }),
    set('hours', HOURS, { moves: ['hours_text'] }),
    set('recurrence', DAILY, { moves: ['type', 'effect'] }),
    set('post_parent', ID.visible_event),
    input(SEEN_BY_EDITORS, 'post_parent', ID.hidden_event),
    set('venue', ID.visible_venue, { shown: [ID.visible_venue], moves: ['attendance'] }),
    input(SEEN_BY_EDITORS, 'venue', ID.hidden_venue, { shown: [ID.hidden_venue], moves: ['attendance'] }),
    set('organizer', [ID.visible_organizer]),
    input(SEEN_BY_EDITORS, 'organizer', [ID.hidden_organizer]),
    set('categories', [ID.category]),
    input(['bad', 'set', 'set', 'set'], 'categories', ['a category nobody made']),
    input(['bad', 'set', 'set', 'set'], 'tags', ['a tag nobody made']),
    ...never(
      'still',
      'start_date_details end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details timezone_abbr cost_details protected previous_start_date hours_text open_now next_opening type series original_start_date split_from occurrences recurrence_text origin',
      77,
    ),
    ...never(
      'bad',
      'starts_at ends_at previous_starts_at listing_starts_at listing_ends_at zone_data original_start expanded_until overrides',
      '2001-01-01',
    ),
  ],
  venue: [
    ...OWNED,
    set('venue', 'Another name'),
    ...['address', 'city', 'country', 'zip', 'phone', 'stateprovince'].map((field) => set(field, 'Words')),
    set('province', 'Words', { moves: ['stateprovince'] }),
    set('state', 'Words', { moves: ['stateprovince'] }),
    set('website', 'https://example.org/'),
    set('hours', HOURS, { moves: ['hours_text'] }),
    set('geo_lat', 12.5),
    set('geo_lng', 12.5),
    set('show_map', false),
    set('show_map_link', false),
    ...never('still', 'hours_text open_now next_opening', 77),
    ...never('bad', 'password event events protected', 'sesame'),
  ],
  organizer: [
    ...OWNED,
    set('organizer', 'Another name'),
    set('phone', '+33 1'),
    set('website', 'https://example.org/'),
    set('email', 'someone@example.org'),
    ...never('bad', 'password event events venue', 'sesame'),
  ],
  category: [
    ...terms(),
    input(EDITORS, 'parent', ID.category, { moves: ['urls'] }),
    input(EDITORS, 'color', 'teal'),
    ...never('bad', 'parent_id', 77),
  ],
  tag: [...terms(), ...never('bad', 'parent', 77)],
  // The picture itself cannot be exchanged.
  image: [
    ...['title', 'alt', 'caption', 'credit'].map((field) => set(field, 'Told anew')),
    set('decorative', true),
    set('focal_point', { x: 0.25, y: 0.5 }),
    set('slug', 'another-slug'),
    input(['bad', 'bad', 'bad', 'bad'], 'file', 'http://127.0.0.1:9/picture.jpg'),
    ...never(
      'still',
      'id author date date_utc modified modified_utc rest_url language translations translation_status translation_fields url extension width height filesize sizes',
      77,
    ),
    ...never(
      'bad',
      'author_id version digest unused_since created_at status password protected description image event search external_ids',
      77,
    ),
  ],
}
/** Terms are changed by editors; what anyone else sends is refused before it is looked at. */
function terms(): Input[] {
  return [
    input(EDITORS, 'name', 'Another name'),
    input(EDITORS, 'description', 'Told anew'),
    input(EDITORS, 'slug', 'another-slug'),
    input(EDITORS, 'external_ids', { elsewhere: 'another id' }),
    ...never('still', 'id taxonomy count language translations translation_status translation_fields url urls', 77),
    ...never('bad', 'author status name_key event_count version password image', 77),
  ]
}
/** Roles that may update and create terms, whatever the input. */
export const MAY_CHANGE_TERMS: readonly Writer[] = ['editor', 'administrator']
export const MAY_CREATE_TERMS: readonly Writer[] = ['author', 'editor', 'administrator']
/** Roles that may update their own images, whatever the input. */
export const MAY_CHANGE_IMAGES: readonly Writer[] = ['author', 'editor', 'administrator']
/** Not here: `status` has a table of its own. */
export const ELSEWHERE: readonly string[] = ['status']

/** From the status of a record, by the status asked for (`future`: with a date ahead), to what it becomes; `-` is 403. Records are the writer's own (7.8, 7.11, 8.2). */
export const STATUSES = `
from        asked    contributor author  editor  administrator
draft       publish  pending     publish publish publish
draft       future   pending     future  future  future
draft       draft    draft       draft   draft   draft
draft       pending  pending     pending pending pending
draft       private  pending     private private private
draft       trash    trash       trash   trash   trash
pending     publish  pending     publish publish publish
pending     future   pending     future  future  future
pending     draft    draft       draft   draft   draft
pending     pending  pending     pending pending pending
pending     private  pending     private private private
pending     trash    trash       trash   trash   trash
publish     publish  -           publish publish publish
publish     future   -           future  future  future
publish     draft    -           draft   draft   draft
publish     pending  -           pending pending pending
publish     private  -           private private private
publish     trash    -           trash   trash   trash
future      publish  -           future  future  future
future      future   -           future  future  future
future      draft    -           draft   draft   draft
future      pending  -           pending pending pending
future      private  -           private private private
future      trash    -           trash   trash   trash
private     publish  -           publish publish publish
private     future   -           future  future  future
private     draft    -           draft   draft   draft
private     pending  -           pending pending pending
private     private  -           private private private
private     trash    -           trash   trash   trash
trash       publish  -           publish publish publish
trash       future   -           future  future  future
trash       draft    -           draft   draft   draft
trash       pending  -           pending pending pending
trash       private  -           private private private
trash       trash    -           trash   trash   trash
trash-draft publish  pending     publish publish publish
trash-draft future   pending     future  future  future
trash-draft draft    draft       draft   draft   draft
trash-draft pending  pending     pending pending pending
trash-draft private  pending     private private private
trash-draft trash    trash       trash   trash   trash
`
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [from = '', asked = '', ...become] = line.split(/\s+/)
    return { from, asked, become: Object.fromEntries(WRITERS.map((writer, i) => [writer, become[i] ?? ''])) as Record<Writer, string> }
  })

/** Venues and organizers made along with an event: of what status they are, by what was asked for them; `-` is 403 and nothing is made (7.3, 7.8). */
export const INLINE = `
asked      contributor author  editor  administrator
nothing    draft       publish publish publish
publish    pending     publish publish publish
draft      draft       draft   draft   draft
private    pending     private private private
own        draft       publish publish publish
stranger   -           -       publish publish
`
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [asked = '', ...become] = line.split(/\s+/)
    return { asked, become: Object.fromEntries(WRITERS.map((writer, i) => [writer, become[i] ?? ''])) as Record<Writer, string> }
  })
