// A point on a map.

export interface Point {
  readonly lat: number
  readonly lng: number
}
/** The projection of the tiles ends near the poles. */
const MAX_LATITUDE = 85

/** Returns the point of two inputs; null if they are no point that the tiles show. */
export function pointOf(latitude: string, longitude: string): Point | null {
  const [lat, lng] = [latitude, longitude].map((text) => (text.trim() === '' ? NaN : Number(text.replace(',', '.'))))
  if (lat === undefined || lng === undefined) return null
  return Math.abs(lat) <= MAX_LATITUDE && Math.abs(lng) <= 180 ? { lat, lng } : null
}
