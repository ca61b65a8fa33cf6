// One part of the account screen.
import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}
export function Section({ title, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="soft">{lead}</p>}
      {children}
    </section>
  )
}
