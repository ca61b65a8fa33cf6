// The records that a person opened last on this device. Only their IDs are kept, and their names are read again: others may have changed them.
import { RECORD_KINDS, type RecordKind } from './destinations.ts'

export interface RecentRecord {
  readonly kind: RecordKind
  readonly id: number
}
const COUNT_MAX = 6
const nameOf = (userId: number | null): string => `kalends-recent:${userId ?? 'anybody'}`

/** The newest first. */
export function readRecent(userId: number | null): readonly RecentRecord[] {
  return (localStorage.getItem(nameOf(userId)) ?? '').split(' ').flatMap((text) => {
    const [name, id] = text.split(':')
    const kind = RECORD_KINDS.find((each) => each === name)
    return kind !== undefined && Number.isSafeInteger(Number(id)) ? [{ kind, id: Number(id) }] : []
  })
}

export function addRecent(userId: number | null, { kind, id }: RecentRecord): void {
  const others = readRecent(userId).filter((each) => each.kind !== kind || each.id !== id)
  const records = [{ kind, id }, ...others].slice(0, COUNT_MAX)
  localStorage.setItem(nameOf(userId), records.map((each) => `${each.kind}:${each.id}`).join(' '))
}
