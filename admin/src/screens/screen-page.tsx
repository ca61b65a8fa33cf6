// The frame of a screen: its title, a sentence about it, and what stands beside the heading.
import type { ReactNode } from 'react'
import { useTitle } from './outside-page.tsx'

interface ScreenPageProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly className: string
  readonly beside: ReactNode
  readonly children: ReactNode
}
export function ScreenPage({ title, lead, className, beside, children }: ScreenPageProps) {
  useTitle(title)
  return (
    <div className={className}>
      <header>
        <div className="grow">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {lead && <p className="soft">{lead}</p>}
        </div>
        {beside}
      </header>
      {children}
    </div>
  )
}
