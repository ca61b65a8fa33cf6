// Buttons. While a button is pending it keeps its width and label, and a spinner takes the place of the icon.
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> {
  readonly children: ReactNode
  readonly variant?: 'normal' | 'primary' | 'ghost' | 'danger'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: IconName
  readonly isBlock?: boolean
  readonly isPending?: boolean
}
/**
 * A pending button stays enabled, so that it keeps the focus, and does nothing. The pending state of React Aria is not used: its announcement
 * refers to the button, which is often gone when it is read.
 */
export function Button({ children, variant = 'normal', size = 'normal', icon, isBlock, isPending, onPress, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(onPress && !isPending && { onPress })}
      className={['button', variant, size, isBlock && 'block'].filter(Boolean).join(' ')}
    >
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'aria-label'> {
  readonly label: string
  readonly icon: IconName
}
export const IconButton = ({ label, icon, ...props }: IconButtonProps) => (
  <AriaButton {...props} aria-label={label} className="icon-button">
    <Icon name={icon} />
  </AriaButton>
)
