// A group of links to screens.
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import type { Destination, DestinationGroup } from '../lib/destinations.ts'
import { useFormats } from '../lib/format.ts'
import { useText } from '../lib/language.tsx'
import { pathOf } from '../lib/paths.ts'
import { Icon } from '../ui/icon.tsx'

export interface Screen extends Destination {
  readonly count?: number | undefined
  /** Whether the count asks for something to be done. */
  readonly isHot?: boolean
  /** Whether screens below the address have a link of their own. */
  readonly isExact?: boolean
}
export interface ScreenGroup {
  readonly id: DestinationGroup
  readonly title?: string
  readonly screens: readonly Screen[]
}

interface ScreenLinksProps {
  readonly group: ScreenGroup
  readonly isInBar?: (screen: Screen) => boolean
  /** Called when a link is followed. */
  readonly onOpen?: () => void
  /** More items of the list. */
  readonly children?: ReactNode
}
export function ScreenLinks({ group: { title, screens }, isInBar = () => true, onOpen, children }: ScreenLinksProps) {
  const id = useId()
  return (
    <>
      {title && (
        <p className="group-title" id={id}>
          {title}
        </p>
      )}
      <ul {...(title && { 'aria-labelledby': id })}>
        {screens.map((screen) => (
          <li key={screen.path} className={isInBar(screen) ? 'in-bar' : 'beside-bar'}>
            <ScreenLink screen={screen} {...(onOpen && { onOpen })} />
          </li>
        ))}
        {children}
      </ul>
    </>
  )
}

function ScreenLink({ screen, onOpen }: { readonly screen: Screen; readonly onOpen?: () => void }) {
  const t = useText()
  const { number } = useFormats()
  const { path, icon, name, count = 0, isHot = false, isExact = false } = screen
  return (
    <Link
      to={pathOf(path)}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: isExact }}
      {...(onOpen && { onClick: onOpen })}
    >
      <Icon name={icon} />
      {name(t)}
      {count > 0 && <span className={isHot ? 'count hot' : 'count'}>{number(count)}</span>}
    </Link>
  )
}
