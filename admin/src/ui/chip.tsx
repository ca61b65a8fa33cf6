// A chip that opens the choices of a filter. It is marked while the filter is set.
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Icon, type IconName } from './icon.tsx'

interface ChipProps extends Omit<AriaButtonProps, 'children' | 'className'> {
  readonly children: ReactNode
  readonly icon?: IconName
  readonly isSet: boolean
}
export const Chip = ({ children, icon, isSet, ...props }: ChipProps) => (
  <AriaButton {...props} className={isSet ? 'chip set' : 'chip'}>
    {icon && <Icon name={icon} />}
    <span className="clip">{children}</span>
    <Icon name="chevron-down" />
  </AriaButton>
)
