// The names of fields in words, with those that only columns of a spreadsheet have.
import type { Translate } from '../../lib/messages.ts'
import { historyLabel } from '../history/field-labels.ts'

export function columnLabel(field: string, t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    id: t('ID in the file'),
    start_time: t('Time of the start'),
    end_time: t('Time of the end'),
    zone: t('Time zone'),
    geo_lat: t('Latitude'),
    geo_lng: t('Longitude'),
    organizer_email: t('Email address of the organizer'),
    organizer_phone: t('Phone of the organizer'),
    currency: t('Currency'),
  }
  return labels[field] ?? historyLabel(field, t)
}
