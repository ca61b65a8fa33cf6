// The addresses of all screens. Each screen is a file of its own that the browser loads when it is opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect, type RouteComponent } from '@tanstack/react-router'
import { pageSettings } from './lib/page-settings.ts'
import { validateEventSearch } from './screens/events/event-search.ts'
import { validateRunSearch } from './screens/imports/import-search.ts'
import { validateMonthSearch } from './screens/month/month-search.ts'
import { validatePlaceSearch } from './screens/places/place-search.ts'
import { NotFound } from './screens/not-found.tsx'
import { validateReviewSearch } from './screens/review/review-search.ts'
import { validateWorkFilter, validateWorkSearch } from './screens/translate/work-search.ts'
import { validatePeopleSearch } from './screens/people/people-search.ts'
import { validateSecuritySearch } from './screens/run/security-search.ts'
import { validateDeliverySearch } from './screens/webhooks/delivery-search.ts'

const root = createRootRoute({ notFoundComponent: NotFound })

/** Keeps parameters of the query that are text. */
const textSearch =
  <N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>): Partial<Record<N, string>> =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as Partial<
      Record<N, string>
    >

const outside = <const P extends string>(path: P, component: RouteComponent) => createRoute({ getParentRoute: () => root, path, component })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: textSearch('error', 'return'),
  component: lazyRouteComponent(() => import('./screens/sign-in.tsx'), 'SignIn'),
})
const outsideRoutes = [
  outside(
    '/forgotten-password',
    lazyRouteComponent(() => import('./screens/forgotten-password.tsx'), 'ForgottenPassword'),
  ),
  outside(
    '/password-reset',
    lazyRouteComponent(() => import('./screens/choose-password.tsx'), 'ResetPassword'),
  ),
  outside(
    '/invitation',
    lazyRouteComponent(() => import('./screens/choose-password.tsx'), 'AcceptInvitation'),
  ),
  outside(
    '/email',
    lazyRouteComponent(() => import('./screens/confirm-email.tsx'), 'ConfirmEmail'),
  ),
  outside(
    '/first-administrator',
    lazyRouteComponent(() => import('./screens/first-administrator.tsx'), 'FirstAdministrator'),
  ),
  outside(
    '/components',
    lazyRouteComponent(() => import('./screens/components.tsx'), 'Components'),
  ),
]

/** Screens for people who are signed in. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(() => import('./screens/frame.tsx'), 'Frame'),
})
const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/events' })
  },
})
const events = createRoute({
  getParentRoute: () => frame,
  path: '/events',
  validateSearch: validateEventSearch,
  component: lazyRouteComponent(() => import('./screens/events/events.tsx'), 'Events'),
})
const month = createRoute({
  getParentRoute: () => frame,
  path: '/events/month',
  validateSearch: validateMonthSearch,
  component: lazyRouteComponent(() => import('./screens/month/month.tsx'), 'Month'),
})
const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account.tsx'), 'Account'),
})

const welcome = createRoute({
  getParentRoute: () => frame,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./screens/welcome/welcome.tsx'), 'Welcome'),
})

const newEvent = createRoute({
  getParentRoute: () => frame,
  path: '/events/new',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textSearch('language', 'date', 'time', 'title')(search),
    // The ID of an event that is copied is a number in the parsed query.
    ...(Number.isInteger(search['from']) && { from: Number(search['from']) }),
  }),
  component: lazyRouteComponent(() => import('./screens/event-editor.tsx'), 'NewEvent'),
})
const editEvent = createRoute({
  getParentRoute: () => frame,
  path: '/events/$id',
  validateSearch: textSearch('language'),
  component: lazyRouteComponent(() => import('./screens/event-editor.tsx'), 'EditEvent'),
})
const eventHistory = createRoute({
  getParentRoute: () => frame,
  path: '/events/$id/history',
  validateSearch: (search: Record<string, unknown>): { version?: number } =>
    Number.isInteger(search['version']) ? { version: Number(search['version']) } : {},
  component: lazyRouteComponent(() => import('./screens/history/history.tsx'), 'EventHistory'),
})

const review = createRoute({
  getParentRoute: () => frame,
  path: '/review',
  validateSearch: validateReviewSearch,
  component: lazyRouteComponent(() => import('./screens/review/review.tsx'), 'Review'),
})
const venues = createRoute({
  getParentRoute: () => frame,
  path: '/venues',
  validateSearch: validatePlaceSearch,
  component: lazyRouteComponent(() => import('./screens/places/places.tsx'), 'VenuesScreen'),
})
const venue = createRoute({
  getParentRoute: () => frame,
  path: '/venues/$id',
  component: lazyRouteComponent(() => import('./screens/places/place-editor.tsx'), 'VenueEditor'),
})
const organizers = createRoute({
  getParentRoute: () => frame,
  path: '/organizers',
  validateSearch: validatePlaceSearch,
  component: lazyRouteComponent(() => import('./screens/places/places.tsx'), 'OrganizersScreen'),
})
const organizer = createRoute({
  getParentRoute: () => frame,
  path: '/organizers/$id',
  component: lazyRouteComponent(() => import('./screens/places/place-editor.tsx'), 'OrganizerEditor'),
})
const categories = createRoute({
  getParentRoute: () => frame,
  path: '/categories',
  component: lazyRouteComponent(() => import('./screens/terms/categories.tsx'), 'CategoriesScreen'),
})
const tags = createRoute({
  getParentRoute: () => frame,
  path: '/tags',
  validateSearch: textSearch('search'),
  component: lazyRouteComponent(() => import('./screens/terms/tags.tsx'), 'TagsScreen'),
})
const pictures = createRoute({
  getParentRoute: () => frame,
  path: '/pictures',
  validateSearch: textSearch('search'),
  component: lazyRouteComponent(() => import('./screens/pictures/pictures.tsx'), 'PicturesScreen'),
})
const imports = createRoute({
  getParentRoute: () => frame,
  path: '/imports',
  component: lazyRouteComponent(() => import('./screens/imports/sources.tsx'), 'ImportSources'),
})
const newImport = createRoute({
  getParentRoute: () => frame,
  path: '/imports/new',
  component: lazyRouteComponent(() => import('./screens/imports/new-source.tsx'), 'NewSource'),
})
const importSource = createRoute({
  getParentRoute: () => frame,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./screens/imports/source.tsx'), 'ImportSourceScreen'),
})
const importRun = createRoute({
  getParentRoute: () => frame,
  path: '/imports/$id/runs/$run',
  validateSearch: validateRunSearch,
  component: lazyRouteComponent(() => import('./screens/imports/run.tsx'), 'ImportRunScreen'),
})
const libraryRoutes = [venues, venue, organizers, organizer, categories, tags, pictures] as const
const importRoutes = [imports, newImport, importSource, importRun] as const
const translate = createRoute({
  getParentRoute: () => frame,
  path: '/translate',
  validateSearch: validateWorkSearch,
  component: lazyRouteComponent(() => import('./screens/translate.tsx'), 'TranslationWork'),
})
const translation = createRoute({
  getParentRoute: () => frame,
  path: '/translate/$kind/$id',
  validateSearch: validateWorkFilter,
  component: lazyRouteComponent(() => import('./screens/translation.tsx'), 'Translation'),
})
/** Screens for administrators. */
const users = createRoute({
  getParentRoute: () => frame,
  path: '/users',
  validateSearch: validatePeopleSearch,
  component: lazyRouteComponent(() => import('./screens/people/people.tsx'), 'People'),
})
const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./screens/webhooks/webhooks.tsx'), 'Webhooks'),
})
const webhook = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks/$id',
  validateSearch: validateDeliverySearch,
  component: lazyRouteComponent(() => import('./screens/webhooks/webhook.tsx'), 'Webhook'),
})
const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/run/settings.tsx'), 'Settings'),
})
const doctor = createRoute({
  getParentRoute: () => frame,
  path: '/doctor',
  component: lazyRouteComponent(() => import('./screens/run/health.tsx'), 'Health'),
})
const securityLog = createRoute({
  getParentRoute: () => frame,
  path: '/security-log',
  validateSearch: validateSecuritySearch,
  component: lazyRouteComponent(() => import('./screens/run/security-log.tsx'), 'SecurityLog'),
})
const administration = [users, webhooks, webhook, settings, doctor, securityLog] as const

const routeTree = root.addChildren([
  signIn,
  ...outsideRoutes,
  frame.addChildren([
    home,
    events,
    month,
    newEvent,
    editEvent,
    eventHistory,
    translate,
    translation,
    review,
    ...libraryRoutes,
    ...importRoutes,
    account,
    welcome,
    ...administration,
  ]),
])

export const router = createRouter({ routeTree, basepath: `${pageSettings.base}/admin`, defaultPreload: 'intent', scrollRestoration: true })
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
