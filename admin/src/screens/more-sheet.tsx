// The screens that the bar of a phone has no room for, in a sheet that rises from the lower edge.
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '../lib/language.tsx'
import { ScreenLinks, type ScreenGroup } from './screen-links.tsx'

interface MoreSheetProps {
  readonly groups: readonly ScreenGroup[]
  readonly onClose: () => void
}
export function MoreSheet({ groups, onClose }: MoreSheetProps) {
  const t = useText()
  return (
    <ModalOverlay className="overlay from-below" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable>
      <Modal className="sheet">
        <Dialog>
          <Heading slot="title" className="visually-hidden">
            {t('More screens')}
          </Heading>
          {groups.map((group) => (
            <ScreenLinks key={group.id} group={group} onOpen={onClose} />
          ))}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
