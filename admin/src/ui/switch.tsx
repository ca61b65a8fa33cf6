// A switch for a setting that is on or off.
import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'

interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className'> {
  readonly children: ReactNode
}
export const Switch = ({ children, ...props }: SwitchProps) => (
  <AriaSwitch {...props} className="switch">
    <span>{children}</span>
    <span className="track" />
  </AriaSwitch>
)
