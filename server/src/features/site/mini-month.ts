// A small calendar of one month beside lists: each day links to its events, and days with events are marked.
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { Pair } from '../../kernel/http/request-parsing.ts'
import { readDays, weeksOf } from './calendar-days.ts'
import { capitalize, longDate, monthName, weekdayName } from './format-dates.ts'
import { filterQuery, todayOf, type Filters } from './list-query.ts'
import { icon } from './site-icons.ts'
import { SITE_STRINGS } from './site-strings.ts'
import type { SiteView } from './site-view.ts'

/** The fields that tell on which days an event takes place. */
const DAY_FIELDS = 'start_date,end_date,hours'

export async function miniMonth(
  view: SiteView,
  month: Temporal.PlainYearMonth,
  list: { filters: Filters; query: readonly Pair[] },
): Promise<Markup> {
  const { strings: t, language, translate } = view
  const weeks = weeksOf(month, language)
  const days = await readDays(view, [...list.query, ['_fields', DAY_FIELDS]], weeks.flat(), { keys: 'kinds', perDay: 1 })
  const counts = new Map(days.map(({ day, total }) => [day.toString(), total]))
  const today = todayOf(view)
  const { from: _from, to: _to, ...filters } = list.filters
  const monthLink = (to: Temporal.PlainYearMonth): string =>
    view.link(`events${filterQuery(filters, { view: 'month', date: to.toString() })}`)
  const name = capitalize(monthName(month.toPlainDate({ day: 1 }), language), language)
  const dayCell = (day: Temporal.PlainDate): Markup => {
    const count = counts.get(day.toString()) ?? 0
    const label = translate(SITE_STRINGS.events_on_day, { day: longDate(day, language), count })
    const classes = [count > 0 && 'has', day.month !== month.month && 'out', day.equals(today) && 'now'].filter(Boolean).join(' ')
    return html`<td><a class="${classes}" href="${view.link(`events${filterQuery(filters, { view: 'day', date: day.toString() })}`)}" aria-label="${label}"${day.equals(today) ? html` aria-current="date"` : ''} rel="nofollow">${day.day}</a></td>`
  }
  return html`<section class="card mini" aria-label="${name}"><p class="line"><b class="grow">${name}</b><a class="icon-btn" href="${monthLink(month.subtract({ months: 1 }))}" aria-label="${t.month_before}" rel="nofollow">${icon('left')}</a><a class="icon-btn" href="${monthLink(month.add({ months: 1 }))}" aria-label="${t.month_after}" rel="nofollow">${icon('right')}</a></p>
<table><thead><tr>${weeks[0]?.map((day) => html`<th scope="col"><abbr title="${weekdayName(day, language)}">${weekdayName(day, language, 'narrow')}</abbr></th>`)}</tr></thead>
<tbody>${weeks.map((week) => html`<tr>${week.map(dayCell)}</tr>\n`)}</tbody></table></section>`
}
