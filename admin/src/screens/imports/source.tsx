// One source: its settings, a new run, and the runs until now.
import { Link, useParams } from '@tanstack/react-router'
import type { ImportSource, SourceRun } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { MoreEntries } from '../run/more-entries.tsx'
import { DocumentButton } from './file-choice.tsx'
import { BackLink, ImportPage } from './import-page.tsx'
import { newStatusNames, precedenceNames, scheduleName, useCountTexts, vanishedNames } from './import-names.ts'
import { useRuns, useSource } from './import-queries.ts'
import { RunBadge } from './run-badge.tsx'
import { SourceCommands } from './source-commands.tsx'
import { kindOf } from './source-types.ts'
import { useStartRun } from './use-start-run.ts'

export function ImportSourceScreen() {
  const t = useText()
  const id = Number(useParams({ from: '/frame/imports/$id' }).id)
  const query = useSource(id)
  return (
    <ImportPage title={query.data?.name ?? t('Import')}>
      <BackLink />
      <QueryState query={query}>
        {(source) => (
          <>
            <SourceCard source={source} />
            <Runs source={source} />
          </>
        )}
      </QueryState>
    </ImportPage>
  )
}

function SourceCard({ source }: { readonly source: ImportSource }) {
  const t = useText()
  const { moment } = useFormats()
  const kind = kindOf(source.type)
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('New events are'), newStatusNames(t)[source.status]],
    [t('Language of the texts'), languageName(source.language)],
    [t('Texts that were changed here'), precedenceNames(t)[source.precedence]],
    [t('Coming events that the source no longer has'), vanishedNames(t)[source.vanished]],
    ...(source.url === null ? [] : ([[t('Import again'), scheduleName(source.every_hours, t)]] as const)),
    ...(source.next_run === null ? [] : ([[t('Next import'), moment(source.next_run)]] as const)),
  ]
  return (
    <section className="card section" aria-label={t('Settings of the import')}>
      <div className="row">
        <div className="grow">
          <b>{kind.name(t)}</b>
          {source.url === null ? (
            <p className="soft">{t('From a file')}</p>
          ) : (
            <p className="mono break" dir="ltr">
              {source.url}
            </p>
          )}
        </div>
        <SourceCommands source={source} />
      </div>
      <dl className="source-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <StartButtons source={source} />
    </section>
  )
}

function StartButtons({ source }: { readonly source: ImportSource }) {
  const t = useText()
  const { start, isPending, problem } = useStartRun(source)
  return (
    <>
      {problem && <Note kind="problem">{problem}</Note>}
      <div className="row">
        {source.url === null ? (
          <DocumentButton
            kind={kindOf(source.type)}
            variant="primary"
            isPending={isPending}
            onFile={(file) => start({ isDryRun: true, file })}
          >
            {t('Choose a file and check it')}
          </DocumentButton>
        ) : (
          <>
            <Button variant="primary" icon="upload" isPending={isPending} onPress={() => start({ isDryRun: false })}>
              {t('Import now')}
            </Button>
            <Button icon="search" isDisabled={isPending} onPress={() => start({ isDryRun: true })}>
              {t('Check only')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function Runs({ source }: { readonly source: ImportSource }) {
  const t = useText()
  const query = useRuns(source.id)
  return (
    <section className="stack" aria-labelledby="runs">
      <h2 id="runs">{t('Imports and checks until now')}</h2>
      <QueryState query={query}>
        {({ pages }) => {
          const runs = pages.flatMap((page) => page.runs).filter(({ id }, index, all) => all.findIndex((run) => run.id === id) === index)
          if (runs.length === 0) return <p className="soft">{t('Never started')}</p>
          return (
            <>
              <ul className="card run-list" aria-label={t('Imports and checks until now')}>
                {runs.map((run) => (
                  <RunRow key={run.id} run={run} />
                ))}
              </ul>
              <MoreEntries query={query} shown={runs.length} total={pages[0]?.total ?? runs.length} />
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function RunRow({ run }: { readonly run: SourceRun }) {
  const t = useText()
  const { moment } = useFormats()
  const countTexts = useCountTexts()
  const time = moment(run.created)
  return (
    <li className="run-row">
      <div className="grow">
        <Link className="name" to="/imports/$id/runs/$run" params={{ id: String(run.source), run: String(run.id) }}>
          {run.dry_run ? t('Check of {time}', { time }) : t('Import of {time}', { time })}
        </Link>
        <p className="soft small">{countTexts(run)}</p>
      </div>
      <RunBadge run={run} />
    </li>
  )
}
