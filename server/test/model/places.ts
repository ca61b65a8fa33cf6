// Operations on what events are linked to: places come and go, categories move, terms are dropped and counted.
import { differs } from './compare.ts'
import * as model from './model.ts'
import type { Stage } from './stage.ts'

export interface PlaceChange {
  readonly do: 'place'
  readonly kind: 'venue' | 'organizer'
  readonly name: string
  readonly make: 'trash' | 'publish' | 'delete'
}
/** A category moves below another; without one the term is dropped. */
export interface TermChange {
  readonly do: 'term'
  readonly kind: 'categories' | 'tags'
  readonly name: string
  readonly parent: string | null
}
export interface Count {
  readonly do: 'count'
  readonly kind: 'categories' | 'tags'
}
/** No record has it. */
export const NOBODY = 987_654_321_000

export async function changePlace({ kind, name, make }: PlaceChange, stage: Stage): Promise<string[]> {
  const { world, server, names } = stage
  stage.fresh = null
  const id = names.get(name) ?? NOBODY
  const place = world[kind].get(id)
  if (!place) return []
  const path = `/${kind}s/${id}`
  if (make === 'delete') model.dropLinked(world, kind, id)
  else if (make !== place.status) world[kind].set(id, { ...place, status: make, trashed_from: make === 'trash' ? place.status : null })
  const answer =
    make === 'delete'
      ? await server.remove(`${path}?force=true`)
      : make === 'trash'
        ? await server.remove(path)
        : await server.patch(path, { status: make })
  return differs('status', make === 'trash' && place.status === 'trash' ? 410 : 200, answer.status)
}

export async function changeTerm({ kind, name, parent }: TermChange, stage: Stage): Promise<string[]> {
  const { world, server, names } = stage
  stage.fresh = null
  const id = names.get(name) ?? NOBODY
  const term = world[kind].get(id)
  if (!term) return []
  if (parent === null) {
    model.dropLinked(world, kind, id)
    return differs('status', 200, (await server.remove(`/${kind}/${id}`)).status)
  }
  const up = names.get(parent) ?? NOBODY
  if (!world.categories.has(up) || model.descendants(world, id).includes(up)) return []
  world.categories.set(id, { ...term, parent: up })
  return differs('status', 200, (await server.patch(`/${kind}/${id}`, { parent: up })).status)
}

/** 3.7: the terms as anyone sees them, each with the number of published events it is assigned to. */
export async function countTerms({ kind }: Count, { world, server }: Stage): Promise<string[]> {
  const answer = await server.get(`/${kind}?hide_empty=false&per_page=100&orderby=id`)
  const shown = (answer.json[kind] as model.Json[]).map(({ id, parent, count }) => ({ id, parent, count }))
  const expected = [...world[kind].values()]
    .sort((a, b) => a.id - b.id)
    .map(({ id, parent }) => ({
      id,
      parent: kind === 'tags' ? undefined : (parent ?? 0),
      count: [...world.events.values()].filter((event) => event.status === 'publish' && event[kind].includes(id)).length,
    }))
  return differs(kind, expected, shown)
}
