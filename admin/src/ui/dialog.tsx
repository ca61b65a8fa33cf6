// A dialog above the screen. Escape and the button "Cancel" close it without a change.
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly isWide?: boolean
  /** The content, and the buttons at the end. */
  readonly children: ReactNode
  readonly footer: ReactNode
}
export const Dialog = ({ title, isOpen, onClose, isWide = false, children, footer }: DialogProps) => (
  <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable>
    <Modal>
      <AriaDialog className={isWide ? 'dialog wide' : 'dialog'}>
        <header>
          <Heading slot="title">{title}</Heading>
        </header>
        <div className="content">{children}</div>
        <footer>{footer}</footer>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)
