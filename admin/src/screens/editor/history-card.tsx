// The latest changes of the event.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Me } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useClient, useLanguage } from '../../lib/language.tsx'
import { historyPath } from '../../lib/paths.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { describeEntry } from '../history/describe-entry.ts'
import type { LoadedEvent } from './load.ts'

const SHOWN = 3
export function HistoryCard({ loaded: { record, etag }, me }: { readonly loaded: LoadedEvent; readonly me: Me }) {
  const { language, t } = useLanguage()
  const client = useClient()
  const { moment } = useFormats()
  const query = useQuery({
    queryKey: ['event-history', record.id, etag],
    queryFn: ({ signal }) => client.history('events', record.id, { per_page: SHOWN }, { signal }),
  })
  return (
    <section className="side-card" aria-labelledby="history-title">
      <h2 id="history-title">{t('History')}</h2>
      <QueryState query={query}>
        {({ history }) => (
          <ul className="stack small">
            {history.map((entry) => (
              <li key={entry.version}>
                {describeEntry(entry, me, language, t)}
                <span className="detail">{moment(entry.at)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <Link className="link small" to={historyPath(record.id)}>
        {t('All changes')}
      </Link>
    </section>
  )
}
