// Compares responses of the server with the model, and describes each difference in words.
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../support/server.ts'
import * as model from './model.ts'
import type { Listed } from './model-list.ts'

type Json = model.Json

export const differs = (what: string, expected: unknown, actual: unknown): string[] =>
  isDeepStrictEqual(expected, actual) ? [] : [`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]

export function compareRefusal({ status, code, params, maybe = [] }: model.Refusal, answer: Answer): string[] {
  const wrong = differs('status', status, answer.status)
  if (wrong.length > 0) return [...wrong, answer.text.slice(0, 400)]
  const named = (answer.json['data'] as { params?: Json | string[] } | undefined)?.params ?? {}
  const names = Array.isArray(named) ? named : Object.keys(named)
  return [
    ...(code === null ? [] : differs('code', code, answer.json['code'])),
    ...(params ? differs('params', [...params].sort(), names.filter((name) => !maybe.includes(name) || params.includes(name)).sort()) : []),
  ]
}

/** Every key that the model knows; nested records by their ids. Keys that it does not know may be there (11.3). */
export function compareRecord(expected: Json, actual: Json): string[] {
  const idsOf = (records: unknown): unknown => (Array.isArray(records) ? records.map((record: { id?: unknown }) => record.id) : records)
  return Object.entries(expected).flatMap(([name, value]) => {
    const nested = (model.LINKS as readonly string[]).includes(name)
    const shown = nested ? idsOf(actual[name]) : name === 'translations' ? Object.keys(actual[name] ?? {}) : actual[name]
    return differs(name, value, shown)
  })
}
export const compareWritten = (expected: Json, event: model.Event, status: number, answer: Answer): string[] =>
  answer.status === status
    ? [
        ...compareRecord(expected, answer.json),
        ...differs('X-Record-Version', String(event.version), answer.headers.get('x-record-version')),
        ...('json_ld' in answer.json ? ['json_ld is in an answer to a write'] : []),
      ]
    : [`status: ${answer.status} instead of ${status}: ${answer.text.slice(0, 400)}`]

export function compareList({ ids, page, per_page, unmatched }: Listed, answer: Answer, world: model.World, who: model.Who): string[] {
  if (answer.status !== 200) return [`status: ${answer.status} instead of 200: ${answer.text.slice(0, 400)}`]
  const { json, headers } = answer
  const pages = Math.ceil(ids.length / per_page)
  const records = json['events'] as Json[]
  const shown = ids.slice((page - 1) * per_page, page * per_page)
  const wrong = [
    ...differs(
      'ids',
      shown,
      records.map(({ id }) => id),
    ),
    ...differs('total', ids.length, json['total']),
    ...differs('total_pages', pages, json['total_pages']),
    ...differs('X-Total', String(ids.length), headers.get('x-total')),
    ...differs('next page', page < pages, json['next_rest_url'] !== null),
    ...differs('previous page', page > 1 && pages > 0, json['previous_rest_url'] !== null),
    ...differs('X-Unmatched-Values', [...unmatched].sort(), unmatchedIn(headers)),
  ]
  if (wrong.length > 0) return wrong
  return shown.flatMap((id, i) => {
    const event = world.events.get(id)
    return event ? compareRecord(model.show(world, event, who), records[i] ?? {}).map((each) => `event ${id}: ${each}`) : []
  })
}
const unmatchedIn = (headers: Headers): string[] =>
  (headers.get('x-unmatched-values') ?? '').split(/, ?/).filter(Boolean).map(decodeURIComponent).sort()
