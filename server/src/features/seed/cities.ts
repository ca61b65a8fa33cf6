// Cities of the demo venues. A demo plays in one fictional city; a calendar for measurements has venues in many real cities and time zones.

export interface City {
  readonly name: string
  readonly country: string
  readonly timeZone: string
  readonly zip: string
  /** Latitude and longitude of the center. */
  readonly center: readonly [latitude: number, longitude: number]
}
const city = (name: string, country: string, timeZone: string, zip: string, latitude: number, longitude: number): City => ({
  name,
  country,
  timeZone,
  zip,
  center: [latitude, longitude],
})

/** A fictional harbor city. The coordinates lie on the southeast coast of Ireland, so that maps show land and sea. */
export const DEMO_CITY = city('Port Alder', 'Ireland', 'Europe/Dublin', 'Z21 PA10', 52.3377, -6.4587)

export const LARGE_CITIES: readonly City[] = [
  city('London', 'United Kingdom', 'Europe/London', 'EC1A 1AA', 51.5074, -0.1278),
  city('Manchester', 'United Kingdom', 'Europe/London', 'M2 1AA', 53.4808, -2.2426),
  city('New York', 'United States', 'America/New_York', '10012', 40.7128, -74.006),
  city('Toronto', 'Canada', 'America/Toronto', 'M5V 1A1', 43.6532, -79.3832),
  city('Accra', 'Ghana', 'Africa/Accra', 'GA-184', 5.6037, -0.187),
  city('Paris', 'France', 'Europe/Paris', '75011', 48.8566, 2.3522),
  city('Lyon', 'France', 'Europe/Paris', '69002', 45.764, 4.8357),
  city('Dakar', 'Senegal', 'Africa/Dakar', '11000', 14.7167, -17.4677),
  city('Geneva', 'Switzerland', 'Europe/Zurich', '1204', 46.2044, 6.1432),
  city('Lisbon', 'Portugal', 'Europe/Lisbon', '1100-053', 38.7223, -9.1393),
  city('Porto', 'Portugal', 'Europe/Lisbon', '4000-069', 41.1579, -8.6291),
  city('Maputo', 'Mozambique', 'Africa/Maputo', '1100', -25.9692, 32.5732),
  city('Nairobi', 'Kenya', 'Africa/Nairobi', '00100', -1.2921, 36.8219),
  city('Mombasa', 'Kenya', 'Africa/Nairobi', '80100', -4.0435, 39.6682),
  city('Dar es Salaam', 'Tanzania', 'Africa/Dar_es_Salaam', '11101', -6.7924, 39.2083),
  city('Zanzibar', 'Tanzania', 'Africa/Dar_es_Salaam', '71101', -6.1659, 39.2026),
  city('Cairo', 'Egypt', 'Africa/Cairo', '11511', 30.0444, 31.2357),
  city('Alexandria', 'Egypt', 'Africa/Cairo', '21500', 31.2001, 29.9187),
  city('Amman', 'Jordan', 'Asia/Amman', '11181', 31.9539, 35.9106),
  city('Casablanca', 'Morocco', 'Africa/Casablanca', '20000', 33.5731, -7.5898),
]
