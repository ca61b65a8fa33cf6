// The page of a screen of imports. They are for editors; a source has three steps from its document to its events.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { ScreenPage } from '../screen-page.tsx'
import '../../styles/library.css'
import '../../styles/pickers.css'
import '../../styles/run.css'
import '../../styles/uploads.css'
import '../../styles/imports.css'

export type ImportStep = 'choose' | 'check' | 'import'
const STEPS: readonly ImportStep[] = ['choose', 'check', 'import']

interface ImportPageProps {
  readonly title: string
  readonly lead?: string
  readonly step?: ImportStep | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}
/** The server refuses the requests of everybody else, so others read why the screen is empty. */
export function ImportPage({ title, lead, step, actions, children }: ImportPageProps) {
  const t = useText()
  const { data: me } = useMe()
  const beside = (
    <>
      {step && <Steps step={step} />}
      {me?.may.edit_others && actions}
    </>
  )
  return (
    <ScreenPage title={title} lead={lead} className="page run imports" beside={beside}>
      {me && (me.may.edit_others ? children : <Note kind="information">{t('This screen is for editors only.')}</Note>)}
    </ScreenPage>
  )
}

function Steps({ step }: { readonly step: ImportStep }) {
  const t = useText()
  const names: Readonly<Record<ImportStep, string>> = { choose: t('Choose'), check: t('Check'), import: t('Import') }
  const current = STEPS.indexOf(step)
  return (
    <ol className="import-steps" aria-label={t('Steps')}>
      {STEPS.map((each, index) => (
        <li key={each} className={index < current ? 'done' : ''} aria-current={index === current ? 'step' : undefined}>
          <span className="number">{index < current ? <Icon name="check" small /> : index + 1}</span>
          {names[each]}
        </li>
      ))}
    </ol>
  )
}

/** The way back to the list of sources, or to one of them. */
export function BackLink({ source }: { readonly source?: { readonly id: number; readonly name: string } | undefined }) {
  const t = useText()
  return (
    <nav className="back" aria-label={t('Back')}>
      {source ? (
        <Link to="/imports/$id" params={{ id: String(source.id) }} activeOptions={{ exact: true }}>
          <Icon name="back" small />
          <bdi>{source.name}</bdi>
        </Link>
      ) : (
        <Link to="/imports" activeOptions={{ exact: true }}>
          <Icon name="back" small />
          {t('All imports')}
        </Link>
      )}
    </nav>
  )
}
