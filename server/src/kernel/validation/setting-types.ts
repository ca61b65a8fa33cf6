// Types of settings: each one parses the text of an environment variable and describes the allowed values.
import { isIP } from 'node:net'
import { normalizeZone } from '../time/date-times.ts'

export interface Setting<T> {
  readonly description: string
  /** The default, as the text that an environment variable would have. */
  readonly fallback: string
  /** Allowed values and their unit, for the documentation. */
  readonly values: string
  /** The value may contain a password or another secret, so no response shows it. */
  readonly isSecret?: true
  /** Returns the value, or an error whose message completes a sentence that begins with the name of the setting. */
  read(text: string): T | Error
}

/** Where the value of a setting is from: the variable `NAME`, the file that `NAME_FILE` names, or the default. */
export const SETTING_SOURCES = ['environment', 'file', 'default'] as const
export type SettingSource = (typeof SETTING_SOURCES)[number]
/** A setting as administrators see it. */
export interface ShownSetting {
  readonly name: string
  /** The text of the value; null if it is a secret. */
  readonly value: string | null
  readonly is_secret: boolean
  readonly source: SettingSource
  readonly description: string
}

interface IntegerRange {
  readonly fallback: number
  readonly range: readonly [min: number, max: number]
  /** For example `ms` or `requests per minute`. Empty for a number without a unit, such as a port. */
  readonly unit: string
}
export function integerSetting(description: string, { fallback, range: [min, max], unit }: IntegerRange): Setting<number> {
  const inUnit = unit === '' ? '' : ` (${unit})`
  return {
    description,
    fallback: String(fallback),
    values: `${min} to ${max}${unit && ` ${unit}`}`,
    read: (text) =>
      /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
        ? Number(text)
        : new Error(`must be a whole number from ${min} to ${max}${inUnit}`),
  }
}

export const stringSetting = (description: string, fallback: string, values = 'text'): Setting<string> => ({
  description,
  fallback,
  values,
  read: (text) => text,
})

export const secretSetting = (description: string): Setting<string> => ({ ...stringSetting(description, ''), isSecret: true })

interface Pattern {
  readonly fallback: string
  readonly values: string
  readonly pattern: RegExp
  /** Completes the message `must be …`. */
  readonly expected: string
}
export const patternSetting = (description: string, { fallback, values, pattern, expected }: Pattern): Setting<string> => ({
  description,
  fallback,
  values,
  read: (text) => (pattern.test(text) ? text : new Error(`must be ${expected}`)),
})

export const choiceSetting = <const W extends readonly string[]>(
  description: string,
  fallback: W[number],
  choices: W,
): Setting<W[number]> => ({
  description,
  fallback,
  values: choices.join(', '),
  read: (text) => (choices.includes(text) ? text : new Error(`must be one of ${choices.join(', ')}`)),
})

export const booleanSetting = (description: string, fallback: boolean): Setting<boolean> => ({
  description,
  fallback: String(fallback),
  values: 'true, false',
  read: (text) => (text === 'true' || text === 'false' ? text === 'true' : new Error('must be true or false')),
})

export interface ListItem {
  /** Completes the message `"…" is not …`. */
  readonly expected: string
  /** Names the items in the documentation, in the plural. */
  readonly plural: string
  test(item: string): boolean
}
export const listSetting = (description: string, fallback: string, item: ListItem): Setting<readonly string[]> => ({
  description,
  fallback,
  values: `comma-separated ${item.plural}`,
  read: (text) => {
    const items = text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    const invalid = items.find((each) => !item.test(each))
    return invalid === undefined ? items : new Error(`must be a comma-separated list: "${invalid}" is not ${item.expected}`)
  },
})
export const LANGUAGE_ITEM: ListItem = {
  expected: 'a language code in lower case such as en or pt-pt',
  plural: 'language codes',
  test: (item) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(item),
}
export const NETWORK_ITEM: ListItem = {
  expected: 'an IP address or a network such as 10.0.0.0/8',
  plural: 'IP addresses or networks',
  test: (item) => {
    const [address = '', range, ...rest] = item.split('/')
    const version = isIP(address)
    const isRange =
      range === undefined ||
      (version === 4 && isIP(range) === 4) ||
      (/^\d{1,3}$/.test(range) && Number(range) <= (version === 4 ? 32 : 128))
    return version > 0 && isRange && rest.length === 0
  },
}
export const PORT_ITEM: ListItem = {
  expected: 'a port',
  plural: 'ports',
  test: (item: string) => /^[1-9]\d{0,4}$/.test(item) && Number(item) < 65_536,
}
export const HOST_AND_PORT_ITEM: ListItem = {
  expected: 'a host with its port such as 127.0.0.1:8080',
  plural: 'hosts with their ports',
  test: (item: string) => /^(\[[\da-f:.]+\]|[\w.-]+):[1-9]\d*$/i.test(item) && URL.canParse(`http://${item}`),
}
export const ORIGIN_ITEM: ListItem = {
  expected: 'an origin such as https://example.org or https://*.example.org, or *',
  plural: 'origins',
  test: (item: string) => item === '*' || /^https?:\/\/(\*\.)?[a-z\d.-]+(:[1-9]\d{0,4})?$/i.test(item),
}
export const NAME_SERVER_ITEM: ListItem = {
  expected: 'an IP address with an optional port',
  plural: 'IP addresses with optional ports',
  test: (item: string) => isIP(item) > 0 || (HOST_AND_PORT_ITEM.test(item) && isIP(item.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) > 0),
}

export const urlSetting = (description: string, fallback: string): Setting<string> => ({
  description,
  fallback,
  values: 'http or https URL',
  read: (text) =>
    text === '' || (URL.canParse(text) && /^https?:/.test(text) && !/[?#]/.test(text))
      ? text.replace(/\/+$/, '')
      : new Error('must be an http or https URL without query and fragment'),
})

/** The URL of a web page, with placeholders such as `{id}`. */
export const urlTemplateSetting = (description: string, placeholders: readonly string[]): Setting<string> => ({
  description,
  fallback: '',
  values: `URL with ${placeholders.join(', ')}`,
  read: (text) =>
    text === '' || (/^https?:\/\/\S+$/.test(text) && !/[{}]/.test(placeholders.reduce((rest, name) => rest.replaceAll(name, ''), text)))
      ? text
      : new Error(`must be an http or https URL whose placeholders are ${placeholders.slice(0, -1).join(', ')} and ${placeholders.at(-1)}`),
})

interface ServerUrl {
  readonly fallback: string
  readonly schemes: readonly string[]
  readonly example: string
}
/** The URL of a server that Kalends connects to. It may have a password. An empty default means that the server is optional. */
export const serverUrlSetting = (description: string, { fallback, schemes, example }: ServerUrl): Setting<string> => ({
  description,
  fallback,
  values: schemes
    .map((scheme) => `${scheme}://`)
    .join(' or ')
    .concat(' URL'),
  isSecret: true,
  read: (text) => {
    const isAllowed = schemes.some((scheme) => text.startsWith(`${scheme}://`)) && isServerUrl(text)
    return isAllowed || (text === '' && fallback === '') ? text : new Error(`must be a URL such as ${example}`)
  },
})
/** Several URLs, separated by commas. A comma inside a URL is written as %2C. */
export const serverUrlsSetting = (description: string, { schemes, example }: Omit<ServerUrl, 'fallback'>): Setting<readonly string[]> => ({
  ...listSetting(description, '', {
    expected: `a URL such as ${example}`,
    plural: `${schemes.map((scheme) => `${scheme}://`).join(' or ')} URLs`,
    test: (item) => schemes.some((scheme) => item.startsWith(`${scheme}://`)) && isServerUrl(item),
  }),
  isSecret: true,
})
/** libpq accepts a user without a host, as in postgresql://user@/database. The URL parser rejects it. */
const isServerUrl = (text: string): boolean => URL.canParse(text.replace('@/', '@localhost/'))

export const timeZoneSetting = (description: string, fallback: string): Setting<string> => ({
  description,
  fallback,
  values: 'IANA time zone',
  read: (text) => normalizeZone(text) ?? new Error('must be an IANA time zone such as Europe/Berlin'),
})
