// Stores the values of the editor: one request, or one batch that stores everything or nothing.
import {
  changeIdOf,
  etagOf,
  KalendsError,
  type BatchOperation,
  type BatchResponse,
  type Client,
  type Effect,
  type EventInput,
} from '@kalends/client'
import type { EventWrite, SavePlan } from './inputs.ts'

/** Which dates of a series a write applies to. */
export type Scope = Effect['scope']
export interface Target {
  /** Null for an event that does not exist yet. */
  readonly id: number | null
  /** The version that the values are based on. */
  readonly etag: string | null
  /** Needed if the event is a date of a series. */
  readonly scope?: Scope | undefined
}
export interface Saved {
  readonly id: number
  /** The change, for undo. Undefined if nothing changed. */
  readonly changeId: string | undefined
  readonly etag: string | null
}

export async function savePlan(client: Client, target: Target, plan: SavePlan): Promise<Saved> {
  const { id, etag } = target
  const only = onlyWrite(plan)
  if (only !== null) {
    const { language, body } = only
    const event =
      id === null
        ? await client.events.create(body as unknown as EventInput, { language })
        : await client.events.update(id, body, { language, ...conditionsOf(target) })
    return { id: event.id, changeId: changeIdOf(event), etag: etagOf(event) ?? null }
  }
  const response = await checkedBatch(client.batch(operationsOf(plan, target), { atomic: true }))
  const last = response.results.findLast((each) => each.id.startsWith('event'))
  const version = last?.headers['x-record-version']
  return { id: Number(last?.body['id'] ?? id), changeId: changeIdOf(response), etag: version === undefined ? etag : `"${version}"` }
}

/** How saving would change the dates of a series. */
export async function dryRunPlan(client: Client, target: Target & { readonly id: number }, plan: SavePlan): Promise<Effect | null> {
  const only = onlyWrite(plan)
  if (only !== null) {
    const { language, body } = only
    return (await client.events.update(target.id, body, { language, ...conditionsOf(target), dryRun: true })).occurrences
  }
  const { results } = await checkedBatch(client.batch(operationsOf(plan, target), { atomic: true, dryRun: true }))
  return (results.find(({ id }) => id.startsWith('event'))?.body['occurrences'] ?? null) as Effect | null
}

const onlyWrite = ({ writes, before }: SavePlan): EventWrite | null =>
  writes.length === 1 && before.length === 0 ? (writes[0] ?? null) : null
const conditionsOf = ({ etag, scope }: Target) => ({ ...(etag !== null && { ifMatch: etag }), ...(scope && { scope }) })
const operationsOf = ({ before, writes }: SavePlan, target: Target): BatchOperation[] => [
  ...before,
  ...writes.map((write, index) => writeOperation(write, index, target)),
]

function writeOperation({ language, body }: EventWrite, index: number, { id, etag, scope }: Target): BatchOperation {
  const query = `?i18n_language=${language}${scope ? `&scope=${scope}` : ''}`
  if (id === null && index === 0) return { id: 'event', method: 'POST', path: `/events${query}`, body }
  // Only the first write finds the version that was read.
  const headers = index === 0 && etag !== null ? { 'If-Match': etag } : {}
  return { id: `event-${language}`, method: 'PATCH', path: `/events/${id ?? '{event}'}${query}`, body, headers }
}

/** A batch reports failures in its results. The operation that failed is the one without a failed dependency. */
export async function checkedBatch(response: Promise<BatchResponse>): Promise<BatchResponse> {
  const { results } = await response
  const failed = results.filter(({ status }) => status >= 400)
  const cause = failed.find(({ status }) => status !== 424) ?? failed[0]
  if (cause === undefined) return response
  const { code, message, data } = cause.body as { code: string; message: string; data?: Record<string, unknown> }
  throw new KalendsError(code, message, { status: cause.status, ...(data && { data }) })
}
