// A note about the screen: information, a warning, a problem, or a success. Problems are announced at once.
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type NoteKind = 'information' | 'warning' | 'problem' | 'good'
const ICONS: Readonly<Record<NoteKind, IconName>> = { information: 'info', warning: 'warning', problem: 'warning', good: 'check' }

export const Note = ({ kind, children }: { readonly kind: NoteKind; readonly children: ReactNode }) => (
  <div className={`note ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
    <Icon name={ICONS[kind]} />
    <div>{children}</div>
  </div>
)
