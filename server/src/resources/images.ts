// Images: pictures that records show. The bytes are in the store of features/media; here is what is known of them.
import Type, { type Static } from 'typebox'
import { localizedText, sent, shown, slug } from '../engine/definition/fields.ts'
import { resource } from '../engine/definition/resource.ts'
import { Fault } from '../kernel/errors/problems.ts'
import { shownIn } from '../kernel/time/date-times.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Sort } from '../kernel/validation/value-types.ts'
import { ADDRESS, FILE, FILE_COLUMNS, fileOf, languageFields, search, self, STAMP, translations } from './shared-fields.ts'

/** What is known of a picture whose files are stored. Only we make one: what a caller sends is never it. */
export class Picture {
  readonly digest: string
  readonly facts: Facts
  constructor(digest: string, facts: Facts) {
    this.digest = digest
    this.facts = facts
  }
}
export interface Facts {
  readonly extension: 'jpg' | 'png'
  readonly width: number
  readonly height: number
  readonly filesize: number
  readonly sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>
}
const picture: Sort<Picture> = {
  schema: Type.String({ format: 'binary' }),
  read: (value) => (value instanceof Picture ? value : new Fault('not_file')),
}

const at = (column: 'created_at' | 'modified_at', description: string) => ({
  local: shown(`${description}, in the zone of the site.`, STAMP, (row, ask) => shownIn(String(row[column]), ask.site.zone)),
  utc: shown(`${description}, in UTC.`, STAMP, (row) => shownIn(String(row[column]), 'UTC')),
})
const [made, changed] = [at('created_at', 'When it was stored'), at('modified_at', 'Last change')]
const stored = <N extends keyof typeof FILE>(description: string, name: N) =>
  shown(description, FILE[name], (row, ask) => fileOf(row, ask)[name] as Static<(typeof FILE)[N]>)

export const images = resource({
  name: 'image',
  plural: 'media',
  table: 'images',
  texts: 'image_texts',
  title: 'title',
  access: 'library',
  used: [
    { table: 'events', column: 'image_id', guard: 'protected' },
    { table: 'venues', column: 'image_id' },
    { table: 'organizers', column: 'image_id' },
  ],
  says: { missing: 'There is no such image.' },
  fields: {
    id: shown('Number of the record.', Type.Integer(), (row) => row['id'] as number),
    author: shown('User the record belongs to.', Type.Integer(), (row) => row['author_id'] as number),
    date: made.local,
    date_utc: made.utc,
    modified: changed.local,
    modified_utc: changed.utc,
    rest_url: shown('Address of the record in this interface.', ADDRESS, (row, ask) => self('media', row, ask)),
    file: sent('The picture: JPEG, PNG, WebP, GIF or AVIF.', picture, { required: true }),
    title: localizedText('Title of the image.'),
    alt: localizedText('What is to be seen, for those who do not see it.'),
    caption: localizedText('Caption.'),
    credit: localizedText('Who made it, and under which terms.'),
    slug: slug('Name of the record in addresses.'),
    ...languageFields('media'),
    url: stored('Address of the whole picture.', 'url'),
    extension: stored('Ending of its name: jpg or png.', 'extension'),
    width: stored('Width in pixels.', 'width'),
    height: stored('Height in pixels.', 'height'),
    filesize: stored('Size in bytes.', 'filesize'),
    sizes: stored('The picture in several sizes.', 'sizes'),
  },
  columns: { author_id: 'value', ...Object.fromEntries(FILE_COLUMNS.map((name) => [name, 'value' as const])), unused_since: 'moment' },
  logged: ['author_id', 'digest'],
  searched: ['title', 'alt', 'caption', 'credit'],
  filters: {
    translations: translations('image_texts', sql`o.id`),
    search: search('image_texts', sql`o.id`, 'Every word of it occurs in title, alternative text, caption or credit.'),
  },
  orders: { date: () => sql`o.created_at` },
  order: { by: 'date', way: 'desc', chosen: false },
  settle: ({ file }, _, ask) => ({
    columns: file ? { digest: file.digest, ...file.facts, author_id: ask.caller.id } : {},
    faults: {},
  }),
})
