// The strings of the pages in English; server/locales contains their translations.
import type { Translate } from '../../kernel/text/messages.ts'

export const PAGE_STRINGS = {
  // Every page.
  about: 'Self-hosted events calendar',
  skip: 'Skip to main content',
  guide: 'Guide',
  reference: 'API reference',
  subscribe: 'Subscribe',
  openapi: 'OpenAPI document',
  language: 'Language',
  contents: 'Contents',
  copy: 'Copy',
  copied: 'Copied',
  page_not_found: 'Page not found',
  back_to_home: 'Go to the home page',

  // Search.
  search: 'Search',
  search_title: 'Search the documentation',
  search_docs: 'Search the guide, reference and errors',
  no_results: 'No results.',
  result_count: 'Results: {count}',

  // Groups of operations.
  events: 'Events',
  venues: 'Venues',
  organizers: 'Organizers',
  categories: 'Categories',
  tags: 'Tags',
  media: 'Image library',
  feeds: 'Calendar feeds',
  service: 'Service information',

  // Reference page of an operation.
  reference_lead:
    'All operations of this server, with their parameters and responses. You can send a request from the page of each operation.',
  same_methods: '{methods} requests to this path perform the same operation.',
  required_role: 'Required role: {role} or higher.',
  public_access: 'Public: no authentication required.',
  path_parameters: 'Path parameters',
  query_parameters: 'Query parameters',
  header_parameters: 'Request headers',
  request_body: 'Request body',
  file: 'File',
  response_fields: 'Response fields',
  status_codes: 'Status codes',
  required: 'required',
  default: 'default',
  allowed_values: 'allowed values:',

  // Form that sends a request.
  try: 'Try it',
  try_warning: 'Requests are sent to this server and modify its data.',
  needs_script: 'Sending requests from this page requires JavaScript.',
  authentication: 'Authentication',
  no_credentials: 'None (anonymous)',
  token: 'Token',
  login_password: 'Login and password',
  login: 'Login',
  password: 'Password',
  credentials_note: 'This page does not store your credentials. They are discarded when you reload or close the page.',
  more_parameters: 'More parameters',
  send: 'Send request',
  sending: 'Sending…',
  request: 'Request',
  response: 'Response',
  response_headers: 'Response headers',
  example_response: 'Example response',
  not_sent: 'The request did not reach the server.',
  truncated: 'The rest of the response is not shown.',

  // Guide.
  docs_title: 'API guide',
  docs_lead: 'Short chapters with working examples, and a reference with a form to try every operation.',
  first_steps: 'First steps',
  lists: 'Lists and pagination',
  dates: 'Dates and time zones',
  languages: 'Languages',
  writing: 'Safe writes',
  pictures: 'Pictures',
  errors: 'Errors',
  caching: 'Caching',
  limits: 'Limits',
  compatibility: 'Compatibility',
  first_steps_about: 'Start a server, read events and create your own.',
  authentication_about: 'Tokens, roles, and the permissions of each role.',
  lists_about: 'Filters, pagination, exact totals and partial responses.',
  dates_about: 'Local times, instants and all-day events.',
  languages_about: 'One record with text in several languages.',
  writing_about: 'Partial updates, record versions and idempotent requests.',
  feeds_about: 'The event list as iCalendar, RSS, Atom, JSON Feed and CSV.',
  pictures_about: 'Upload pictures, describe them and link them to events.',
  errors_about: 'The error format, and a page for every error code.',
  caching_about: 'ETags, conditional requests and CDN purging.',
  limits_about: 'Limits on size, rate and concurrency.',
  compatibility_about: 'Compatibility guarantees of version 1 of the API.',
  in_english: 'This chapter is available in English only.',

  // Errors.
  what_to_do: 'How to fix it',
  response_body: 'Response body',
  status_code: 'Status code',
  all_errors: 'All errors',
  field_error_codes: 'Parameter error codes',

  // Home page.
  landing_title: 'An events calendar with an API',
  landing_lead:
    'Publish events, venues, organizers, categories and tags in several languages. Read them as JSON, edit them with a token, and subscribe to them in any calendar app.',
  landing_docs: 'Short chapters with working examples, and a form to try every operation.',
  landing_subscribe: 'Add this calendar to your phone, Google Calendar, Outlook or a feed reader.',
  landing_openapi: 'A machine-readable description of the API for code generators, clients and tests.',
  landing_example: 'Try it: no API key required',

  // Subscribe page.
  subscribe_title: 'Subscribe to this calendar',
  subscribe_title_named: 'Subscribe to {calendar}',
  subscribe_lead: 'Choose the events that you want to follow. Your calendar app keeps them up to date automatically.',
  choose: 'Choose events',
  choose_none: 'To subscribe to all events, leave the fields empty.',
  search_words: 'Search terms',
  at_venue: 'Venue',
  any_venue: 'Any venue',
  texts_in: 'Event language',
  show_urls: 'Show URLs',
  in_calendar: 'Add to your calendar',
  open_here: 'Open in calendar app',
  open_here_about: 'Apple Calendar, Thunderbird and most phones.',
  add_google: 'Add to Google Calendar',
  add_outlook: 'Add to Outlook',
  external_site: 'Opens an external website.',
  calendar_url: 'Calendar URL',
  calendar_url_about: 'For any other app that can subscribe to calendars.',
  other_formats: 'Other formats',
  rss: 'RSS feed',
  atom: 'Atom feed',
  json_feed: 'JSON Feed',
  csv: 'CSV file',
  only_local: 'This server has no public URL yet, so Google Calendar and Outlook cannot subscribe to it.',
  matching: 'Upcoming events: {count}',
} as const satisfies Readonly<Record<string, string>>
export type StringKey = keyof typeof PAGE_STRINGS

export type Strings = Readonly<Record<StringKey, string>>
export const translateStrings = (translate: Translate): Strings =>
  Object.fromEntries(Object.entries(PAGE_STRINGS).map(([key, english]) => [key, translate(english)])) as unknown as Strings
