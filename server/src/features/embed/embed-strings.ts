// The texts of the page that writes the code for other sites, in English; server/locales contains their translations.
import { translateTexts, type Translate } from '../../kernel/text/messages.ts'

export const EMBED_STRINGS = {
  embed_title: 'Show this calendar on your site',
  embed_about:
    'Choose what to show, and copy the code into your page. Your site needs no account, and visitors load nothing from third parties.',
  show: 'Show',
  upcoming_list: 'A list of upcoming events',
  month_view: 'A month with the events of a day',
  heading: 'Heading',
  categories: 'Categories',
  tags: 'Tags',
  tags_about: 'Slugs or IDs, separated by commas.',
  venue: 'Venue',
  any_venue: 'Any venue',
  organizer: 'Organizer',
  any_organizer: 'Any organizer',
  event_language: 'Event language',
  language_of_page: 'The language of your page',
  number_of_events: 'Number of events',
  once_per_series: 'Show each series once, with its next date',
  accent_color: 'Color',
  corner_radius: 'Corner radius in pixels',
  update: 'Update',
  code: 'Code',
  code_about: 'Paste it where the calendar should appear.',
  frame: 'Code for pages without scripts',
  frame_about: 'A frame with the same content, in the colors of this calendar.',
  preview: 'Preview',
  invalid_value: 'One of the values is not valid, so there is no preview.',
  copy: 'Copy',
  copied: 'Copied',
} as const

export type EmbedStrings = Readonly<Record<keyof typeof EMBED_STRINGS, string>>
export const translateEmbedStrings = (translate: Translate): EmbedStrings => translateTexts(EMBED_STRINGS, translate)
