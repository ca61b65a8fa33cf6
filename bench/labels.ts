// The names of measurements: a setup, a colon, and the request. Results from before these names are translated when they are read.

/** The setups that are compared. Each name says what is switched off. */
export const SETUPS = {
  barePostgres: 'bare PostgreSQL',
  ownStatements: 'own statements',
  bareHttp: 'bare HTTP',
  bareHttpMinimal: 'bare HTTP, minimal headers',
  responseCacheOff: 'response cache off',
  allCachesOff: 'all caches off',
  defaults: 'default settings',
} as const

/** Results that have the field `labels` with this value use the names on the left. */
export const OLD_LABELS = 'old'
const TRANSLATIONS: readonly (readonly [old: string, now: string])[] = [
  ['reference: ', `${SETUPS.barePostgres}: `],
  ['own SQL: ', `${SETUPS.ownStatements}: `],
  ['cold: ', `${SETUPS.responseCacheOff}: `],
  ['warm, 5 writes a second: ', `${SETUPS.defaults}, 5 writes per second: `],
  ['warm, two processes: ', `${SETUPS.defaults}, two processes: `],
  ['warm: ', `${SETUPS.defaults}: `],
  ['known: ', `${SETUPS.defaults}, 304: `],
  ['packed: ', `${SETUPS.defaults}, Brotli: `],
]
export function translateOldLabel(label: string): string {
  const found = TRANSLATIONS.find(([old]) => label.startsWith(old))
  const renamed = found ? found[1] + label.slice(found[0].length) : label
  return renamed.replace('running or coming', 'running or upcoming')
}
