// Lines of a file, with a button that copies them.
import { useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'

export function CopyLines({ lines }: { readonly lines: readonly string[] }) {
  const t = useText()
  const text = lines.join('\n')
  const [copied, setCopied] = useState('')
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  return (
    <div className="copy-lines">
      {/* Lines that are wider than the screen can be scrolled with the keyboard. */}
      <pre dir="ltr" tabIndex={0} aria-label={t('Lines of the settings file')} role="group">
        {text}
      </pre>
      {/* Browsers offer the clipboard only to pages that were loaded safely. */}
      {window.isSecureContext && (
        <Button size="small" icon={copied === text ? 'check' : 'copy'} onPress={() => void copy()}>
          {copied === text ? t('Copied') : t('Copy')}
        </Button>
      )}
    </div>
  )
}
