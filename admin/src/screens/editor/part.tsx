// One part of the editor: a card with a heading, and what all parts get.
import { useId, type ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { FieldErrors } from './field-names.ts'
import type { EventForm } from './use-event-form.ts'

export interface PartProps {
  readonly form: EventForm
  readonly errors: FieldErrors
}

interface PartFrameProps {
  readonly icon: IconName
  readonly title: string
  /** A control beside the heading. */
  readonly control?: ReactNode
  readonly children: ReactNode
}
export function Part({ icon, title, control, children }: PartFrameProps) {
  const id = useId()
  return (
    <section className="editor-part" aria-labelledby={id}>
      <div className="part-head">
        <h2 id={id}>
          <Icon name={icon} />
          {title}
        </h2>
        {control}
      </div>
      {children}
    </section>
  )
}
