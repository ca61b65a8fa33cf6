// Translates one record: its texts side by side, and a bar that saves them and leads to the next record.
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Form } from 'react-aria-components/Form'
import type { Me } from '@kalends/client'
import { useLanguage, useText } from '../../lib/language.tsx'
import { languageName, languageNameIn } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { eventPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useTitle } from '../outside-page.tsx'
import { remainingText, textLabel } from './kind-texts.ts'
import type { LoadedTranslation } from './load-translation.ts'
import { useOriginalChanges } from './original-changes.ts'
import { RestoredNote } from '../draft-notes.tsx'
import { ProgressNote, TranslationProblem } from './translation-notes.tsx'
import { TranslationRow } from './translation-row.tsx'
import { useTranslationForm, type TranslationForm } from './use-translation-form.ts'
import { useTranslationSaving, type TranslationSaving } from './use-translation-saving.ts'
import { useWorkCount, type Work } from './work-queries.ts'

interface TranslationEditorProps {
  readonly loaded: LoadedTranslation
  readonly work: Work
  readonly me: Me
}
export function TranslationEditor({ loaded, work, me }: TranslationEditorProps) {
  const { t, language: reader } = useLanguage()
  const { kind, language } = work
  const { title, original, record, fields } = loaded
  const form = useTranslationForm({ userId: me.id, record: `translation-${kind}-${record.id}-${language}` }, loaded)
  const saving = useTranslationSaving({ form, loaded, work, me })
  const changes = useOriginalChanges(loaded, language)
  useShortcuts(saving)
  const heading = t('{title} in {language}', { title: `\u2068${title}\u2069`, language: languageNameIn(language, reader) })
  useTitle(heading)
  useHeadingFocus()
  return (
    <div className="editor translation">
      <TranslationBar title={title} work={work} form={form} saving={saving} />
      <Form className="translation-main" validationBehavior="aria" onSubmit={(event) => event.preventDefault()}>
        <header>
          <h1 id="translation-title" tabIndex={-1}>
            {heading}
          </h1>
          <LanguageSwitch original={original} work={work} id={record.id} />
        </header>
        <RestoredNote restoredUtc={form.restoredUtc} onDiscard={form.discard} />
        <TranslationProblem problems={saving.problems} />
        {fields.length === 0 ? (
          <Note kind="information">{t('There is nothing to translate here: this is the original language.')}</Note>
        ) : (
          <>
            <ProgressNote loaded={loaded} form={form} />
            <div className="card translation-table">
              <div className="translation-head" aria-hidden="true">
                <span />
                <span>
                  {languageName(original)} <span className="faint">{t('original')}</span>
                </span>
                <span lang={language}>{languageName(language)}</span>
              </div>
              {fields.map((field) => (
                <TranslationRow
                  key={field.name}
                  label={textLabel(kind, field.name, t)}
                  change={changes.get(field.name)}
                  error={saving.problems.fields[field.name]}
                  {...{ field, language, form }}
                />
              ))}
            </div>
          </>
        )}
        {kind === 'events' && (
          <p className="small soft">
            {t('Dates, venue, picture and price are the same in all languages.')}{' '}
            <Link className="link" to={eventPath(record.id)}>
              {t('Change them in the event')}
            </Link>
          </p>
        )}
      </Form>
      <Dock work={work} saving={saving} />
    </div>
  )
}

interface TranslationBarProps {
  readonly title: string
  readonly work: Work
  readonly form: TranslationForm
  readonly saving: TranslationSaving
}
function TranslationBar({ title, work, form: { isDirty }, saving: { isPending, save } }: TranslationBarProps) {
  const t = useText()
  const { kind, language, filter } = work
  return (
    <header className="editor-bar">
      <nav aria-label={t('Back')} className="way-back">
        <Link to="/translate" search={{ ...filter, language, ...(kind !== 'events' && { kind }) }}>
          <Icon name="back" />
          {t('Translate')}
        </Link>
      </nav>
      <Icon name="chevron-right" small />
      <bdi className="crumb">{title}</bdi>
      <p className={isDirty ? 'save-state waiting' : 'save-state'} role="status">
        <span>{isPending ? t('Saving…') : isDirty && t('Kept on this device, not saved')}</span>
      </p>
      <Button id="save" isPending={isPending} onPress={save}>
        {t('Save')}
      </Button>
    </header>
  )
}

interface LanguageSwitchProps {
  readonly original: string
  readonly work: Work
  readonly id: number
}
function LanguageSwitch({ original, work: { kind, language, filter }, id }: LanguageSwitchProps) {
  const t = useText()
  return (
    <nav className="segments translation-languages" aria-label={t('Language')}>
      {pageSettings.languages
        .filter((each) => each !== original)
        .map((each) => (
          <Link
            key={each}
            to="/translate/$kind/$id"
            params={{ kind, id: String(id) }}
            search={{ ...filter, language: each }}
            lang={each}
            activeProps={{}}
            aria-current={each === language ? 'page' : undefined}
          >
            {languageName(each)}
          </Link>
        ))}
    </nav>
  )
}

function Dock({ work, saving: { isPending, skip, saveAndNext } }: { readonly work: Work; readonly saving: TranslationSaving }) {
  const { t, language: reader } = useLanguage()
  const { data: count } = useWorkCount(work)
  return (
    <div className="dock">
      <p className="soft small" role="status">
        {count !== undefined && remainingText(work.kind, { count, language: languageNameIn(work.language, reader) }, t)}
      </p>
      <Button isDisabled={isPending} onPress={skip}>
        {t('Skip')}
      </Button>
      <Button id="save-next" variant="primary" isPending={isPending} onPress={saveAndNext}>
        {t('Save and next')}
        <Icon name="arrow" small />
      </Button>
    </div>
  )
}

/** A screen that the dock opened has no element with the focus, so its heading gets it. */
function useHeadingFocus(): void {
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) document.getElementById('translation-title')?.focus()
  }, [])
}

/** Ctrl or ⌘ with S saves; with Shift and Enter it also opens the next record. */
function useShortcuts(saving: TranslationSaving): void {
  const latest = useRef(saving)
  latest.current = saving
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const isSave = !event.shiftKey && event.key.toLowerCase() === 's'
      const isNext = event.shiftKey && event.key === 'Enter'
      if (!isSave && !isNext) return
      event.preventDefault()
      event.stopPropagation()
      if (isSave) latest.current.save()
      else latest.current.saveAndNext()
    }
    // The field for formatted text has a meaning of its own for these keys, so they are handled before.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
