// The link to a new event, which the key N opens too.
import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '../../lib/language.tsx'
import { newEventPath } from '../../lib/paths.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { Icon } from '../../ui/icon.tsx'

export function NewEventLink() {
  const t = useText()
  const navigate = useNavigate()
  useShortcut('n', () => void navigate({ to: newEventPath }))
  return (
    <Link className="button primary new-event" to={newEventPath}>
      <Icon name="plus" />
      {t('New event')}
      <kbd aria-hidden="true">N</kbd>
    </Link>
  )
}
