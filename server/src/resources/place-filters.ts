// Filters of event lists by place, and the order by distance (contract 5.9). Pure functions.
import Type from 'typebox'
import type { Kind, RequestContext, Sort } from '../engine/definition/kind.ts'
import { filter, param } from '../engine/definition/resource.ts'
import { visibleAndNotTrashed, notProtectedOrEditable } from '../engine/access/visibility.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { and, raw, sql, type Sql } from '../kernel/database/sql.ts'
import * as values from '../kernel/validation/value-types.ts'

const RADIUS_KM = 25
const EARTH_KM = 6371

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}
/** `west,south,east,north`, as in GeoJSON. A box whose west is greater than its east contains the 180th meridian. */
const box: values.ValueType<Box> = {
  schema: Type.String({ maxLength: 200 }),
  parse: (value) => {
    const degrees = values.splitItems(value).map((each) => values.decimal(-180, 180).parse(each))
    const [west, south, east, north] = degrees
    if (degrees.length !== 4 || typeof west !== 'number' || typeof south !== 'number') return new FieldError('not_box')
    if (typeof east !== 'number' || typeof north !== 'number') return new FieldError('not_box')
    return south < -90 || north > 90 || south > north ? new FieldError('not_box') : { west, south, east, north }
  },
}

export const located = filter(
  {
    geoloc: param(
      values.boolean,
      'If `true`, returns only events with a venue that has coordinates. If `false`, returns only events without such a venue.',
    ),
  },
  ({ geoloc }, ctx) => {
    const venues = locatedVenues(ctx)
    if (geoloc === undefined || !venues) return null
    const exists = sql`exists (select 1 from event_venues l join venues v on v.id = l.ref_id where l.event_id = o.record_id and ${venues.venue})`
    return sql`${geoloc ? raw('') : raw('not ')}(${venues.event} and ${exists})`
  },
  { customPlan: true },
)

const NEARBY_PARAMS = {
  geoloc_lat: param(values.decimal(-90, 90), 'Latitude of the center of the search circle. Requires `geoloc_lng`.'),
  geoloc_lng: param(values.decimal(-180, 180), 'Longitude of the center of the search circle. Requires `geoloc_lat`.'),
  geoloc_radius: param(values.decimal(0, 20_100), 'Radius of the search circle in kilometers.', { fallback: RADIUS_KM }),
  bbox: param(
    box,
    'Returns only events with a venue in this box: `west,south,east,north` in degrees. If west is greater than east, the box contains the 180th meridian.',
  ),
}
interface NearbyValues {
  readonly geoloc_lat?: number
  readonly geoloc_lng?: number
  readonly geoloc_radius?: number
  readonly bbox?: Box
}
export const nearby = filter(
  NEARBY_PARAMS,
  (given, ctx) => {
    const near = nearbyVenues(given, ctx)
    // Starts from the venues in the area, because they are few.
    return (
      near &&
      sql`(${near.event} and o.record_id in (select l.event_id from event_venues l where l.ref_id = any(array(select near.id from (${near.venues}) near))))`
    )
  },
  {
    check: ({ geoloc_lat, geoloc_lng }) => {
      if ((geoloc_lat === undefined) === (geoloc_lng === undefined)) return {}
      return { [geoloc_lat === undefined ? 'geoloc_lat' : 'geoloc_lng']: new FieldError('together') }
    },
    linkedTo: (given, ctx) => nearbyVenues(given, ctx)?.venues ?? null,
    customPlan: true,
  },
)

/** Seconds from the beginning of the year 1, which are positive, up to more than the end of the year 9999. */
const SECONDS = { before1970: 62_200_000_000, all: 400_000_000_000 }
/** The distance in meters, then the start, in one number. That of the most distant venue is 87 % of the largest bigint. */
const byDistance = (meters: Sql, start: Sql): Sql =>
  sql`(${meters} * ${raw(String(SECONDS.all))} + extract(epoch from ${start})::bigint + ${raw(String(SECONDS.before1970))})`
/** Sorts by the distance of the nearest venue in the area from the center of the circle. Dates with the same distance are sorted by their start. */
export const distanceSort: Sort = {
  type: 'integer',
  requires: ['geoloc_lat', 'geoloc_lng'],
  value: (_, ctx, given) => {
    const near = nearbyVenues(given, ctx)
    const venues = near?.venues ?? raw('select null::bigint as id, 0::bigint as rank')
    const meters = sql`coalesce((select min(near.rank) from event_venues l join (${venues}) near on near.id = l.ref_id where l.event_id = o.record_id), 0)`
    return byDistance(meters, raw('o.starts_at'))
  },
  linkedValue: byDistance,
}

/** Conditions on a venue `v` with coordinates that the caller can see, and on an event `o` whose venues the caller can see. */
function locatedVenues({ site, caller }: RequestContext): { readonly venue: Sql; readonly event: Sql } | null {
  const [event, venue] = [site.kinds.get('event'), site.kinds.get('venue')] as const
  return event && venue ? conditionsOn(event, venue, caller) : null
}
const conditionsOn = (event: Kind, venue: Kind, caller: RequestContext['caller']) => ({
  venue: and([visibleAndNotTrashed(venue, 'v', caller), raw('v.geo_lat is not null and v.geo_lng is not null')]),
  event: notProtectedOrEditable(event, 'o', caller),
})
/** The venues in the area, with their distance from the center as `rank`, and the condition on their events. Null without an area. */
function nearbyVenues(given: NearbyValues, ctx: RequestContext): { readonly venues: Sql; readonly event: Sql } | null {
  const { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: km = RADIUS_KM, bbox } = given
  const conditions = locatedVenues(ctx)
  const hasCenter = lat !== undefined && lng !== undefined
  if (!conditions || (!hasCenter && !bbox)) return null
  const inBox = bbox ? [isIn(bbox)] : []
  if (!hasCenter)
    return { event: conditions.event, venues: sql`select v.id, 0::bigint as rank from venues v where ${and([conditions.venue, ...inBox])}` }
  const distance = distanceFrom(lat, lng)
  const inCircle = sql`${isIn(boxAround(lat, lng, km))} and ${distance} <= ${km}::float8`
  return {
    event: conditions.event,
    venues: sql`select v.id, round(${distance} * 1000)::bigint as rank from venues v where ${and([conditions.venue, ...inBox, inCircle])}`,
  }
}
/** A range of latitudes uses an index, which has the longitudes too. */
const isIn = ({ west, south, east, north }: Box): Sql =>
  sql`v.geo_lat between ${south}::float8 and ${north}::float8 and ${
    west <= east
      ? sql`v.geo_lng between ${west}::float8 and ${east}::float8`
      : sql`(v.geo_lng >= ${west}::float8 or v.geo_lng <= ${east}::float8)`
  }`
/** Great-circle distance of a venue `v` in kilometers. */
const distanceFrom = (lat: number, lng: number): Sql =>
  sql`2 * ${EARTH_KM}::float8 * asin(least(1, sqrt(sin(radians(v.geo_lat - ${lat}::float8) / 2) ^ 2 + cos(radians(${lat}::float8)) * cos(radians(v.geo_lat)) * sin(radians(v.geo_lng - ${lng}::float8) / 2) ^ 2)))`

/** Rounding must not exclude a venue on the circle. */
const MARGIN = 1e-6
/** The smallest box that contains the circle. A circle around a pole has all longitudes. */
export function boxAround(lat: number, lng: number, km: number): Box {
  const radius = km / EARTH_KM
  const degrees = (radians: number): number => (radians * 180) / Math.PI + MARGIN
  const [south, north] = [lat - degrees(radius), lat + degrees(radius)]
  if (south <= -90 || north >= 90) return { west: -180, south, east: 180, north }
  const width = degrees(Math.asin(Math.min(1, Math.sin(radius) / Math.cos((lat * Math.PI) / 180))))
  const [west, east] = [lng - width, lng + width]
  return { south, north, west: west < -180 ? west + 360 : west, east: east > 180 ? east - 360 : east }
}
