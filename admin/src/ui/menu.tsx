// A menu that a button opens.
import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, type MenuItemProps } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Icon, type IconName } from './icon.tsx'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly isCurrent?: boolean
  readonly run: () => void
}
interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactElement
  readonly label: string
  readonly entries: readonly MenuEntry[]
}
export const Menu = ({ trigger, label, entries }: MenuProps) => (
  <MenuTrigger>
    {trigger}
    <Popover className="popover">
      <AriaMenu className="menu" aria-label={label} items={entries}>
        {(entry) => (
          <MenuItem className="menu-item" textValue={entry.label} onAction={entry.run} {...currentProps(entry)}>
            {entry.icon && <Icon name={entry.icon} />}
            <span>{entry.label}</span>
            {entry.isCurrent && <Icon name="check" small />}
          </MenuItem>
        )}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
)
const currentProps = ({ isCurrent }: MenuEntry): Partial<MenuItemProps> =>
  isCurrent ? ({ 'aria-current': true } as Partial<MenuItemProps>) : {}
