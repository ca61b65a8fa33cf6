// The fields that a version changed, each before and after.
import type { FieldChange } from '@kalends/client'
import { useMemo } from 'react'
import { htmlToText } from '../../lib/html-text.ts'
import { useText } from '../../lib/language.tsx'
import { directionOf } from '../../lib/messages.ts'
import { wordDifference } from '../../lib/word-difference.ts'
import { Icon } from '../../ui/icon.tsx'
import { changeLabel } from './field-labels.ts'
import { LinkedRecords, Pictures, type LinkField } from './linked-records.tsx'
import { useValueText } from './value-texts.ts'

interface DifferencesProps {
  readonly changes: readonly FieldChange[]
  /** Names of linked records that may not exist yet, by field and ID. */
  readonly names?: ReadonlyMap<string, string>
}
export function Differences({ changes, names = NO_NAMES }: DifferencesProps) {
  const t = useText()
  return (
    <dl className="differences">
      {changes.map((change) => (
        <div key={`${change.field} ${change.language ?? ''}`}>
          <dt>{changeLabel(change, t)}</dt>
          <dd>
            <Difference change={change} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const HTML_FIELDS = ['description', 'excerpt']
const LINK_FIELDS: Readonly<Record<string, LinkField>> = { venue: 'venue', organizer: 'organizer', categories: 'category', tags: 'tag' }

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function Difference({ change, names }: { readonly change: FieldChange; readonly names: ReadonlyMap<string, string> }) {
  const t = useText()
  const { field, language, before, after } = change
  const links = LINK_FIELDS[field]
  if (field === 'password') return <span className="soft">{t('Changed. Passwords are never shown.')}</span>
  if (links !== undefined)
    return <LinkedRecords kind={links} before={idsIn(before)} after={idsIn(after)} nameOf={(id) => names.get(`${field} ${id}`)} />
  if (field === 'image') return <Pictures before={idsIn(before)[0]} after={idsIn(after)[0]} />
  if (language !== null && field !== 'slug') return <TextDifference change={change} language={language} />
  return <ValueDifference change={change} />
}
const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')

interface TextDifferenceProps {
  readonly change: Pick<FieldChange, 'field' | 'before' | 'after'>
  readonly language: string
}
/** Words that were removed and added, in the direction of the language. HTML is compared as its text. */
export function TextDifference({ change: { field, before, after }, language }: TextDifferenceProps) {
  const t = useText()
  const parts = useMemo(() => {
    const read = (value: unknown): string => {
      const text = typeof value === 'string' ? value : ''
      return HTML_FIELDS.includes(field) ? htmlToText(text) : text
    }
    return wordDifference(read(before), read(after), language)
  }, [field, before, after, language])
  const isSame = parts.every(({ kind }) => kind === 'same')
  return (
    <>
      <p className="difference-text" lang={language} dir={directionOf(language)}>
        {parts.map(({ kind, text }, index) =>
          kind === 'same' ? (
            <span key={index}>{text}</span>
          ) : kind === 'removed' ? (
            <del key={index}>{text}</del>
          ) : (
            <ins key={index}>{text}</ins>
          ),
        )}
      </p>
      {isSame && <p className="faint small">{t('Only the formatting changed.')}</p>}
    </>
  )
}

function ValueDifference({ change: { field, before, after } }: { readonly change: FieldChange }) {
  const t = useText()
  const textOf = useValueText()
  const [old, now] = [textOf(field, before), textOf(field, after)]
  if (old === now) return <span>{t('changed')}</span>
  return <BeforeAndAfter before={old} after={now} />
}

interface BeforeAndAfterProps {
  readonly before: string | null
  readonly after: string | null
}
/** The whole value before and after. A value that is empty is null. */
function BeforeAndAfter({ before, after }: BeforeAndAfterProps) {
  const t = useText()
  const empty = <span className="faint">{t('empty')}</span>
  return (
    <span className="before-after">
      {before === null ? empty : <del dir="auto">{before}</del>}
      <Icon name="arrow" small />
      {after === null ? empty : <ins dir="auto">{after}</ins>}
    </span>
  )
}
