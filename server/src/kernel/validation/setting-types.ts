// Types of settings: parsers for their texts, with error messages.
import { isIP } from 'node:net'
import { normalizeZone } from '../time/date-times.ts'

export interface Setting<T> {
  readonly description: string
  readonly fallback: string
  /** Returns the value, or an error that says what is expected. */
  read(text: string): T | Error
}
export const integerSetting = (about: string, fallback: number, min: number, max: number): Setting<number> => ({
  description: about,
  fallback: String(fallback),
  read: (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : new Error(`must be a whole number from ${min} to ${max}`),
})
export const stringSetting = (about: string, fallback: string): Setting<string> => ({ description: about, fallback, read: (text) => text })
export const choiceSetting = <const W extends readonly string[]>(about: string, fallback: W[number], words: W): Setting<W[number]> => ({
  description: about,
  fallback,
  read: (text) => (words.includes(text) ? text : new Error(`must be one of ${words.join(', ')}`)),
})
export const booleanSetting = (about: string, fallback: boolean): Setting<boolean> => ({
  description: about,
  fallback: String(fallback),
  read: (text) => (text === 'true' || text === 'false' ? text === 'true' : new Error('must be true or false')),
})
export interface ListItem {
  /** Completes the message `"…" is not …`. */
  readonly expected: string
  test(item: string): boolean
}
export const listSetting = (about: string, fallback: string, item: ListItem): Setting<readonly string[]> => ({
  description: about,
  fallback,
  read: (text) => {
    const items = text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
    const wrong = items.find((each) => !item.test(each))
    return wrong === undefined ? items : new Error(`must be a list with commas between: "${wrong}" is not ${item.expected}`)
  },
})
export const LANGUAGE_ITEM: ListItem = {
  expected: 'a language code in lower case such as en or pt-pt',
  test: (item) => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(item),
}
export const NETWORK_ITEM: ListItem = {
  expected: 'an IP address or a network such as 10.0.0.0/8',
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
export const PORT: ListItem = { expected: 'a port', test: (item: string) => /^[1-9]\d{0,4}$/.test(item) && Number(item) < 65_536 }
export const HOST_AND_PORT_ITEM: ListItem = {
  expected: 'a host with its port such as 127.0.0.1:8080',
  test: (item: string) => /^(\[[\da-f:.]+\]|[\w.-]+):[1-9]\d*$/i.test(item) && URL.canParse(`http://${item}`),
}
export const NAME_SERVER_ITEM: ListItem = {
  expected: 'an IP address, perhaps with a port',
  test: (item: string) => isIP(item) > 0 || (HOST_AND_PORT_ITEM.test(item) && isIP(item.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) > 0),
}
export const urlSetting = (about: string, fallback: string): Setting<string> => ({
  description: about,
  fallback,
  read: (text) =>
    text === '' || (URL.canParse(text) && /^https?:/.test(text) && !/[?#]/.test(text))
      ? text.replace(/\/+$/, '')
      : new Error('must be an http or https address'),
})
export const urlTemplateSetting = (about: string): Setting<string> => ({
  description: about,
  fallback: '',
  read: (text) =>
    text === '' || (/^https?:\/\/\S+$/.test(text) && !/[{}]/.test(text.replace(/\{(?:id|slug|language)\}/g, '')))
      ? text
      : new Error('must be an http or https URL whose placeholders are {id}, {slug} and {language}'),
})
export const timeZoneSetting = (about: string, fallback: string): Setting<string> => ({
  description: about,
  fallback,
  read: (text) => normalizeZone(text) ?? new Error('must be an IANA time zone'),
})
