// The links to all screens. They stand at the side in groups; a phone has the first of them in a bar, and the others behind its last button.
import { Link, useLocation, useMatchRoute } from '@tanstack/react-router'
import type { Me } from '@kalends/client'
import { lazy, Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { isAllowed } from '../lib/allowed-destinations.ts'
import { DESTINATIONS, type DestinationGroup } from '../lib/destinations.ts'
import { useLanguage, useText } from '../lib/language.tsx'
import { newEventPath } from '../lib/paths.ts'
import { Icon } from '../ui/icon.tsx'
import { useEventTotal } from './events/event-queries.ts'
import { useReviewTotal } from './review/review-total.ts'
import { ScreenLinks, type Screen, type ScreenGroup } from './screen-links.tsx'
import { useWorkCount } from './translate/work-queries.ts'
import { preferredTarget } from './translate/work-search.ts'

/** Wide screens never show the sheet, so it is not part of the first load. */
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet.tsx')).MoreSheet }))

function useScreens(me: Me): readonly ScreenGroup[] {
  const { t, language } = useLanguage()
  const allowed = DESTINATIONS.filter(isAllowed(me))
  const isOffered = (wanted: string): boolean => allowed.some(({ path }) => path === wanted)
  const { data: events } = useEventTotal()
  const { data: waiting } = useReviewTotal(me, isOffered('/review'))
  // The number of coming events that lack the language that the person translates into.
  const { data: untranslated } = useWorkCount({ kind: 'events', language: preferredTarget(language), filter: {} }, isOffered('/translate'))
  const isMonth = useMatchRoute()({ to: '/events/month' }) !== false
  const details: Readonly<Record<string, Partial<Screen>>> = {
    '/events': { count: events?.total, isExact: isMonth },
    '/review': { count: waiting, isHot: true },
    '/translate': { count: untranslated },
  }
  const group = (id: DestinationGroup, title?: string): ScreenGroup => ({
    id,
    ...(title !== undefined && { title }),
    screens: allowed.filter((each) => each.group === id).map((each) => ({ ...each, ...details[each.path] })),
  })
  const groups = [group('calendar'), group('library', t('Library')), group('administration', t('Administration')), group('person')]
  return groups.filter(({ screens }) => screens.length > 0)
}

export function Navigation({ me }: { readonly me: Me }) {
  const t = useText()
  const groups = useScreens(me)
  const behind = groups
    .map((group) => ({ ...group, screens: group.screens.filter(({ isInBar }) => !isInBar) }))
    .filter(({ screens }) => screens.length > 0)
  // A button that shows one link takes as much room as the link.
  const hasMore = behind.flatMap(({ screens }) => screens).length > 1
  return (
    <nav aria-label={t('Main navigation')}>
      {groups.map((group, index) => (
        <ScreenLinks key={group.id} group={group} isInBar={({ isInBar }) => isInBar === true || !hasMore}>
          {index === 0 && me.may.create && (
            <li className="add">
              <Link to={newEventPath} aria-label={t('New event')}>
                <Icon name="plus" />
              </Link>
            </li>
          )}
        </ScreenLinks>
      ))}
      {hasMore && <MoreScreens groups={behind} />}
    </nav>
  )
}

/** The last button of the bar of a phone. It is marked while one of its screens is open. */
function MoreScreens({ groups }: { readonly groups: readonly ScreenGroup[] }) {
  const t = useText()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const isHere = groups.some(({ screens }) => screens.some(({ path }) => pathname.startsWith(path)))
  return (
    <>
      <Button className={isHere ? 'more here' : 'more'} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <Icon name="menu" />
        {t('More')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoreSheet groups={groups} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
