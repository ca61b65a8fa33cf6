// The page of a screen for administrators.
import type { ReactNode } from 'react'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Note } from '../../ui/note.tsx'
import { useTitle } from '../outside-page.tsx'
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
  useTitle(title)
  return (
    <div className="page run">
      <header>
        <div className="grow">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {lead && <p className="soft">{lead}</p>}
        </div>
        {me?.may.manage_users && actions}
      </header>
      {me?.may.manage_users ? children : <Note kind="information">{t('This screen is for administrators only.')}</Note>}
    </div>
  )
}
