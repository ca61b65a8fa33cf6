// The events, venues and organizers that show a picture, as links.
import { Link } from '@tanstack/react-router'
import type { Status } from '@kalends/client'
import { RECORD_ICONS, RECORD_TARGETS } from '../../lib/destinations.ts'
import { useText } from '../../lib/language.tsx'
import { pathOf } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { StatusBadge } from '../events/status-badge.tsx'
import { usePictureUses } from './picture-queries.ts'

export function PictureUses({ id }: { readonly id: number }) {
  const t = useText()
  const query = usePictureUses(id)
  return (
    <section className="picture-uses" aria-labelledby="picture-uses">
      <h3 id="picture-uses">{t('Where it is shown')}</h3>
      <QueryState query={query}>
        {({ uses, total }) => (
          <>
            {total === 0 && <p className="soft small">{t('No event, venue or organizer shows it.')}</p>}
            <ul>
              {uses.map(({ kind, id: shown, title, language, status }) => (
                <li key={shown}>
                  <Icon name={RECORD_ICONS[kind]} small />
                  <Link className="link clip" to={pathOf(RECORD_TARGETS[kind](shown).path)} lang={language} dir="auto">
                    {title || t('Without a title')}
                  </Link>
                  {status !== 'publish' && <UseStatus status={status} />}
                </li>
              ))}
            </ul>
            {total > uses.length && <p className="soft small">{t('And {count} more', { count: total - uses.length })}</p>}
          </>
        )}
      </QueryState>
    </section>
  )
}

/** The time at which something is published is not shown here. */
function UseStatus({ status }: { readonly status: Status }) {
  const t = useText()
  if (status === 'future') return <span className="badge planned">{t('Scheduled')}</span>
  return <StatusBadge event={{ status, date: '', event_status: 'scheduled', series: null }} />
}
