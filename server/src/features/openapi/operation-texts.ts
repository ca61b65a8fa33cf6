// Summaries and descriptions of operations in the OpenAPI document, for each kind of record and for the routes beside them.
import type { Translate } from '../../kernel/text/messages.ts'
import { BATCH_PATH } from '../../engine/batch-route.ts'
import { isUpsert, type Operation } from './operations.ts'
import { reviewOperation } from './review-operations.ts'
import { PLAIN_OPERATIONS, SOURCES_TAG } from './source-operations.ts'
import { SUBMISSIONS_TAG } from './submission-operations.ts'

interface OperationText {
  readonly summary: string
  readonly description: string
}
type ActionWithoutTexts = 'merge' | 'reset' | 'history' | 'restore' | 'proposal' | 'propose' | 'review'
type KindTexts = Readonly<Record<Exclude<NonNullable<Operation['action']>, ActionWithoutTexts>, OperationText>> & {
  readonly tag: string
  /** Summary of the operation that creates or updates a record by its external id. */
  readonly upsert?: string
  readonly merge?: OperationText
  readonly reset?: OperationText
  /** The read of a date that is addressed by the slug of its series. */
  readonly date?: OperationText
  /** Summaries of the same actions on a record that is addressed by its slug. */
  readonly bySlug?: { readonly read: string; readonly change: string; readonly remove: string }
}

export function operationText(op: Operation, say: Translate): OperationText {
  const found = textOf(op)
  if (!found) throw new Error(`${op.method} ${op.path} has no summary: add one to operation-texts.ts`)
  // POST and PUT update a record exactly as PATCH does, so the method tells their summaries apart.
  const method = op.action === 'change' && op.method !== 'PATCH' ? ` (${op.method})` : ''
  return { summary: `${say(found.summary)}${method}`, description: say(found.description) }
}

function textOf(op: Operation): OperationText | undefined {
  const { kind, action, path, response } = op
  if (response) {
    const summary = FORMATS[response.name] ?? PLAIN_OPERATIONS[response.name]?.summary ?? reviewOperation(op)?.summary
    return summary === undefined ? undefined : { summary, description: response.description }
  }
  if (!kind || !action) return OTHERS[path]
  const texts = KINDS[kind.name]
  if (path.includes('{date}')) return texts?.date
  if (isUpsert(op)) return texts?.upsert === undefined ? undefined : { summary: texts.upsert, description: UPSERT }
  if (path.includes('{slug}') && (action === 'read' || action === 'change' || action === 'remove'))
    return texts?.bySlug && { ...texts[action], summary: texts.bySlug[action] }
  if (action === 'restore' || action === 'history') return { summary: RESTORES[kind.name] ?? '', description: RESTORE }
  return action === 'proposal' || action === 'propose' || action === 'review' ? undefined : texts?.[action]
}

/** The group of the routes that belong to no kind. */
export const ABOUT = 'about'
export const WEBHOOKS_TAG = 'webhooks'
export const ACCOUNTS_TAG = 'accounts'
/** The groups of operations, by the plural of their kind. */
export const tagsOf = (kinds: readonly { readonly name: string; readonly plural: string }[], say: Translate) => [
  { name: ABOUT, description: say('Route index, OpenAPI document, current user and batch.') },
  ...kinds.map(({ name, plural }) => ({ name: plural, description: say(KINDS[name]?.tag ?? '') })),
  { name: WEBHOOKS_TAG, description: say('URLs that receive a message for each change.') },
  { name: SOURCES_TAG, description: say('Documents that records are imported from, and the runs that import them.') },
  { name: ACCOUNTS_TAG, description: say('Users, sign-in, sessions, tokens of the caller and the security log.') },
  { name: SUBMISSIONS_TAG, description: say('Events that the public submits to the editors.') },
]

const OTHERS: Readonly<Record<string, OperationText>> = {
  '': { summary: 'List all routes', description: 'Returns every route with its methods and parameters.' },
  '/doc': { summary: 'Get the OpenAPI document', description: 'Returns this OpenAPI 3.1 document in the requested language.' },
  '/me': {
    summary: 'Get the current user',
    description: 'Returns the user, role and permissions of the caller. Authentication is optional.',
  },
  [BATCH_PATH]: {
    summary: 'Run several writes',
    description:
      'Runs up to 100 writes on records in one request. The response contains the result of each. With `atomic`, all of them are stored or none.',
  },
}

/** Summaries of operations that return a record or a list in another format, by operation ID. */
const FORMATS: Readonly<Record<string, string>> = {
  list_events_ics: 'List events as iCalendar',
  list_events_rss: 'List events as RSS',
  list_events_atom: 'List events as Atom',
  list_events_json: 'List events as JSON Feed',
  list_events_csv: 'List events as CSV',
  list_events_fullcalendar: 'List events for FullCalendar',
  get_event_ics: 'Get an event as iCalendar',
  get_changes: 'List changes',
  get_changes_stream: 'Stream changes',
  undo_change: 'Undo a change',
  get_event_history: 'Get the history of an event',
  get_venue_history: 'Get the history of a venue',
  get_organizer_history: 'Get the history of an organizer',
  get_category_history: 'Get the history of a category',
  get_tag_history: 'Get the history of a tag',
  get_image_history: 'Get the history of an image',
  list_webhooks: 'List webhooks',
  create_webhook: 'Create a webhook',
  get_webhook: 'Get a webhook',
  update_webhook: 'Update a webhook',
  delete_webhook: 'Delete a webhook',
  rotate_webhook_secret: 'Rotate the secret of a webhook',
  test_webhook: 'Send a test message',
  replay_webhook: 'Send changes again',
  list_webhook_deliveries: 'List the deliveries of a webhook',
  redeliver_message: 'Deliver a message again',
  get_event_jsonld: 'Get an event as JSON-LD',
  list_sign_in_methods: 'List the ways to sign in',
  sign_in: 'Sign in',
  start_passkey_sign_in: 'Start a sign-in with a passkey',
  sign_in_with_passkey: 'Sign in with a passkey',
  sign_out: 'Sign out',
  complete_sign_in: 'Complete a sign-in',
  start_second_factor: 'Start to use a second factor',
  confirm_second_factor: 'Turn the second factor on',
  replace_recovery_codes: 'Replace your recovery codes',
  remove_second_factor: 'Turn the second factor off',
  confirm_email: 'Confirm an email address',
  add_first_administrator: 'Add the first administrator',
  list_own_sessions: 'List your sessions',
  end_own_sessions: 'End your other sessions',
  end_own_session: 'End a session',
  accept_invitation: 'Accept an invitation',
  request_password_reset: 'Request a password reset',
  reset_password: 'Reset a password',
  change_own_password: 'Change your password',
  list_own_passkeys: 'List your passkeys',
  start_passkey_registration: 'Start to add a passkey',
  create_own_passkey: 'Add a passkey',
  delete_own_passkey: 'Remove a passkey',
  list_own_tokens: 'List your tokens',
  create_own_token: 'Create a token',
  revoke_own_token: 'Revoke a token',
  list_users: 'List users',
  create_user: 'Create a user',
  get_user: 'Get a user',
  update_user: 'Update a user',
  delete_user: 'Delete a user',
  invite_user: 'Invite a user again',
  list_security_log: 'List security events',
  list_settings: 'List settings',
  get_doctor_findings: 'Check the server',
  list_reviews: 'List reviews',
}

/** Summaries of the operations that restore a version, by kind. */
const RESTORES: Readonly<Record<string, string>> = {
  event: 'Restore a version of an event',
  venue: 'Restore a version of a venue',
  organizer: 'Restore a version of an organizer',
  category: 'Restore a version of a category',
  tag: 'Restore a version of a tag',
  image: 'Restore a version of an image',
}
const RESTORE = 'Makes an earlier version of a record its newest version. `X-Not-Restored` names the fields that cannot be restored.'

const UPSERT =
  'Updates the record that has this external ID, or creates one if no record has it. Fields that the request does not contain keep their values. A record in the trash is updated only if the request contains `status`.'
const KINDS: Readonly<Record<string, KindTexts>> = {
  event: {
    tag: 'Calendar events, as JSON and as feeds.',
    list: {
      summary: 'List events',
      description:
        'Returns one page of events, ordered by start date. Without date filters, the list covers events from today to two years from now.',
    },
    upsert: 'Create or update an event by external ID',
    create: {
      summary: 'Create an event',
      description:
        'Creates an event. The body can also describe new venues, organizers, categories and tags; they are created in the same transaction.',
    },
    read: {
      summary: 'Get an event',
      description: 'Returns one event with its venues, organizers, categories and tags. A protected event requires its password.',
    },
    change: {
      summary: 'Update an event',
      description: 'Updates an event. Fields that the request does not contain keep their values. POST, PUT and PATCH are equivalent.',
    },
    remove: {
      summary: 'Delete an event',
      description: 'Moves an event to the trash. With `force=true`, deletes it permanently.',
    },
    reset: {
      summary: 'Reset a date of a series',
      description:
        'Drops the changes of one date of a series, so that the date follows its series again. Its ID stays. A date without changes of its own stays as it is.',
    },
    date: {
      summary: 'Get a date of a series by slug and day',
      description:
        'Returns the date of a series that originally starts on the day, or else the one that now starts on it. A date that a split moved to another series is redirected there. A single event is found under the day of its start.',
    },
    bySlug: { read: 'Get an event by slug', change: 'Update an event by slug', remove: 'Delete an event by slug' },
  },
  venue: {
    tag: 'Places where events are held.',
    list: { summary: 'List venues', description: 'Returns one page of venues, most recently published first.' },
    upsert: 'Create or update a venue by external ID',
    create: { summary: 'Create a venue', description: 'Creates a venue that events can link to.' },
    read: { summary: 'Get a venue', description: 'Returns one venue with its address and coordinates.' },
    change: {
      summary: 'Update a venue',
      description: 'Updates a venue. Fields that the request does not contain keep their values. POST, PUT and PATCH are equivalent.',
    },
    remove: {
      summary: 'Delete a venue',
      description: 'Moves a venue to the trash and hides it from all events. With `force=true`, deletes it permanently.',
    },
    merge: {
      summary: 'Merge venues',
      description:
        'Moves the events and external IDs of other venues to this venue, and removes those venues. Requests for their IDs and slugs are redirected.',
    },
    bySlug: { read: 'Get a venue by slug', change: 'Update a venue by slug', remove: 'Delete a venue by slug' },
  },
  organizer: {
    tag: 'People and organizations that organize events.',
    list: { summary: 'List organizers', description: 'Returns one page of organizers, most recently published first.' },
    upsert: 'Create or update an organizer by external ID',
    create: { summary: 'Create an organizer', description: 'Creates an organizer that events can link to.' },
    read: { summary: 'Get an organizer', description: 'Returns one organizer with its contact details.' },
    change: {
      summary: 'Update an organizer',
      description: 'Updates an organizer. Fields that the request does not contain keep their values. POST, PUT and PATCH are equivalent.',
    },
    remove: {
      summary: 'Delete an organizer',
      description: 'Moves an organizer to the trash and hides it from all events. With `force=true`, deletes it permanently.',
    },
    merge: {
      summary: 'Merge organizers',
      description:
        'Moves the events and external IDs of other organizers to this organizer, and removes those organizers. Requests for their IDs and slugs are redirected.',
    },
    bySlug: { read: 'Get an organizer by slug', change: 'Update an organizer by slug', remove: 'Delete an organizer by slug' },
  },
  category: {
    tag: 'Event categories, organized as a tree.',
    list: {
      summary: 'List categories',
      description:
        'Returns one page of categories, ordered by name. Categories without published events are included only with `hide_empty=false`.',
    },
    upsert: 'Create or update a category by external ID',
    create: {
      summary: 'Create a category',
      description: 'Creates a category at the top level or under the category specified by `parent`.',
    },
    read: { summary: 'Get a category', description: 'Returns one category with its number of published events.' },
    change: {
      summary: 'Update a category',
      description: 'Updates a category. Fields that the request does not contain keep their values. POST, PUT and PATCH are equivalent.',
    },
    remove: {
      summary: 'Delete a category',
      description: 'Deletes a category permanently and removes it from all events. Its child categories move to its parent.',
    },
    merge: {
      summary: 'Merge categories',
      description:
        'Moves the events, child categories and external IDs of other categories to this category, and removes those categories. Requests for their IDs are redirected.',
    },
  },
  tag: {
    tag: 'Event tags.',
    list: {
      summary: 'List tags',
      description: 'Returns one page of tags, ordered by name. Tags without published events are included only with `hide_empty=false`.',
    },
    upsert: 'Create or update a tag by external ID',
    create: { summary: 'Create a tag', description: 'Creates a tag. The name must be unique.' },
    read: { summary: 'Get a tag', description: 'Returns one tag with its number of published events.' },
    change: {
      summary: 'Update a tag',
      description: 'Updates a tag. Fields that the request does not contain keep their values. POST, PUT and PATCH are equivalent.',
    },
    remove: { summary: 'Delete a tag', description: 'Deletes a tag permanently and removes it from all events.' },
    merge: {
      summary: 'Merge tags',
      description:
        'Moves the events and external IDs of other tags to this tag, and removes those tags. Requests for their IDs are redirected.',
    },
  },
  image: {
    tag: 'Uploaded images that records can use.',
    list: { summary: 'List images', description: 'Returns one page of images, newest first.' },
    create: {
      summary: 'Upload an image',
      description: 'Stores an image in several sizes. If the same file was uploaded before, returns the existing image with status 200.',
    },
    read: { summary: 'Get an image', description: 'Returns one image with a URL for each size.' },
    change: {
      summary: 'Update an image',
      description:
        'Updates the text fields or the slug of an image. Fields that the request does not contain keep their values. POST, PUT and PATCH are equivalent.',
    },
    remove: { summary: 'Delete an image', description: 'Deletes an image permanently. An image that a record uses cannot be deleted.' },
  },
}
