// The routes of a kind: method, path, required role, parameters and handler of each.
import * as values from '../kernel/validation/value-types.ts'
import { isWholeSearch, listRecords, listParams, readParams } from './list/list-records.ts'
import { countsEachRecord } from './list/facets.ts'
import { isWholeInventory } from './list/inventory.ts'
import { isLinked, languageParam, param } from './definition/resource.ts'
import { writeParams } from './input/write-inputs.ts'
import type { Kind, Params, Site } from './definition/kind.ts'
import type { Action } from './access/permissions.ts'
import type { Route } from './route.ts'
import { handleRead, handleReadDate } from './read-handlers.ts'
import { handleCreate, handleDelete, handleReset, handleUpdate, handleUpsert } from './write-handlers.ts'
import { handleMerge, MERGE_PARAMS } from './merge-handler.ts'
import { RESET_PARAMS } from './series/reset-entry.ts'
import { SCOPE_PARAM } from './series/scopes.ts'
import { confirmParams } from './write/confirm-params.ts'

export function kindRoutes(kind: Kind, site: Site): Route[] {
  const collection = `/${kind.plural}`
  const recordPaths = kind.access === 'owned' ? [`${collection}/{id}`, `${collection}/by-slug/{slug}`] : [`${collection}/{id}`]
  const createParams = writeParams(site)
  const collectionParams = listParams(kind, site.maxPerPage, site.languages)
  const recordParams: Params = { ...readParams(site.languages), ...(kind.passwordProtection && { password: PASSWORD }) }
  const changeParams: Params = { ...createParams, ...(kind.listing && SCOPE_PARAM), ...(kind.passwordProtection && { password: PASSWORD }) }
  const updateParams: Params = { ...changeParams, ...confirmParams(kind) }
  const deleteParams: Params = { ...changeParams, ...FORCE }
  const resetParams: Params = { ...createParams, ...RESET_PARAMS }
  const route = (method: Route['method'], path: string, action: Action, spec: Pick<Route, 'params' | 'handle'>): Route => ({
    method,
    path,
    access: { kind, action },
    acceptsBody: action === 'create' || action === 'change',
    ...spec,
  })
  return [
    {
      ...route('GET', collection, 'list', {
        params: collectionParams,
        handle: (db, { query, pairs, ctx }) => listRecords(db, kind, { params: collectionParams, inputs: query, pairs }, ctx),
      }),
      admissionClass: (query) => (isWholeSearch(kind, query) || isWholeInventory(query) || countsEachRecord(kind, query) ? 'search' : null),
    },
    route('POST', collection, 'create', { params: createParams, handle: (db, request) => handleCreate(db, kind, createParams, request) }),
    ...('external_ids' in kind.fields
      ? [
          route('PUT', `${collection}/by-external/{source}/{external_id}`, 'create', {
            params: createParams,
            handle: (db, request) => handleUpsert(db, kind, createParams, request),
          }),
        ]
      : []),
    ...recordPaths.flatMap((path) => [
      route('GET', path, 'read', { params: recordParams, handle: (db, request) => handleRead(db, kind, recordParams, request) }),
      ...(['POST', 'PUT', 'PATCH'] as const).map((method) =>
        route(method, path, 'change', { params: updateParams, handle: (db, request) => handleUpdate(db, kind, updateParams, request) }),
      ),
      route('DELETE', path, 'remove', { params: deleteParams, handle: (db, request) => handleDelete(db, kind, deleteParams, request) }),
    ]),
    ...(kind.listing
      ? [
          route('GET', `${collection}/by-slug/{slug}/{date}`, 'read', {
            params: recordParams,
            handle: (db, request) => handleReadDate(db, kind, recordParams, request),
          }),
          route('POST', `${collection}/{id}/reset`, 'reset', {
            params: resetParams,
            handle: (db, request) => handleReset(db, kind, resetParams, request),
          }),
        ]
      : []),
    ...(isLinked(kind, site.kinds)
      ? [
          {
            ...route('POST', `${collection}/{id}/merge`, 'merge', {
              params: createParams,
              handle: (db, request) => handleMerge(db, kind, createParams, request),
            }),
            acceptsBody: true,
            bodyParams: MERGE_PARAMS,
          },
        ]
      : []),
  ]
}
const FORCE: Params = {
  force: param(values.boolean, 'Whether to delete the record permanently instead of moving it to the trash.', { fallback: false }),
}
const PASSWORD = param(values.boundedText(200), 'Password of a protected record.')
/** Parameters of requests for one record in another format. */
export const singleParams = (kind: Kind, site: Site): Params => ({
  i18n_language: languageParam(site.languages),
  ...(kind.passwordProtection && { password: PASSWORD }),
})
