// The last step: what an administrator can do next.
import { Link } from '@tanstack/react-router'
import { DESTINATIONS } from '../../lib/destinations.ts'
import { showFrameDialog } from '../../lib/frame-dialog.ts'
import { useText } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { eventPath, pathOf } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

export function NextStep({ event }: { readonly event: { readonly id: number; readonly title: string } | null }) {
  const t = useText()
  const hasUsers = DESTINATIONS.some(({ path }) => path === '/users')
  return (
    <ul className="list">
      {event !== null && (
        <li>
          <Icon name="image" />
          <Link className="link" to={eventPath(event.id)}>
            {t('Add a picture and a description to “{title}”', { title: event.title })}
          </Link>
        </li>
      )}
      {hasUsers && (
        <li>
          <Icon name="people" />
          <Link className="link" to={pathOf('/users')}>
            {t('Invite other people')}
          </Link>
        </li>
      )}
      <li>
        <Icon name="rss" />
        <a className="link" href={`${pageSettings.base}/subscribe`}>
          {t('Show the calendar on your website and in calendar apps')}
        </a>
      </li>
      <li>
        <Icon name="info" />
        <a className="link" href={`${pageSettings.base}/docs`}>
          {t('Read the guide')}
        </a>
      </li>
      <li>
        <Icon name="key" />
        <Button variant="ghost" onPress={() => showFrameDialog('help')}>
          {t('Show the keyboard shortcuts')}
        </Button>
      </li>
      <li>
        <Link className="button primary" to="/events">
          {t('Continue to the calendar')}
        </Link>
      </li>
    </ul>
  )
}
