// The names of the fields in the history, which has fields that the editor does not offer.
import { languageName, type Translate } from '../../lib/messages.ts'
import { fieldLabel } from '../editor/field-names.ts'

export function historyLabel(field: string, t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    address: t('Street and number'),
    author: t('Author'),
    availability: t('Tickets'),
    city: t('Town'),
    country: t('Country'),
    custom_fields: t('Additional fields'),
    email: t('Email address'),
    event_status: t('Does it take place?'),
    event_status_reason: t('Reason for the change'),
    excerpt: t('Short text'),
    external_ids: t('IDs in other systems'),
    hours: t('Opening hours'),
    name: t('Name'),
    overrides: t('Different from the series'),
    password: t('Password'),
    phone: t('Phone'),
    post_parent: t('Part of'),
    recurrence: t('Repeats'),
    show_map: t('Show a map'),
    show_map_link: t('Show a link to a map'),
    stateprovince: t('Province or state'),
    sticky: t('Keep at the top'),
    ticketed: t('Needs a ticket'),
    zip: t('Postal code'),
  }
  return labels[field] ?? fieldLabel(field, t)
}

/** A label with the language of a text, such as `Title (Français)`. */
export const changeLabel = ({ field, language }: { readonly field: string; readonly language: string | null }, t: Translate): string =>
  language === null
    ? historyLabel(field, t)
    : t('{field} ({language})', { field: historyLabel(field, t), language: languageName(language) })
