// The routes of all public pages.
import type { SiteRoute } from './site-request.ts'
import { renderRobots, renderSitemap, SITEMAP_PARAMS } from './sitemap.ts'
import type { SiteSettings, SiteView } from './site-view.ts'
import { renderEventPage } from './event-page.ts'
import { renderListPage } from './list-page.ts'
import { LIST_PARAMS } from './list-query.ts'
import { renderDayPage, renderMonthPage } from './month-page.ts'
import { RECORD_PARAMS, renderCategoryPage, renderOrganizerPage, renderVenuePage } from './record-page.ts'

/** Views of the list are parameters, so that filters are the same in all of them. */
const renderEvents = async (view: SiteView) => {
  const name = view.query.get('view')
  return name === 'month' ? renderMonthPage(view) : name === 'day' ? renderDayPage(view) : renderListPage(view)
}
/** A search is expensive on a page, too. */
const searchClass: NonNullable<SiteRoute['admissionClass']> = ({ query }) => (query['search'] || query['place'] ? 'search' : null)

export function siteRoutes({ site: { pages } }: SiteSettings): SiteRoute[] {
  const list = { params: LIST_PARAMS, admissionClass: searchClass, render: renderEvents }
  const routes: Readonly<Record<string, readonly SiteRoute[]>> = {
    events: [
      { path: '/', ...list },
      { path: '/events', ...list },
      { path: '/events/{slug}', params: [], render: renderEventPage },
      { path: '/events/{slug}/{date}', params: [], render: renderEventPage },
    ],
    venues: [{ path: '/venues/{slug}', params: RECORD_PARAMS, render: renderVenuePage }],
    organizers: [{ path: '/organizers/{slug}', params: RECORD_PARAMS, render: renderOrganizerPage }],
    categories: [{ path: '/categories/{slug}', params: RECORD_PARAMS, render: renderCategoryPage }],
  }
  const forCrawlers: SiteRoute[] = [
    { path: '/sitemap.xml', params: SITEMAP_PARAMS, render: renderSitemap },
    { path: '/robots.txt', params: [], render: renderRobots },
  ]
  const shown = Object.entries(routes).flatMap(([plural, own]) => (pages.includes(plural) ? own : []))
  return [...shown, ...forCrawlers]
}
