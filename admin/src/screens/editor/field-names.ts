// The names of the fields as people read them, and the elements to which the summary of errors leads.
import type { Translate } from '../../lib/messages.ts'
import { languageName } from '../../lib/messages.ts'
import type { ValueName } from './merge.ts'

/** Messages by the name of the input. Inputs that the editor does not have belong to `form`. */
export type FieldErrors = Readonly<Record<string, string>>

export function fieldLabel(name: string, t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    title: t('Title'),
    description: t('Text'),
    slug: t('Address on the web'),
    start: t('Start'),
    start_date: t('Start'),
    end: t('End'),
    end_date: t('End'),
    all_day: t('All day'),
    timezone: t('Time zone'),
    recurrence: t('Repeats'),
    hours: t('Opening hours'),
    event_status: t('Takes place'),
    event_status_reason: t('Note for visitors'),
    venue: t('Venue'),
    online_url: t('Online address'),
    organizer: t('Organizers'),
    categories: t('Categories'),
    tags: t('Tags'),
    image: t('Picture'),
    alt: t('Describe the picture'),
    cost: t('Cost'),
    website: t('Website'),
    custom_fields: t('Values for your website'),
    status: t('Status'),
    date: t('Goes online'),
    publish_at: t('Goes online'),
    featured: t('Feature on the first page'),
    hide_from_listings: t('Leave out of lists'),
  }
  return labels[name] ?? name
}
/** A label with the language of a text, such as `Title (Français)`. */
export const valueLabel = ({ name, language }: ValueName, t: Translate): string =>
  language === null ? fieldLabel(name, t) : t('{field} ({language})', { field: fieldLabel(name, t), language: languageName(language) })

const FIELDS = [
  'title',
  'description',
  'slug',
  'start_date',
  'end_date',
  'timezone',
  'recurrence',
  'hours',
  'venue',
  'online_url',
  'organizer',
  'categories',
  'tags',
  'image',
  'alt',
  'cost',
  'website',
  'custom_fields',
  'status',
  'date',
]
/** The field of an input, such as `venue` of `venue.0.city`. */
export function fieldOf(input: string): string | null {
  const name = input === 'date_utc' ? 'date' : (input.split(/[.[]/)[0] ?? '')
  return FIELDS.includes(name) ? name : null
}

/** Moves the focus to the first input of a field. */
export function focusField(name: string): void {
  const field = document.getElementById(`field-${name}`)
  const inputs = 'input:not([type=hidden]):not([hidden]), textarea, [contenteditable=true], [role=spinbutton], button'
  const target = field?.matches(inputs) ? field : field?.querySelector<HTMLElement>(inputs)
  target?.focus()
  field?.scrollIntoView({ block: 'center' })
}
