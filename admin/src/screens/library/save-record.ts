// Stores a record with its texts in several languages: one request, or one batch that stores everything or nothing.
import { changeIdOf, type BatchOperation, type Client } from '@kalends/client'
import { checkedBatch } from '../editor/save.ts'

export interface RecordTarget {
  readonly plural: 'venues' | 'organizers' | 'categories' | 'tags' | 'media'
  /** Null for a record that does not exist yet. */
  readonly id: number | null
  /** The version that the values are based on. */
  readonly etag: string | null
}
export interface RecordWrite {
  readonly language: string
  readonly body: Readonly<Record<string, unknown>>
}
export interface SavedRecord {
  readonly id: number
  /** Undefined if nothing changed. */
  readonly changeId: string | undefined
}
interface WritableCollection {
  create(body: object, options: object): Promise<{ readonly id: number }>
  update(id: number, body: object, options: object): Promise<{ readonly id: number }>
}

/** The first write is in the original language. */
export async function saveRecord(
  client: Client,
  target: RecordTarget,
  writes: readonly RecordWrite[],
  before: readonly BatchOperation[] = [],
): Promise<SavedRecord> {
  const { plural, id, etag } = target
  const [first, ...others] = writes
  if (first !== undefined && others.length === 0 && before.length === 0) {
    const collection = client[plural] as unknown as WritableCollection
    const { language, body } = first
    const record =
      id === null
        ? await collection.create(body, { language })
        : await collection.update(id, body, { language, ...(etag !== null && { ifMatch: etag }) })
    return { id: record.id, changeId: changeIdOf(record) }
  }
  const operations = [...before, ...writes.map((write, index) => operationOf(target, write, index))]
  const response = await checkedBatch(client.batch(operations, { atomic: true }))
  const created = response.results.find((result) => result.id === 'record')?.body['id']
  return { id: id ?? Number(created), changeId: changeIdOf(response) }
}

function operationOf({ plural, id, etag }: RecordTarget, { language, body }: RecordWrite, index: number): BatchOperation {
  const query = `?i18n_language=${language}`
  if (id === null && index === 0) return { id: 'record', method: 'POST', path: `/${plural}${query}`, body }
  // Only the first write finds the version that was read.
  const headers = index === 0 && etag !== null ? { 'If-Match': etag } : {}
  return { id: `record-${language}`, method: 'PATCH', path: `/${plural}/${id ?? '{record}'}${query}`, body, headers }
}
