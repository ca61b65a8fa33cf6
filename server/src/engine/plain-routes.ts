// Shared parts of the routes that belong to no kind, such as those of webhooks and accounts.
import { FieldError, invalidParams } from '../kernel/errors/problems.ts'
import type { Params, RequestContext, Site } from './definition/kind.ts'
import { languageParam } from './definition/resource.ts'
import { jsonResponse, NO_STORE } from './response/responses.ts'
import type { RouteResponse } from './route.ts'

export const languageOnly = (site: Site): Params => ({ i18n_language: languageParam(site.languages) })

/** Throws 400 for a dry run, which could neither send a message nor show a secret that is not valid. */
export function rejectDryRun({ isDryRun }: RequestContext): void {
  if (isDryRun) throw invalidParams({ dry_run: new FieldError('ignored') })
}

/** The response to a read that no cache may store. */
export const privateResponse = (shown: object, ctx: RequestContext) => jsonResponse(shown, ctx, { 'cache-control': NO_STORE })
export const writeReply = (
  status: number,
  shown: object,
  ignored: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): RouteResponse => ({
  status,
  headers: { 'cache-control': NO_STORE, ...headers },
  body: JSON.stringify(shown),
  ignored,
})
