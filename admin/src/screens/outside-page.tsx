// The page around screens for people who are not signed in: the form on one side, a picture on the other.
import { useEffect, type ReactNode } from 'react'
import { useText } from '../lib/language.tsx'
import { pageSettings } from '../lib/page-settings.ts'
import { LanguageMenu } from '../ui/language-menu.tsx'
import iconUrl from '../icon.svg'
import artUrl from './sign-in-art.svg'

interface OutsidePageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}
export function OutsidePage({ title, lead, children }: OutsidePageProps) {
  const t = useText()
  useTitle(title)
  return (
    <div className="outside">
      <main>
        <p className="brand">
          <img src={iconUrl} alt="" width="34" height="34" />
          {pageSettings.name || 'Kalends'}
        </p>
        <div className="form">
          <header>
            <h1>{title}</h1>
            {lead && <p className="soft">{lead}</p>}
          </header>
          {children}
        </div>
        <footer className="row small">
          <LanguageMenu />
        </footer>
      </main>
      <aside aria-hidden="true">
        <img src={artUrl} alt="" />
        <p>{t('Five languages, one calendar. Everything stays on your own server.')}</p>
      </aside>
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${pageSettings.name || 'Kalends'}`
  }, [title])
}
