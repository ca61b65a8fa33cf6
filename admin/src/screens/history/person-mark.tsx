// The initials of a person in a colored circle.
import { initialsOf } from '../../lib/initials.ts'
const COLORS = 5
export const PersonMark = ({ id, name }: { readonly id: number; readonly name: string }) => (
  <span className="version-mark person" data-color={id % COLORS} aria-hidden="true">
    {initialsOf(name)}
  </span>
)
