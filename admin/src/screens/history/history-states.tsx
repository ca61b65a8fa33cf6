// The history without versions: while it is loaded, after a failure, and for people who may not see it.
import { Link } from '@tanstack/react-router'
import { isKalendsError } from '@kalends/client'
import { useDelayedFlag } from '../../lib/delayed.ts'
import { useText } from '../../lib/language.tsx'
import { eventPath } from '../../lib/paths.ts'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

const PAUSE_MS = 200
const ROWS = 5
/** Shows the shape of the versions to come, unless they arrive soon. */
export function HistoryLoading() {
  const t = useText()
  const isShown = useDelayedFlag(true, PAUSE_MS)
  return (
    <div className="version-list" aria-busy="true">
      <p className="visually-hidden" role="status">
        {isShown && t('Loading…')}
      </p>
      {isShown &&
        Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className="version-row" aria-hidden="true">
            <span className="version-mark" />
            <span className="stack">
              <span className="skeleton" />
              <span className="skeleton" />
            </span>
          </div>
        ))}
    </div>
  )
}

interface HistoryFailedProps {
  readonly id: number
  readonly error: Error
  readonly onRetry: () => void
}
/** Trying again does not help people who may not see the history. */
export function HistoryFailed({ id, error, onRetry }: HistoryFailedProps) {
  const t = useText()
  const isForbidden = isKalendsError(error, 'rest_forbidden')
  return (
    <div className="version-content">
      <Note kind="problem">
        <p>{messageOf(error, t)}</p>
        {isForbidden ? (
          <Link className="link" to={eventPath(id)}>
            {t('Back to the event')}
          </Link>
        ) : (
          <Button size="small" onPress={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Note>
    </div>
  )
}
