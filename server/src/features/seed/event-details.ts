// Builds the columns, tags and texts of a demo event from its program and its slot in the schedule.
import type { Text } from '../../engine/texts/texts.ts'
import type { TagKey } from './catalog.ts'
import type { City } from './cities.ts'
import type { Program } from './programs.ts'
import type { Random } from './random.ts'
import { seasonOf, type Slot } from './schedule.ts'
import type { DemoTexts } from './texts/demo-texts.ts'
import { siteTexts } from './texts/languages.ts'

export function eventColumns({ program: key, day }: Slot, program: Program, { timeZone }: City, language: string): Record<string, unknown> {
  const { time, minutes, allDays, cost } = program
  const start = day.toPlainDateTime(Temporal.PlainTime.from(time))
  return {
    start,
    end: start.add({ days: (allDays ?? 1) - 1, minutes }),
    timezone: timeZone,
    all_day: allDays !== undefined,
    cost: cost ?? siteTexts(language, [])[0][1].free,
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
): (texts: DemoTexts) => Text {
  const [subtitle, practical] = [random.below(hasEditions ? 5 : 4), random.below(2)]
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
