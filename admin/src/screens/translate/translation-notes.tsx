// Notes above a translation: problems that prevent saving, and how much is up to date.
import { useLanguage, useText } from '../../lib/language.tsx'
import { languageNameIn } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SignInAgain } from '../draft-notes.tsx'
import type { LoadedTranslation } from './load-translation.ts'
import { shownState } from './translation-row.tsx'
import type { TranslationForm } from './use-translation-form.ts'
import type { TranslationProblems } from './use-translation-saving.ts'

/** It gets the focus after an attempt to save. */
export function TranslationProblem({ problems }: { readonly problems: TranslationProblems }) {
  const t = useText()
  const { fields, message, isSignedOut, isConflict } = problems
  const hasFields = Object.keys(fields).length > 0
  if (!hasFields && message === null && !isSignedOut && !isConflict) return null
  return (
    <div className={`note ${isConflict ? 'warning' : 'problem'}`} id="problems" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div>
        {isConflict && (
          <p>{t('Somebody changed this while you were translating. Nothing that you wrote is lost. Check the fields, and save again.')}</p>
        )}
        {isSignedOut && <SignInAgain />}
        {hasFields && <p>{t('Not saved yet. Correct the fields that are marked.')}</p>}
        {message && <p>{message}</p>}
      </div>
    </div>
  )
}

interface ProgressNoteProps {
  readonly loaded: LoadedTranslation
  readonly form: TranslationForm
}
export function ProgressNote({ loaded, form }: ProgressNoteProps) {
  const { t, language } = useLanguage()
  const { fields, original } = loaded
  const states = fields.map((field) => ({ name: field.name, state: shownState(field, form) }))
  const outdated = states.filter(({ state }) => state === 'outdated').map(({ name }) => name)
  const done = states.filter(({ state }) => state !== 'outdated' && state !== 'missing').length
  const name = languageNameIn(original, language)
  const progress = t('{done} of {total} up to date', { done, total: fields.length })
  return (
    <div className={`note translation-progress ${outdated.length > 0 ? 'warning' : done === fields.length ? 'good' : 'information'}`}>
      <Icon name={done === fields.length ? 'check' : 'info'} />
      <div>
        {outdated.length > 0 && (
          <p>{t('The text in {language} changed since it was translated. The changes are marked.', { language: name })}</p>
        )}
        <p className="translation-bar">
          <progress value={done} max={fields.length} aria-label={progress} />
          <span className="small" role="status">
            {progress}
          </span>
        </p>
      </div>
      {outdated.length > 1 && (
        <Button size="small" icon="check" onPress={() => form.setConfirmed(outdated, true)}>
          {t('Everything is still correct')}
        </Button>
      )}
    </div>
  )
}
