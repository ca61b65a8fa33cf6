// Notes about text that is kept on this device.
import { Link, useLocation } from '@tanstack/react-router'
import { useFormats } from '../lib/format.ts'
import { useText } from '../lib/language.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'

interface RestoredNoteProps {
  /** When the draft was written; null if no draft was restored. */
  readonly restoredUtc: string | null
  readonly onDiscard: () => void
}
export function RestoredNote({ restoredUtc, onDiscard }: RestoredNoteProps) {
  const t = useText()
  const { moment } = useFormats()
  if (restoredUtc === null) return null
  return (
    <Note kind="information">
      <p>{t('What you wrote on {time} was kept on this device. It is not saved yet.', { time: moment(restoredUtc) })}</p>
      <div className="row">
        <Button size="small" onPress={onDiscard}>
          {t('Discard')}
        </Button>
      </div>
    </Note>
  )
}

/** After an expired session, the sign-in leads back to this screen. */
export function SignInAgain() {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <p>
      {t('Please sign in again. What you wrote is kept.')}{' '}
      <Link className="link" to="/sign-in" search={{ return: pathname }}>
        {t('Sign in')}
      </Link>
    </p>
  )
}
