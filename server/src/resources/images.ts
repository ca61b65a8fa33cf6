// Declares images. The files are in the store of features/media; the records describe them.
import Type, { type Static } from 'typebox'
import { flagField, localizedText, writeOnly, computed, slugField } from '../engine/definition/fields.ts'
import { defineResource } from '../engine/definition/resource.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { formatInZone } from '../kernel/time/date-times.ts'
import { sql } from '../kernel/database/sql.ts'
import type { ValueType } from '../kernel/validation/value-types.ts'
import { focalPointField } from './focal-point.ts'
import { URI, FILE, FILE_COLUMNS, presentFile, languageFields, recordUrl, DATE_TIME } from './shared-fields.ts'
import { search, translations } from './shared-filters.ts'
import { authorFilter, listFilters } from './list-filters.ts'
import { idSort, momentSort } from './list-sorts.ts'

/** An image whose files are stored. Only the server creates one, so a client cannot send it as input. */
export class EncodedImage {
  readonly digest: string
  readonly metadata: ImageMetadata
  constructor(digest: string, metadata: ImageMetadata) {
    this.digest = digest
    this.metadata = metadata
  }
}
export interface ImageMetadata {
  readonly extension: 'jpg' | 'png'
  readonly width: number
  readonly height: number
  readonly filesize: number
  readonly sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>
}
const encodedImage: ValueType<EncodedImage> = {
  schema: Type.String({ format: 'binary' }),
  parse: (value) => (value instanceof EncodedImage ? value : new FieldError('not_file')),
}

const at = (column: 'created_at' | 'modified_at', description: string) => ({
  local: computed(`${description}, in the time zone of the site.`, DATE_TIME, (row, ctx) =>
    formatInZone(String(row[column]), ctx.site.timeZone),
  ),
  utc: computed(`${description}, in UTC.`, DATE_TIME, (row) => formatInZone(String(row[column]), 'UTC')),
})
const [made, changed] = [at('created_at', 'Upload time'), at('modified_at', 'Time of the last change')]
const stored = <N extends keyof typeof FILE>(description: string, name: N) =>
  computed(description, FILE[name], (row, ctx) => presentFile(row, ctx)[name] as Static<(typeof FILE)[N]>)

export const images = defineResource({
  name: 'image',
  plural: 'media',
  table: 'images',
  texts: 'image_texts',
  title: 'title',
  access: 'library',
  referencedBy: [
    { table: 'events', column: 'image_id', protectedColumn: 'protected' },
    { table: 'venues', column: 'image_id' },
    { table: 'organizers', column: 'image_id' },
  ],
  messages: { missing: 'The image was not found.' },
  fields: {
    id: computed('Record ID.', Type.Integer(), (row) => row['id'] as number),
    author: computed('ID of the user who owns the record.', Type.Integer(), (row) => row['author_id'] as number),
    date: made.local,
    date_utc: made.utc,
    modified: changed.local,
    modified_utc: changed.utc,
    rest_url: computed('URL of the record in this API.', URI, (row, ctx) => recordUrl('media', row, ctx)),
    file: writeOnly('Image file: JPEG, PNG, WebP, GIF or AVIF.', encodedImage, { required: true }),
    title: localizedText('Title of the image.'),
    alt: localizedText('Alternative text: a description of the image for people who cannot see it.'),
    caption: localizedText('Caption of the image.'),
    credit: localizedText('Author and license of the image.'),
    decorative: flagField('Whether the image is only decoration. Pages then show it with an empty alternative text.', {
      defaultValue: false,
    }),
    focal_point: focalPointField,
    slug: slugField('URL slug. If it is omitted, the server generates it from the title or name.'),
    ...languageFields('media', ['title', 'alt', 'caption', 'credit']),
    url: stored('URL of the full-size image.', 'url'),
    extension: stored('File extension: jpg or png.', 'extension'),
    width: stored('Width in pixels.', 'width'),
    height: stored('Height in pixels.', 'height'),
    filesize: stored('Size in bytes.', 'filesize'),
    sizes: stored('URLs of the image in several sizes.', 'sizes'),
  },
  columns: { author_id: 'value', ...Object.fromEntries(FILE_COLUMNS.map((name) => [name, 'value' as const])), unused_since: 'moment' },
  auditedColumns: ['author_id', 'digest'],
  searchFields: ['title', 'alt', 'caption', 'credit'],
  filters: {
    ...listFilters(sql`o.id`),
    author: authorFilter,
    translations: translations('image_texts', sql`o.id`),
    search: search(
      'image_texts',
      sql`o.id`,
      'Searches the title, alternative text, caption and credit. A record matches only if it contains all search terms.',
    ),
  },
  sorts: { date: momentSort('created_at'), modified: momentSort('modified_at'), id: idSort() },
  defaultSort: { by: 'date', direction: 'desc' },
  deriveColumns: ({ file }, _, ctx) => ({
    columns: file ? { digest: file.digest, ...file.metadata, author_id: ctx.caller.id } : {},
    fieldErrors: {},
  }),
})
