// One text of a record: the original, the translation beside it, and its state.
import { useState } from 'react'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { useFormats } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/language.tsx'
import { directionOf, languageNameIn, type Translate } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { HtmlView } from '../../ui/html-view.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { TextDifference } from '../history/differences.tsx'
import type { TranslationField } from './load-translation.ts'
import type { OriginalChange } from './original-changes.ts'
import type { TranslationForm } from './use-translation-form.ts'

type ShownState = TranslationField['state'] | 'changed' | 'confirmed'
/** The state of a text with the changes that are not saved yet. */
export function shownState({ name, state, stored }: TranslationField, { values }: TranslationForm): ShownState {
  const text = values.texts[name] ?? ''
  if (text !== stored) return text.trim() === '' ? 'missing' : 'changed'
  return values.confirmed.includes(name) ? 'confirmed' : state
}

interface TranslationRowProps {
  readonly field: TranslationField
  readonly label: string
  readonly language: string
  readonly form: TranslationForm
  readonly change: OriginalChange | undefined
  readonly error: string | undefined
}
export function TranslationRow({ field, label, language, form, change, error }: TranslationRowProps) {
  const state = shownState(field, form)
  const id = `field-${field.name}`
  return (
    <section className={`translation-row ${state}`} aria-labelledby={`${id}-label`}>
      <div className="translation-label">
        <h2 id={`${id}-label`}>{label}</h2>
        <StateBadge state={state} />
      </div>
      <OriginalText field={field} change={change} />
      <div className="translation-target">
        <TargetText {...{ field, label, language, form, error, id }} />
        <RowActions {...{ field, form, state }} />
      </div>
    </section>
  )
}

const BADGES: Readonly<Record<ShownState, readonly [kind: string, icon: IconName]>> = {
  current: ['good', 'check'],
  outdated: ['waiting', 'warning'],
  missing: ['', 'plus'],
  changed: ['planned', 'edit'],
  confirmed: ['planned', 'check'],
}
function StateBadge({ state }: { readonly state: ShownState }) {
  const t = useText()
  const [kind, icon] = BADGES[state]
  return (
    <span className={`badge ${kind}`}>
      <Icon name={icon} />
      {stateName(state, t)}
    </span>
  )
}
const stateName = (state: ShownState, t: Translate): string =>
  ({
    current: t('Up to date'),
    outdated: t('Outdated'),
    missing: t('Not translated'),
    changed: t('Changed, not saved'),
    confirmed: t('Still correct, not saved'),
  })[state]

function OriginalText({ field, change }: Pick<TranslationRowProps, 'field' | 'change'>) {
  const t = useText()
  const { day } = useFormats()
  const [isCompared, setCompared] = useState(true)
  const { name, isHtml, original, originalLanguage: language } = field
  const isMarked = change !== undefined && isCompared
  return (
    <div className="translation-original">
      <div lang={language} dir={directionOf(language)}>
        {isMarked ? (
          <TextDifference change={{ field: name, before: change.before, after: original }} language={language} />
        ) : isHtml ? (
          <HtmlView html={original} />
        ) : (
          <p className={name === 'alt' || name === 'event_status_reason' ? undefined : 'translation-title'}>{original}</p>
        )}
      </div>
      {change !== undefined && (
        <p className="translation-actions">
          <Button size="small" icon="eye" onPress={() => setCompared(!isCompared)}>
            {isCompared ? t('Hide the changes') : t('Show the changes')}
          </Button>
          <span className="faint small">
            {change.author?.name
              ? t('Changed by {name} on {day}', { name: change.author.name, day: day(change.at) })
              : t('Changed on {day}', { day: day(change.at) })}
          </span>
        </p>
      )}
    </div>
  )
}

type TargetTextProps = Omit<TranslationRowProps, 'change'> & { readonly id: string }
function TargetText({ field: { name, isHtml }, label, language, form, error, id }: TargetTextProps) {
  const { t, language: reader } = useLanguage()
  const value = form.values.texts[name] ?? ''
  const ownLabel = t('{field} in {language}', { field: label, language: languageNameIn(language, reader) })
  const set = (text: string): void => form.setText(name, text)
  if (isHtml)
    return <RichTextField id={id} label={ownLabel} language={language} placeholder="" value={value} onChange={set} error={error} />
  return (
    <AriaTextField
      className="field"
      name={name}
      aria-label={ownLabel}
      isInvalid={error !== undefined}
      value={value}
      // These texts have one line, although a long one is shown on several.
      onChange={(text) => set(text.replaceAll(/\s*\n\s*/g, ' '))}
    >
      <TextArea id={id} className="input" rows={name === 'alt' ? 2 : 1} lang={language} dir={directionOf(language)} />
      <FieldError message={error} />
    </AriaTextField>
  )
}

interface RowActionsProps extends Pick<TranslationRowProps, 'field' | 'form'> {
  readonly state: ShownState
}
function RowActions({ field, form, state }: RowActionsProps) {
  const t = useText()
  const { name, original } = field
  const text = form.values.texts[name] ?? ''
  const theirs = form.collisions[name]
  return (
    <>
      {theirs !== undefined && theirs !== text && (
        <p className="small">
          {t('Somebody else saved:')} <bdi>{theirs.replaceAll(/<[^<>]*>/g, ' ').trim() || t('empty')}</bdi>{' '}
          <Button size="small" onPress={() => form.setText(name, theirs)}>
            {t('Use this text')}
          </Button>
        </p>
      )}
      {text !== '' && text === original && (
        <p className="faint small">{t('The same as the original. Visitors read it in any case, so it is not stored twice.')}</p>
      )}
      <p className="translation-actions">
        {(state === 'outdated' || state === 'confirmed') && (
          <Button
            size="small"
            icon={state === 'confirmed' ? 'undo' : 'check'}
            onPress={() => form.setConfirmed([name], state === 'outdated')}
          >
            {state === 'confirmed' ? t('Not correct after all') : t('Still correct as it is')}
          </Button>
        )}
        {text !== original && (
          <Button size="small" variant="ghost" icon="copy" onPress={() => form.setText(name, original)}>
            {t('Copy the original')}
          </Button>
        )}
      </p>
    </>
  )
}
