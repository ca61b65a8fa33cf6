// Icons. The text beside an icon, or the label of its button, says what it means.
import { ICON_SHAPES } from './icon-shapes.tsx'

export type IconName = keyof typeof ICON_SHAPES
/** Icons that point along the direction of writing are mirrored in right-to-left languages. */
const DIRECTIONAL: readonly IconName[] = ['arrow', 'back', 'chevron-left', 'chevron-right', 'undo']

export function Icon({ name, small = false }: { readonly name: IconName; readonly small?: boolean }) {
  const classes = ['icon', small && 'small', DIRECTIONAL.includes(name) && 'directional'].filter(Boolean).join(' ')
  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true">
      {ICON_SHAPES[name]}
    </svg>
  )
}
