// Images for the matrix: one for every owner and state of the record that shows it, made in bulk by SQL from one that was sent; and pictures to send.
import type pg from 'pg'
import { form, fresh } from '../../media/pictures.ts'
import { unique, type TestServer } from '../../support/server.ts'
import type { Shower } from './operations.ts'
import type { Owner, Target } from './stage.ts'
import { FURTHER_STATES, STATES, type State } from './table.ts'

export interface Images {
  /** The bytes of a picture. */
  readonly bytes: Buffer
  /** The image of an owner that a record in this state shows, or nothing. */
  of(shower: Shower | 'nothing', owner: Owner, state: State): (Target & { readonly url: string }) | null
}
const SHOWERS = ['event', 'venue', 'organizer', 'nothing'] as const

export async function makeImages(server: TestServer, db: pg.Client, users: Readonly<Record<Owner, number>>): Promise<Images> {
  const bytes = await fresh()
  const { json: model } = await server.request('POST', '/media', { as: 'admin', upload: form(bytes) })
  const cases = SHOWERS.flatMap((shower) =>
    (Object.keys(users) as Owner[]).flatMap((owner) =>
      [...STATES, ...FURTHER_STATES]
        .filter((state) => state !== 'missing')
        .map((state) => ({ name: `${shower} ${owner} ${state}`, owner })),
    ),
  )
  const made = cases.map(({ name, owner }) => ({ name, author: users[owner], find: unique(), title: unique(), inside: unique() }))
  const { rows } = await db.query<{ name: string; id: string; digest: string }>(
    `with n as (
  select nextval('record_ids') as id, x.* from jsonb_to_recordset($1) x(name text, author bigint, find text, title text, inside text)
), i as (
  insert into images (id, author_id, language, digest, extension, width, height, filesize, sizes)
  select n.id, n.author, m.language, encode(sha256(n.id::text::bytea), 'hex'), m.extension, m.width, m.height, m.filesize, m.sizes
  from n, images m where m.id = $2 returning id, digest
), t as (
  insert into image_texts (id, language, original, other_languages, title, slug, alt, slug_owner, search, changed_at)
  select n.id, m.language, true, '{}', n.title || ' ' || n.find, n.find, n.inside, true, n.title || ' ' || n.find, m.created_at
  from n, images m where m.id = $2
)
select n.name, n.id, i.digest from n join i using (id)`,
    [JSON.stringify(made), model['id']],
  )
  const stored = new Map(rows.map((row) => [row.name, row]))
  const targets = new Map(
    made.map(({ name, find, title, inside }) => {
      const { id, digest } = stored.get(name) ?? { id: 0, digest: '' }
      const url = String(model['url']).replace(/[0-9a-f]{64}/, digest)
      return [name, { id: Number(id), slug: find, find, title, inside, external: '', url }]
    }),
  )
  return { bytes, of: (shower, owner, state) => targets.get(`${shower} ${owner} ${state}`) ?? null }
}

const BOUNDARY = 'between-the-parts'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
/** A form with a picture that nobody sent before: the word is in it as a comment. */
export function formOf(bytes: Buffer, word: string, fields: Readonly<Record<string, string>>): Buffer {
  const comment = Buffer.from(word)
  const picture = Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment, bytes.subarray(2)])
  const part = (name: string, more: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  return Buffer.concat([
    Buffer.from(
      Object.entries(fields)
        .map(([name, value]) => `${part(name, '')}${value}\r\n`)
        .join(''),
    ),
    Buffer.from(part('file', '; filename="picture.jpg"\r\nContent-Type: image/jpeg')),
    picture,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
}
