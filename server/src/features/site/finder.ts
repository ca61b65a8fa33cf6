// The search form of the list of events, the links to common dates, and the links to categories.
import { html, type Markup } from '../../kernel/text/markup.ts'
import { filterQuery, todayOf, type Filters } from './list-query.ts'
import { colorClass } from './record-links.ts'
import { icon } from './site-icons.ts'
import type { ShownCategory, ShownVenue } from './site-records.ts'
import type { SiteView } from './site-view.ts'

const MAX_SUGGESTIONS = 100
/** A form that works without a script. Other filters of the page stay as hidden fields. */
export async function renderFinder(view: SiteView, filters: Filters): Promise<Markup> {
  const { strings: t } = view
  const hidden = (['categories', 'tags', 'venue', 'organizer'] as const).flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`]
  })
  return html`<form class="finder" action="${view.link('events')}" method="get" role="search" aria-label="${t.find_events}">
<label><span>${t.search}</span><input name="search" type="search" maxlength="200" value="${filters.search}" placeholder="${t.search_example}" autocomplete="off"></label>
<label><span>${t.from_day}</span><input name="from" type="date" value="${filters.from}"></label>
<label><span>${t.to_day}</span><input name="to" type="date" value="${filters.to}"></label>
<label><span>${t.where}</span><input name="place" maxlength="200" value="${filters.place}" placeholder="${t.anywhere}" list="places" autocomplete="off"></label>
<datalist id="places">${(await placeNames(view)).map((name) => html`<option value="${name}"></option>`)}</datalist>
${hidden}<button class="btn primary">${icon('search')}${t.find}</button>
</form>`
}
async function placeNames(view: SiteView): Promise<string[]> {
  const perPage = Math.min(MAX_SUGGESTIONS, view.site.maxPerPage)
  const { venues } = (await view.reads.json('/venues', { query: [['per_page', String(perPage)]] })) as unknown as {
    readonly venues: readonly ShownVenue[]
  }
  const names = venues.flatMap(({ venue, city }) => [venue, ...(city === null ? [] : [city])])
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, view.language))
}

/** Links to the dates that visitors look for most. */
export function quickDates(view: SiteView, filters: Filters): Markup {
  const { strings: t } = view
  const today = todayOf(view)
  const saturday = today.dayOfWeek === 7 ? today.subtract({ days: 1 }) : today.add({ days: 6 - today.dayOfWeek })
  const ranges = [
    { label: t.today, from: today, to: today },
    { label: t.tomorrow, from: today.add({ days: 1 }), to: today.add({ days: 1 }) },
    { label: t.weekend, from: saturday, to: saturday.add({ days: 1 }) },
    { label: t.next_week, from: today, to: today.add({ days: 6 }) },
  ]
  return html`<ul class="pills" aria-label="${t.quick_dates}">${ranges.map(({ label, from, to }) => {
    const isCurrent = filters.from === from.toString() && filters.to === to.toString()
    const query = filterQuery({ ...filters, from: from.toString(), to: to.toString() })
    return html`<li><a class="pill" href="${view.link(`events${query}`)}"${isCurrent ? html` aria-current="true"` : ''}>${label}</a></li>`
  })}</ul>`
}

interface CountedCategory extends ShownCategory {
  readonly count: number
}
const MAX_CATEGORIES = 12
/** Links to the categories at the top of the tree that have events. `link` returns the URL of the list with a category, or of the whole list. */
export async function categoryPills(view: SiteView, current: string | undefined, link: (slug?: string) => string): Promise<Markup> {
  const { strings: t, site } = view
  const perPage = String(Math.min(100, site.maxPerPage))
  const { categories } = (await view.reads.json('/categories', {
    query: [
      ['hide_empty', 'false'],
      ['per_page', perPage],
    ],
  })) as unknown as {
    readonly categories: readonly CountedCategory[]
  }
  const hasEvents = ({ id, count }: CountedCategory): boolean =>
    count > 0 || categories.some((each) => each.parent === id && each.count > 0)
  const ids = new Set(categories.map(({ id }) => id))
  const shown = categories.filter((each) => !ids.has(each.parent ?? 0) && hasEvents(each)).slice(0, MAX_CATEGORIES)
  if (shown.length === 0) return html``
  return html`<ul class="pills wrapx" aria-label="${t.categories}"><li><a class="pill" href="${link()}"${current === undefined ? html` aria-current="true"` : ''}>${t.all}</a></li>${shown.map(
    (category) =>
      html`<li><a class="pill dot ${colorClass(category)}" href="${link(category.slug)}"${current === category.slug ? html` aria-current="true"` : ''}>${category.name}</a></li>`,
  )}</ul>`
}
