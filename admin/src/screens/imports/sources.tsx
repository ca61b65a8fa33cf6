// The sources that events are imported from, each with its last run.
import { Link } from '@tanstack/react-router'
import type { ImportSource } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { pathOf } from '../../lib/paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyList } from '../library/list-parts.tsx'
import { useUserNames } from '../people/people-queries.ts'
import { ImportPage } from './import-page.tsx'
import { scheduleName, useCountTexts } from './import-names.ts'
import { useLastRun, useSources } from './import-queries.ts'
import { RunBadge } from './run-badge.tsx'
import { SourceCommands } from './source-commands.tsx'
import { kindOf } from './source-types.ts'

export function ImportSources() {
  const t = useText()
  return (
    <ImportPage
      title={t('Import')}
      lead={t('Events from files and from other calendars. An import can be undone as a whole.')}
      actions={<NewImportLink />}
    >
      <SourceList />
    </ImportPage>
  )
}

function NewImportLink() {
  const t = useText()
  return (
    <Link className="button primary" to="/imports/new">
      <Icon name="plus" />
      {t('New import')}
    </Link>
  )
}

function SourceList() {
  const t = useText()
  const query = useSources()
  return (
    <QueryState query={query}>
      {({ sources }) =>
        sources.length === 0 ? (
          <EmptyList
            icon="upload"
            title={t('Nothing imported yet')}
            text={t(
              'Bring events along from a spreadsheet, a calendar file, or another site. You see what will happen before anything is written.',
            )}
          />
        ) : (
          <ul className="card run-list" aria-label={t('Import')}>
            {sources.map((source) => (
              <SourceRow key={source.id} source={source} />
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

function SourceRow({ source }: { readonly source: ImportSource }) {
  const t = useText()
  const { moment } = useFormats()
  const { data: me } = useMe()
  const kind = kindOf(source.type)
  return (
    <li className="run-row source-row">
      <span className="source-mark" aria-hidden="true">
        <Icon name={kind.icon} />
      </span>
      <div className="grow">
        <Link className="name" to="/imports/$id" params={{ id: String(source.id) }}>
          <bdi>{source.name}</bdi>
        </Link>
        <p className="soft small">
          {kind.name(t)}
          {' · '}
          {source.url === null ? t('From a file') : scheduleName(source.every_hours, t)}
          {source.next_run !== null && ` · ${t('Next: {time}', { time: moment(source.next_run) })}`}
          {me && source.owner !== me.id && <OwnerName owner={source.owner} />}
        </p>
        {source.url !== null && (
          <p className="small mono break" dir="ltr">
            {source.url}
          </p>
        )}
      </div>
      <LastRun source={source} />
      <SourceCommands source={source} />
    </li>
  )
}
function OwnerName({ owner }: { readonly owner: number }) {
  const t = useText()
  const nameOf = useUserNames()
  return (
    <>
      {' · '}
      {t('Owner: {name}', { name: nameOf(owner) })}
    </>
  )
}

function LastRun({ source }: { readonly source: ImportSource }) {
  const t = useText()
  const { moment } = useFormats()
  const countTexts = useCountTexts()
  const { data: run } = useLastRun(source.id)
  if (run === undefined) return <span className="last-run" />
  if (run === null) return <span className="last-run faint small">{t('Never started')}</span>
  return (
    <div className="last-run">
      <Link className="row" to={pathOf(`/imports/${source.id}/runs/${run.id}`)}>
        <RunBadge run={run} />
        <span className="small">{moment(run.created)}</span>
      </Link>
      <p className="soft small">{countTexts(run)}</p>
    </div>
  )
}
