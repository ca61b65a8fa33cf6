// Toasts: short messages about a change, with a button to undo it. A toast stays for 8 seconds, and longer while it has the focus or the pointer.
import { Button } from 'react-aria-components/Button'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { Text } from 'react-aria-components/Text'
import { useText } from '../lib/language.tsx'
import { Icon } from './icon.tsx'

interface ToastMessage {
  readonly text: string
  readonly action?: { readonly label: string; readonly run: () => void }
}
const TIMEOUT_MS = 8_000
const toasts = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 })

export function showToast(message: ToastMessage): void {
  toasts.add(message, { timeout: TIMEOUT_MS })
}

export function ToastRegion() {
  const t = useText()
  return (
    <AriaToastRegion queue={toasts} className="toasts" aria-label={t('Messages')}>
      {({ toast }) => (
        <AriaToast toast={toast} className="toast">
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              onPress={() => {
                toast.content.action?.run()
                toasts.close(toast.key)
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <Button slot="close" aria-label={t('Close')}>
            <Icon name="close" small />
          </Button>
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
