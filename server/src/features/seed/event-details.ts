// Builds the columns, tags and texts of a demo event from its program and its slot in the schedule.
import type { Text } from '../../engine/texts/texts.ts'
import type { TagKey } from './catalog.ts'
import type { City } from './cities.ts'
import { demoHours } from './opening-hours.ts'
import type { Program } from './programs.ts'
import type { Random } from './random.ts'
import { seasonOf, type Slot } from './schedule.ts'
import type { DemoTexts } from './texts/demo-texts.ts'
import type { Localized } from './texts/languages.ts'

/** `texts` are those of all languages, the original first. */
export function eventColumns(
  { program: key, day }: Slot,
  program: Program,
  { timeZone }: City,
  texts: readonly [Localized, ...Localized[]],
): Record<string, unknown> {
  const { time, minutes, allDays, cost, hours } = program
  const start = day.toPlainDateTime(Temporal.PlainTime.from(time))
  const end = start.add({ days: (allDays ?? 1) - 1, minutes })
  return {
    start,
    end,
    timezone: timeZone,
    all_day: allDays !== undefined,
    hours: hours ? demoHours(hours, [day, end.toPlainDate()], texts) : null,
    cost: cost ?? texts[0][1].free,
    website: `https://events.example/${toKebab(key)}`,
    ticketed: cost !== null,
  }
}

export function eventTags({ day }: Slot, { tags, cost, time, allDays }: Program): TagKey[] {
  const isEvening = allDays === undefined && time >= '18:00'
  return [...tags, ...(cost === null ? (['free'] as const) : []), ...(isEvening ? (['evening'] as const) : []), ...weekend(day.dayOfWeek)]
}
const weekend = (dayOfWeek: number): TagKey[] => (dayOfWeek >= 6 ? ['weekend'] : [])

/** Chooses the subtitle and the practical sentence once, so that the texts of all languages agree. */
export function eventText(
  { program: key, day }: Slot,
  { hasEditions, practical: group }: Program,
  random: Random,
  isSeries: boolean,
): (texts: DemoTexts) => Text {
  // The dates of a series may lie in several seasons.
  const [subtitle, practical] = [random.below(hasEditions && !isSeries ? 5 : 4), random.below(2)]
  return ({ separator, editions, practical: sentences, programs }) => {
    const { title, subtitles, lead, body } = programs[key]
    const more = subtitle === 4 ? editions[seasonOf(day)] : subtitles[subtitle]
    return {
      title: more === undefined ? title : `${title}${separator}${more}`,
      excerpt: paragraph(lead),
      description: `${paragraph(`${lead} ${body}`)}${paragraph(sentences[group][practical] ?? '')}`,
    }
  }
}

export const paragraph = (text: string): string => `<p>${text}</p>`
/** Converts `farmersMarket` to `farmers-market`. */
export const toKebab = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
