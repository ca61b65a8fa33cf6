// The route with the records that use an image: {ns}/media/{id}/uses (contract 12.8).
import Type from 'typebox'
import type { Database, Db } from '../../kernel/database/database.ts'
import { join, raw, ref, sql, type Sql } from '../../kernel/database/sql.ts'
import { notProtectedOrEditable, visibleTo } from '../../engine/access/visibility.ts'
import type { Kind, RequestContext, Site } from '../../engine/definition/kind.ts'
import { languageOnly, privateResponse } from '../../engine/plain-routes.ts'
import { findOne, presentRows } from '../../engine/read/records.ts'
import { recordId, requireValidQuery, type Route } from '../../engine/route.ts'

const USES_MAX = 100
const DESCRIPTION = 'Returns the records that show the image and that the caller may see, those that were changed last first, at most 100.'
const USES = Type.Object({
  uses: Type.Array(
    Type.Object({
      kind: Type.String(),
      id: Type.Integer({ minimum: 1 }),
      title: Type.String(),
      language: Type.String(),
      status: Type.String(),
    }),
  ),
  total: Type.Integer({ minimum: 0 }),
})

export function usesRoute(kind: Kind, site: Site): Route {
  const params = languageOnly(site)
  return {
    method: 'GET',
    path: `/${kind.plural}/{id}/uses`,
    access: 'users',
    params,
    acceptsBody: false,
    response: { type: 'application/json', name: `list_${kind.name}_uses`, description: DESCRIPTION, schema: USES },
    handle: async (database, { ctx, path, query }) => {
      const { ignored } = requireValidQuery(params, query, ctx)
      return { ...privateResponse(await findUses(database, kind, recordId(kind, path), ctx), ctx), ignored }
    },
  }
}

interface UseRow {
  readonly kind: string
  readonly id: number
  readonly total: number
}
async function findUses(database: Database, kind: Kind, id: number, ctx: RequestContext) {
  await findOne(database, kind, { id }, ctx)
  const rows = await database.query<UseRow>(sql`
select u.kind, u.id, count(*) over ()::int as total from (${join(sourcesOf(kind, id, ctx), '\nunion all ')}) u
order by u.modified_at desc, u.id desc limit ${USES_MAX}`)
  const records = await loadRecords(database, rows, ctx)
  return { uses: rows.flatMap((row) => records.get(row.id) ?? []), total: rows[0]?.total ?? 0 }
}

/** The records that have the image in a field that the caller may see. The exceptions of a series that show the image of the series are left out. */
function sourcesOf({ referencedBy = [] }: Kind, id: number, { site, caller }: RequestContext): Sql[] {
  return referencedBy.flatMap(({ table, column }) => {
    const owner = [...site.kinds.values()].find((each) => each.table === table)
    if (owner === undefined) return []
    const name = Object.keys(owner.fields).find((field) => {
      const storage = owner.fields[field]?.storage
      return storage?.in === 'reference' && storage.column === column
    })
    const isOwn = owner.listing ? sql`(${ref(`r.${owner.listing.seriesColumn}`)} is null or ${name} = any(r.overrides))` : raw('true')
    return [
      sql`select ${owner.name}::text as kind, r.id, r.modified_at from ${ref(table)} r
where ${ref(`r.${column}`)} = ${id} and ${isOwn} and ${visibleTo(owner, 'r', caller)} and ${notProtectedOrEditable(owner, 'r', caller)}`,
    ]
  })
}

interface Use {
  readonly kind: string
  readonly id: number
  readonly title: string
  readonly language: string
  readonly status: string
}
async function loadRecords(db: Db, rows: readonly UseRow[], ctx: RequestContext): Promise<ReadonlyMap<number, Use>> {
  const found = new Map<number, Use>()
  for (const kind of ctx.site.kinds.values()) {
    const ids = rows.filter((row) => row.kind === kind.name).map(({ id }) => id)
    for (const { row, record } of await presentRows(db, kind, { ids }, ctx)) {
      const id = Number(row['id'])
      const { language, status } = record
      found.set(id, { kind: kind.name, id, title: String(record[kind.title]), language: String(language), status: String(status) })
    }
  }
  return found
}
