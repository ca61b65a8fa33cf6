// Settings of the calendar that the server inserted into the page.

export interface PageSettings {
  /** The path of the calendar on its host; empty if it has none. */
  readonly base: string
  /** The path of the API before its namespace. */
  readonly api: string
  /** The name of the calendar; empty if it is not set. */
  readonly name: string
  readonly languages: readonly string[]
  readonly default_language: string
  readonly time_zone: string
  /** False if the server runs without authentication: nobody signs in then. */
  readonly authentication: boolean
  /** The template of the URL of map tiles; empty if there are no maps. */
  readonly map_tiles: string
  readonly map_attribution: string
}

const content = document.querySelector('meta[name="kalends-admin"]')?.getAttribute('content') ?? '{}'
export const pageSettings = JSON.parse(content) as PageSettings
