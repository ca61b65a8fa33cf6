// A value of the editor as people read it. A text is shown with the words that differ from another version of it.
import { useMemo } from 'react'
import { useFormats } from '../../lib/format.ts'
import { htmlToText } from '../../lib/html-text.ts'
import { useText } from '../../lib/language.tsx'
import { directionOf } from '../../lib/messages.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { wordDifference } from '../../lib/word-difference.ts'
import type { Picture } from '../../lib/picture.ts'
import { useValueText } from '../history/value-texts.ts'
import type { ValueName } from './merge.ts'
import type { CustomField, LinkedRecord, WallTime } from './values.ts'

interface ShownValueProps {
  readonly of: ValueName
  readonly value: unknown
  /** The version that a text is compared with. */
  readonly base?: unknown
}
export function ShownValue({ of: { name, language }, value, base = value }: ShownValueProps) {
  const t = useText()
  const textOf = useShownText()
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return <span className="faint">{t('empty')}</span>
  if (name === 'image') return <img src={(value as Picture).url} alt="" />
  if (language === null) return <bdi>{textOf(name, value)}</bdi>
  return <ComparedText name={name} language={language} before={String(base)} after={String(value)} />
}

function useShownText(): (name: string, value: unknown) => string {
  const t = useText()
  const { list } = useFormats()
  const wall = useWallFormats()
  const valueText = useValueText()
  return (name, value) => {
    if (name === 'recurrence') return t('another repetition')
    if (name === 'hours') return t('other hours')
    if (name === 'custom_fields') return list((value as readonly CustomField[]).map((each) => `${each.name}: ${each.value}`))
    if (Array.isArray(value)) return list((value as readonly LinkedRecord[]).map((each) => each.name))
    if (typeof value !== 'object' || value === null) return valueText(name, value) ?? ''
    const { day, time } = value as WallTime
    const shownDay = day === '' ? '–' : wall.day(day)
    return time === '' ? shownDay : t('{day}, {time}', { day: shownDay, time: wall.time(time) })
  }
}

interface ComparedTextProps {
  readonly name: string
  readonly language: string
  readonly before: string
  readonly after: string
}
function ComparedText({ name, language, before, after }: ComparedTextProps) {
  const parts = useMemo(() => {
    const read = (text: string): string => (name === 'description' ? htmlToText(text) : text)
    return wordDifference(read(before), read(after), language)
  }, [name, language, before, after])
  return (
    <span className="compared-text" lang={language} dir={directionOf(language)}>
      {parts.map(({ kind, text }, index) => {
        const Tag = kind === 'same' ? 'span' : kind === 'removed' ? 'del' : 'ins'
        return <Tag key={index}>{text}</Tag>
      })}
    </span>
  )
}
