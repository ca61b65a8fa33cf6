// The effect of a change on the dates of a series, in words and dates.
import type { Effect } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ScopeEffect } from './scope-choices.ts'
import type { Scope } from './save.ts'

interface EffectContext {
  readonly scope: Scope
  readonly isRemoval: boolean
  /** Whether the event stops repeating. */
  readonly isEnd: boolean
}
export function effectTexts(
  { effect, reach, own }: ScopeEffect,
  { scope, isRemoval, isEnd }: EffectContext,
  t: Translate,
): readonly string[] {
  const { added = 0, removed = 0, moved = 0, unchanged = 0, exceptions_kept = [] } = effect ?? {}
  if (isRemoval && scope === 'this') return [t('Visitors no longer see this date. To show that it does not take place, cancel it instead.')]
  if (isRemoval) return [reach === null ? t('All these dates move to the trash.') : t('{count} dates move to the trash.', { count: reach })]
  if (isEnd)
    return [
      t('Only the first date stays.'),
      ...(own > 0 ? [t('{count} dates with changes of their own become single events.', { count: own })] : []),
    ]
  const changesDates = added + removed + moved > 0
  const texts: readonly (string | false)[] = [
    moved > 0 && t('{count} dates get another time.', { count: moved }),
    added > 0 && t('{count} dates are added.', { count: added }),
    removed > 0 && t('{count} dates are removed.', { count: removed }),
    changesDates && unchanged > 0 && t('{count} dates keep their time.', { count: unchanged }),
    !changesDates && (reach === null ? t('All these dates change.') : t('{count} dates change.', { count: reach })),
    own > 0 && t('{count} dates have changes of their own, and keep them.', { count: own }),
    exceptions_kept.length > 0 && t('{count} of them stay as additional dates.', { count: exceptions_kept.length }),
  ]
  return texts.filter((text) => text !== false)
}

const ROWS = 6
/** Some of the dates that change. */
export function EffectSample({ effect: { sample, added, removed, moved } }: { readonly effect: Effect }) {
  const t = useText()
  const rows = sample.slice(0, ROWS)
  const others = added + removed + moved - rows.length
  if (rows.length === 0) return null
  return (
    <ul className="effect-dates">
      {rows.map((row) => (
        <SampleRow key={row.id} {...row} />
      ))}
      {others > 0 && <li className="soft">{t('and {count} more', { count: others })}</li>}
    </ul>
  )
}

function SampleRow({ from, to }: Effect['sample'][number]) {
  const t = useText()
  const wall = useWallFormats()
  const { wallTime } = useFormats()
  const day = (start: string): string => wall.day(start.slice(0, 10))
  if (from === null || to === null)
    return (
      <li>
        <Icon name={from === null ? 'plus' : 'close'} small />
        <bdi className="grow">{day(from ?? to ?? '')}</bdi>
        <span className={from === null ? 'new' : 'old'}>{from === null ? t('is added') : t('is removed')}</span>
      </li>
    )
  const isSameDay = from.slice(0, 10) === to.slice(0, 10)
  const show = isSameDay ? wallTime : (start: string) => t('{day}, {time}', { day: day(start), time: wallTime(start) })
  return (
    <li>
      <Icon name="check" small />
      {isSameDay && <bdi className="grow">{day(from)}</bdi>}
      <span className="change">
        <del>
          <bdi>{show(from)}</bdi>
        </del>{' '}
        <Icon name="arrow" small />{' '}
        <ins>
          <bdi>{show(to)}</bdi>
        </ins>
      </span>
    </li>
  )
}
