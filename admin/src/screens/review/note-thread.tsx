// The notes of a review, the oldest first.
import type { ReviewNote } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'

const SHOWN = 5
/** Submissions and decisions without a note are left out. */
export function NoteThread({ notes }: { readonly notes: readonly ReviewNote[] }) {
  const t = useText()
  const { moment } = useFormats()
  const written = notes.filter(({ note }) => note !== '').slice(-SHOWN)
  if (written.length === 0) return null
  return (
    <ul className="review-notes" aria-label={t('Notes')}>
      {written.map(({ id, author, decision, note, created_utc }) => (
        <li key={id} className={decision === 'return' ? 'note warning' : 'note information'}>
          <Icon name={decision === 'return' ? 'undo' : 'mail'} />
          <div>
            <p className="review-note" dir="auto">
              {note}
            </p>
            <p className="faint small">
              <bdi>{author?.name || t('Somebody')}</bdi>, {moment(created_utc)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
