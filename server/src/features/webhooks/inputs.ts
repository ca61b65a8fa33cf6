// The inputs of webhooks, and the rows of which the caller may see or change one.
import Type from 'typebox'
import { feedParams } from '../../engine/changes-route.ts'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { param } from '../../engine/definition/resource.ts'
import { parseQuery } from '../../engine/input/parse-input.ts'
import { requireValidParams } from '../../engine/input/write-inputs.ts'
import { languageOnly, rejectDryRun } from '../../engine/plain-routes.ts'
import type { RouteRequest } from '../../engine/route.ts'
import type { Db } from '../../kernel/database/database.ts'
import { raw, sql, type Sql } from '../../kernel/database/sql.ts'
import { FieldError, invalidParams, Problem } from '../../kernel/errors/problems.ts'
import { hasRole, type Caller } from '../../kernel/security/caller.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { ALL_EVENTS, eventNames } from './feed-position.ts'
import { findWebhook, type Webhook } from './webhook.ts'

export interface WebhookSettings {
  /** Maximum number of webhooks of one user. */
  readonly max: number
  readonly allowsHttp: boolean
}

/** The texts of filter parameters, by name. Numbers and booleans are converted to texts. */
const filterType = (site: Site): values.ValueType<Readonly<Record<string, string>>> => {
  const names = Object.keys(feedParams(site))
  return {
    schema: Type.Record(Type.String(), Type.String()),
    parse: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return new FieldError('not_object')
      const entries = Object.entries(value)
      if (entries.some(([, each]) => !['string', 'number', 'boolean'].includes(typeof each))) return new FieldError('not_object')
      const unknown = entries.find(([name]) => !names.includes(name))
      return unknown
        ? new FieldError('not_choice', { words: names.join(', ') })
        : Object.fromEntries(entries.map(([name, each]) => [name, String(each)]))
    },
  }
}

export const webhookInputs = (site: Site): Params => ({
  url: param(values.url, 'URL that messages are sent to. It must begin with `https:` unless the operator allows `http:`.'),
  description: param(values.plainText(500), 'Description of the receiver.', { fallback: '' }),
  events: param(values.listOf(values.oneOf(eventNames(site))), 'Types of messages. `*` stands for all of them.', {
    fallback: [ALL_EVENTS],
  }),
  filter: param(filterType(site), 'Filters of events, as in the change feed, such as `{"categories": "music"}`.', { fallback: {} }),
  language: param(values.oneOf(site.languages), 'Language of the records in messages.', { fallback: site.defaultLanguage }),
  active: param(values.boolean, 'Whether messages are sent.', { fallback: true }),
})

export type SentWebhook = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'filter' | 'language' | 'active'>>
/** Parses the body of a write. Throws 400 with all invalid inputs. */
export function parseWebhook(params: Params, { query, body, ctx }: RouteRequest, { allowsHttp }: WebhookSettings) {
  rejectDryRun(ctx)
  const { values: sent, ignored } = requireValidParams({ ...params, ...languageOnly(ctx.site) }, { query, body }, ctx)
  const { url, events, filter = {} } = sent as SentWebhook
  const { fieldErrors } = parseQuery(feedParams(ctx.site), filter)
  if (Object.keys(fieldErrors).length > 0)
    throw invalidParams(Object.fromEntries(Object.entries(fieldErrors).map(([name, error]) => [`filter.${name}`, error])))
  if (url !== undefined && !allowsHttp && !/^https:/i.test(url)) throw invalidParams({ url: new FieldError('not_https') })
  if (events?.length === 0) throw invalidParams({ events: new FieldError('required') })
  const cleared = body['description'] === '' ? { description: '' } : {}
  return { sent: { ...sent, ...cleared } as SentWebhook, ignored }
}
/** The webhooks that the caller may see: all for administrators, otherwise those of the caller. */
export const ownedBy = (caller: Caller): Sql => (hasRole(caller, 'administrator') ? raw('true') : sql`w.owner_id = ${caller.id}`)
export async function requireWebhook(db: Db, { path, ctx }: RouteRequest, lock = false): Promise<Webhook> {
  const id = Number(path['id'])
  const found = Number.isSafeInteger(id)
    ? await findWebhook(db, id, sql`${ownedBy(ctx.caller)}${raw(lock ? ' for update of w' : '')}`)
    : null
  if (!found) throw new Problem('rest_webhook_not_found')
  return found
}
