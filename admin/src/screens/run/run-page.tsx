// The page of a screen for administrators.
import type { ReactNode } from 'react'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Note } from '../../ui/note.tsx'
import { ScreenPage } from '../screen-page.tsx'
import '../../styles/filters.css'
import '../../styles/pickers.css'
import '../../styles/run.css'

interface RunPageProps {
  readonly title: string
  readonly lead?: string
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}
/** The server refuses the requests of everybody else, so others read why the screen is empty. */
export function RunPage({ title, lead, actions, children }: RunPageProps) {
  const t = useText()
  const { data: me } = useMe()
  return (
    <ScreenPage title={title} lead={lead} className="page run" beside={me?.may.manage_users && actions}>
      {me?.may.manage_users ? children : <Note kind="information">{t('This screen is for administrators only.')}</Note>}
    </ScreenPage>
  )
}
