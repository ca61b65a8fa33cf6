// A text that the person copies, such as a link or a secret.
import { useRef, useState } from 'react'
import { useText } from '../lib/language.tsx'
import { Button } from './button.tsx'

interface CopyTextProps {
  readonly text: string
  /** The name of the button, such as "Copy the link". */
  readonly label: string
}
export function CopyText({ text, label }: CopyTextProps) {
  const t = useText()
  const shown = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Browsers refuse access to the clipboard on pages without https. The selected text can be copied by hand.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
    }
  }
  return (
    <div className="copy-text">
      <code ref={shown} className="mono secret" dir="ltr">
        {text}
      </code>
      <Button size="small" icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
        {isCopied ? t('Copied') : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && t('Copied')}
      </span>
    </div>
  )
}
