// The events of a month as a table, and those of one day as a list.
import { html, type Markup } from '../../kernel/text/markup.ts'
import { readDays, takesPlaceOn, weeksOf, type DayEvents } from './calendar-days.ts'
import { agendaItem, isOff, placeName } from './event-parts.ts'
import { categoryPills } from './finder.ts'
import { capitalize, clockTime, isLong, longDate, monthName, toWall, weekdayName } from './format-dates.ts'
import { emptyList, takeAlong, viewSwitch } from './list-page.ts'
import { apiFilters, filterQuery, NO_EVENTS, parsePageDay, readEvents, readFilters, todayOf, type Filters } from './list-query.ts'
import { miniMonth } from './mini-month.ts'
import { colorClass, pageHref } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownEvent } from './site-records.ts'
import type { SiteResult } from './site-request.ts'
import { SITE_STRINGS } from './site-strings.ts'
import type { SiteView } from './site-view.ts'

/** Events that are read of each day. The table shows fewer. */
const PER_DAY = 6

/** Lines of a day in the month. The last one counts the events that have no line. */
const LINES = 4
const FIRST_YEAR = 1900
const LAST_YEAR = 2200

/** Search engines need not crawl empty months without end. */
const isFarAway = (day: Temporal.PlainDate, today: Temporal.PlainDate): boolean =>
  Math.abs(today.until(day, { largestUnit: 'months' }).months) > 24

export async function renderMonthPage(view: SiteView): Promise<SiteResult> {
  const { strings: t, language } = view
  const { from: _from, to: _to, ...filters } = readFilters(view)
  const today = todayOf(view)
  const month = (parsePageDay(`${view.query.get('date') ?? ''}-01`) ?? parsePageDay(view.query.get('date')) ?? today).toPlainYearMonth()
  const first = clampYear(month.toPlainDate({ day: 1 }))
  const shown = first.toPlainYearMonth()
  const query = await apiFilters(view, filters)
  const weeks = weeksOf(shown, language)
  const days =
    query === null
      ? weeks.flat().map((day) => ({ day, events: [], total: 0 }))
      : await readDays(view, query, weeks.flat(), { perDay: PER_DAY })
  const link = (to: Temporal.PlainYearMonth, other: Filters = filters): string =>
    view.link(`events${filterQuery(other, { view: 'month', date: to.toString() })}`)
  const title = capitalize(monthName(first, language), language)
  const [before, after] = [shown.subtract({ months: 1 }), shown.add({ months: 1 })]
  const main = html`<div class="frame month-page">
<header class="line"><h1>${title}</h1><span class="line tight"><a class="icon-btn" rel="prev" href="${link(before)}" aria-label="${t.month_before}">${icon('left', 'l')}</a><a class="icon-btn" rel="next" href="${link(after)}" aria-label="${t.month_after}">${icon('right', 'l')}</a></span><a class="btn" href="${link(today.toPlainYearMonth())}">${t.this_month}</a><span class="grow"></span>${viewSwitch(view, filters, 'month')}</header>
${await categoryPills(view, filters.categories, (slug) => link(shown, { ...filters, categories: slug } as Filters))}
<table class="month"><caption class="unseen">${title}</caption><thead><tr>${weeks[0]?.map(
    (day) =>
      html`<th scope="col"><span class="wide">${capitalize(weekdayName(day, language), language)}</span><abbr class="narrow" title="${weekdayName(day, language)}">${weekdayName(day, language, 'narrow')}</abbr></th>`,
  )}</tr></thead><tbody>
${weeks.map((week, i) => html`<tr>${renderWeek(days.slice(i * 7, i * 7 + 7), week, { view, filters, month: shown, today })}</tr>\n`)}</tbody></table>
<div class="line month-foot"><p class="soft small grow">${t.local_times}</p><a class="btn" href="${view.link(`subscribe${filterQuery(filters)}`)}">${icon('calendar', 's')}${t.take_along}</a></div>
</div>`
  const canonical = `events${filterQuery(filters, { view: 'month', date: shown.toString() })}`
  return { page: { title, main, current: 'month', canonical, isHidden: isFarAway(first, today) || query === null } }
}
const clampYear = (day: Temporal.PlainDate): Temporal.PlainDate =>
  day.year < FIRST_YEAR ? day.with({ year: FIRST_YEAR }) : day.year > LAST_YEAR ? day.with({ year: LAST_YEAR }) : day

interface MonthContext {
  readonly view: SiteView
  readonly filters: Filters
  readonly month: Temporal.PlainYearMonth
  readonly today: Temporal.PlainDate
}
/** Events of several days keep their line throughout the week. */
function renderWeek(days: readonly DayEvents[], week: readonly Temporal.PlainDate[], context: MonthContext): Markup {
  const lanes: ShownEvent[][] = []
  const long = new Map(days.flatMap(({ events }) => events.filter(isLong).map((event) => [event.id, event] as const)))
  for (const event of long.values()) {
    const free = lanes.find((lane) => !week.some((day) => takesPlaceOn(event, day) && lane.some((each) => takesPlaceOn(each, day))))
    if (free) free.push(event)
    else lanes.push([event])
  }
  return html`${days.map((each, i) => renderDay(each, lanes, i === 0, context))}`
}

function renderDay({ day, events, total }: DayEvents, lanes: readonly ShownEvent[][], isFirst: boolean, context: MonthContext): Markup {
  const { view, filters, month, today } = context
  const { translate, language } = view
  const slots = lanes.slice(0, LINES - 1).map((lane) => lane.find((event) => takesPlaceOn(event, day)))
  while (slots.length > 0 && slots.at(-1) === undefined) slots.pop()
  const isInSlot = new Set(slots.map((event) => event?.id))
  const rest = events.filter((event) => !isInSlot.has(event.id))
  const room = LINES - slots.length
  const listed = rest.length > room || total > events.length ? rest.slice(0, room - 1) : rest
  const more = total - slots.filter(Boolean).length - listed.length
  const classes = ['dd', day.month !== month.month && 'out', day.dayOfWeek > 5 && 'end', day.equals(today) && 'now']
    .filter(Boolean)
    .join(' ')
  const href = view.link(`events${filterQuery(filters, { view: 'day', date: day.toString() })}`)
  const label = translate(SITE_STRINGS.events_on_day, { day: longDate(day, language), count: total })
  return html`<td class="${classes}"><a class="no" href="${href}" rel="nofollow" aria-label="${label}"${day.equals(today) ? html` aria-current="date"` : ''}>${day.day}</a>${
    total > 0 &&
    html`<ul>${slots.map((event) => (event ? barOf(event, day, isFirst, view) : html`<li class="gap" aria-hidden="true"></li>`))}${listed.map((event) => lineOf(event, view))}${
      more > 0 &&
      html`<li><a class="ev more" href="${href}" rel="nofollow">${translate(SITE_STRINGS.more_on_day, { count: more })}</a></li>`
    }</ul>`
  }</td>`
}

const link = (event: ShownEvent, view: SiteView, className: string, content: Markup): Markup => {
  const href = pageHref(view, 'events', event)
  return href === null ? html`<span class="${className}">${content}</span>` : html`<a class="${className}" href="${href}">${content}</a>`
}
const mark = (event: ShownEvent, t: SiteView['strings']): Markup | false =>
  isOff(event) && html`<span class="unseen"> (${event.event_status === 'cancelled' ? t.cancelled : t.postponed})</span>`
/** One day of an event of several days. Its title is visible on its first day in the week. */
function barOf(event: ShownEvent, day: Temporal.PlainDate, isFirst: boolean, view: SiteView): Markup {
  const starts = toWall(event.start_date).toPlainDate().equals(day)
  const ends = !takesPlaceOn(event, day.add({ days: 1 }))
  const classes = ['ev bar', colorClass(event.categories[0]), !starts && 'from', !ends && 'on', isOff(event) && 'gone']
    .filter(Boolean)
    .join(' ')
  const title = html`<b${event.language === view.language ? '' : html` lang="${event.language}"`}>${event.title}</b>${mark(event, view.strings)}`
  return html`<li>${link(event, view, classes, starts || isFirst ? title : html`<span class="unseen">${event.title}, ${view.strings.continues}</span>`)}</li>`
}
function lineOf(event: ShownEvent, view: SiteView): Markup {
  const classes = ['ev', colorClass(event.categories[0]), isOff(event) && 'gone'].filter(Boolean).join(' ')
  const time = event.all_day ? '' : html`<time><bdi>${clockTime(toWall(event.start_date), view.language)}</bdi></time> `
  return html`<li>${link(event, view, classes, html`${time}<b${event.language === view.language ? '' : html` lang="${event.language}"`}>${event.title}</b>${mark(event, view.strings)}`)}</li>`
}

const DAY_SIZE = 100
/** The events of one day, in the order in which they begin. */
export async function renderDayPage(view: SiteView): Promise<SiteResult> {
  const { strings: t, language } = view
  const { from: _from, to: _to, ...filters } = readFilters(view)
  const today = todayOf(view)
  const day = clampYear(parsePageDay(view.query.get('date')) ?? today)
  const query = await apiFilters(view, filters)
  const text = day.toString()
  const size = String(Math.min(DAY_SIZE, view.site.maxPerPage))
  const { events, total } =
    query === null ? NO_EVENTS : await readEvents(view, [...query, ['from', text], ['to', text], ['per_page', size]])
  const link = (to: Temporal.PlainDate): string => view.link(`events${filterQuery(filters, { view: 'day', date: to.toString() })}`)
  const title = capitalize(longDate(day, language), language)
  const short = events.filter((event) => !isLong(event))
  const main = html`<div class="frame month-page">
<header class="line"><h1>${title}</h1><span class="line tight"><a class="icon-btn" rel="prev nofollow" href="${link(day.subtract({ days: 1 }))}" aria-label="${t.day_before}">${icon('left', 'l')}</a><a class="icon-btn" rel="next nofollow" href="${link(day.add({ days: 1 }))}" aria-label="${t.day_after}">${icon('right', 'l')}</a></span><a class="btn" href="${link(today)}">${t.today}</a><span class="grow"></span>${viewSwitch(view, filters, 'day')}</header>
<div class="agenda-lay"><div>${
    events.length === 0
      ? emptyDay(view, filters)
      : html`${[...short, ...events.filter((event) => isLong(event))].map((event) => agendaItem(event, view, 2))}`
  }${total > events.length && html`<p><a class="btn big" href="${view.link(`events${filterQuery({ ...filters, from: text, to: text }, { page: '2' })}`)}">${t.more}</a></p>`}</div>
<aside class="aside">${await miniMonth(view, day.toPlainYearMonth(), { filters, query: query ?? [] })}${takeAlong(view, filters)}</aside></div>
</div>`
  const canonical = `events${filterQuery(filters, { view: 'day', date: text })}`
  return {
    page: {
      title,
      main,
      current: 'events',
      canonical,
      isHidden: events.length === 0 || isFarAway(day, today),
      description: events
        .slice(0, 3)
        .map((event) => [event.title, placeName(event, t)].filter(Boolean).join(', '))
        .join(' · '),
    },
  }
}
const emptyDay = (view: SiteView, filters: Filters): Markup =>
  Object.keys(filters).length > 0 ? emptyList(view, filters) : html`<p class="empty"><b>${view.strings.no_events_on_day}</b></p>`
