// Cities of the demo venues. A demo uses one fictional city; a large calendar for measurements uses real cities in many time zones.

export interface City {
  readonly name: string
  readonly country: string
  readonly timeZone: string
  readonly zip: string
  /** Latitude and longitude of the center. */
  readonly center: readonly [latitude: number, longitude: number]
}

/** A fictional harbor city. The coordinates lie on the southeast coast of Ireland, so that maps show land and sea. */
export const DEMO_CITY: City = {
  name: 'Port Alder',
  country: 'Ireland',
  timeZone: 'Europe/Dublin',
  zip: 'Z21 PA10',
  center: [52.3377, -6.4587],
}

export const LARGE_CITIES: readonly City[] = [
  { name: 'London', country: 'United Kingdom', timeZone: 'Europe/London', zip: 'EC1A 1AA', center: [51.5074, -0.1278] },
  { name: 'Manchester', country: 'United Kingdom', timeZone: 'Europe/London', zip: 'M2 1AA', center: [53.4808, -2.2426] },
  { name: 'New York', country: 'United States', timeZone: 'America/New_York', zip: '10012', center: [40.7128, -74.006] },
  { name: 'Toronto', country: 'Canada', timeZone: 'America/Toronto', zip: 'M5V 1A1', center: [43.6532, -79.3832] },
  { name: 'Accra', country: 'Ghana', timeZone: 'Africa/Accra', zip: 'GA-184', center: [5.6037, -0.187] },
  { name: 'Paris', country: 'France', timeZone: 'Europe/Paris', zip: '75011', center: [48.8566, 2.3522] },
  { name: 'Lyon', country: 'France', timeZone: 'Europe/Paris', zip: '69002', center: [45.764, 4.8357] },
  { name: 'Dakar', country: 'Senegal', timeZone: 'Africa/Dakar', zip: '11000', center: [14.7167, -17.4677] },
  { name: 'Geneva', country: 'Switzerland', timeZone: 'Europe/Zurich', zip: '1204', center: [46.2044, 6.1432] },
  { name: 'Lisbon', country: 'Portugal', timeZone: 'Europe/Lisbon', zip: '1100-053', center: [38.7223, -9.1393] },
  { name: 'Porto', country: 'Portugal', timeZone: 'Europe/Lisbon', zip: '4000-069', center: [41.1579, -8.6291] },
  { name: 'Maputo', country: 'Mozambique', timeZone: 'Africa/Maputo', zip: '1100', center: [-25.9692, 32.5732] },
  { name: 'Nairobi', country: 'Kenya', timeZone: 'Africa/Nairobi', zip: '00100', center: [-1.2921, 36.8219] },
  { name: 'Mombasa', country: 'Kenya', timeZone: 'Africa/Nairobi', zip: '80100', center: [-4.0435, 39.6682] },
  { name: 'Dar es Salaam', country: 'Tanzania', timeZone: 'Africa/Dar_es_Salaam', zip: '11101', center: [-6.7924, 39.2083] },
  { name: 'Zanzibar', country: 'Tanzania', timeZone: 'Africa/Dar_es_Salaam', zip: '71101', center: [-6.1659, 39.2026] },
  { name: 'Cairo', country: 'Egypt', timeZone: 'Africa/Cairo', zip: '11511', center: [30.0444, 31.2357] },
  { name: 'Alexandria', country: 'Egypt', timeZone: 'Africa/Cairo', zip: '21500', center: [31.2001, 29.9187] },
  { name: 'Amman', country: 'Jordan', timeZone: 'Asia/Amman', zip: '11181', center: [31.9539, 35.9106] },
  { name: 'Casablanca', country: 'Morocco', timeZone: 'Africa/Casablanca', zip: '20000', center: [33.5731, -7.5898] },
]
