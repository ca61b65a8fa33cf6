// The tools of all screens: the button that opens the command palette, the palette, the help, and the shortcuts.
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import type { Me } from '@kalends/client'
import { Button } from 'react-aria-components/Button'
import { isAllowed } from '../lib/allowed-destinations.ts'
import { CREATION, DESTINATIONS } from '../lib/destinations.ts'
import { showFrameDialog, useFrameDialog } from '../lib/frame-dialog.ts'
import { CONTROL } from '../lib/key-names.ts'
import { useText } from '../lib/language.tsx'
import { newEventPath, pathOf } from '../lib/paths.ts'
import { addRecent } from '../lib/recent-records.ts'
import { latinKey, useShortcut, useShortcuts } from '../lib/shortcuts.ts'
import { Icon } from '../ui/icon.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))
const Help = lazy(async () => ({ default: (await import('./help/help.tsx')).Help }))

export function FrameTools({ me }: { readonly me: Me }) {
  const t = useText()
  const dialog = useFrameDialog()
  useFrameShortcuts(me)
  useRecentEvents(me)
  return (
    <>
      <Button className="jump" aria-haspopup="dialog" onPress={() => showFrameDialog('palette')}>
        <Icon name="search" small />
        <span>{t('Search or jump to…')}</span>
        <kbd aria-hidden="true">{CONTROL} K</kbd>
      </Button>
      <Suspense>
        {dialog === 'palette' && <Palette me={me} />}
        {dialog === 'help' && <Help />}
      </Suspense>
    </>
  )
}

function useFrameShortcuts(me: Me): void {
  const navigate = useNavigate()
  const screens = DESTINATIONS.filter(isAllowed(me)).flatMap(({ key, path }) =>
    key === undefined ? [] : [[`g ${key}`, () => void navigate({ to: pathOf(path) })] as const],
  )
  const mayCreate = isAllowed(me)(CREATION)
  useShortcut('?', () => showFrameDialog('help'))
  useShortcuts(
    {
      ...Object.fromEntries(screens),
      '/': () => showFrameDialog('palette'),
      ...(mayCreate && { n: () => void navigate({ to: newEventPath }) }),
    },
    true,
  )
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCombination = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && latinKey(event) === 'k'
      if (!isCombination || isInDialog(event.target)) return
      event.preventDefault()
      showFrameDialog('palette')
    }
    // Fields and grids have commands with this combination too.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role="dialog"]') !== null

/** Keeps the ID of each event whose screen is opened. */
function useRecentEvents({ id: userId }: Me): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const id = /^\/events\/([1-9]\d{0,14})$/.exec(pathname)?.[1]
    if (id !== undefined) addRecent(userId, { kind: 'event', id: Number(id) })
  }, [pathname, userId])
}
