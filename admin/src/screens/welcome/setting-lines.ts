// The settings that the first steps are about, and the lines of the settings file that change them.
import type { ServerSetting } from '@kalends/client'

export interface CalendarSettings {
  readonly name: string
  readonly languages: readonly string[]
  readonly defaultLanguage: string
  readonly timeZone: string
}

export function calendarSettingsOf(settings: readonly ServerSetting[]): CalendarSettings {
  const value = (name: string): string => settings.find((each) => each.name === name)?.value ?? ''
  return {
    name: value('CALENDAR_NAME'),
    languages: value('LANGUAGES').split(',').filter(Boolean),
    defaultLanguage: value('DEFAULT_LANGUAGE'),
    timeZone: value('SITE_TIMEZONE'),
  }
}

/** A value with other characters than these has quotation marks, as files of Docker and of systemd have them. */
const quoted = (value: string): string => (/^[\w,./-]*$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, '\\$&')}"`)

/** The lines for the values that differ from the current ones. */
export function settingLines(current: CalendarSettings, chosen: CalendarSettings): readonly string[] {
  const lines = ({ name, languages, defaultLanguage, timeZone }: CalendarSettings): readonly string[] => [
    `CALENDAR_NAME=${quoted(name.trim())}`,
    `LANGUAGES=${languages.join()}`,
    `DEFAULT_LANGUAGE=${defaultLanguage}`,
    `SITE_TIMEZONE=${timeZone}`,
  ]
  const before = lines(current)
  return lines(chosen).filter((line) => !before.includes(line))
}
