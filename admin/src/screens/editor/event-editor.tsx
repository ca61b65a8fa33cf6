// One page to write an event: its texts by language, when, where, who, picture, cost and status.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import type { Me } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { messageOf } from '../../lib/submission.ts'
import { FieldErrorsContext } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useTitle } from '../outside-page.tsx'
import { EventActions, TrashedNote } from './actions.tsx'
import { CostPart } from './cost.tsx'
import { CustomFieldsPart } from './custom-fields.tsx'
import type { DraftKey } from './drafts.ts'
import { valueLabel } from './field-names.ts'
import { HistoryCard } from './history-card.tsx'
import { LanguageTabs, type TranslationState } from './language-tabs.tsx'
import { loadTexts, type LoadedEvent } from './load.ts'
import { changedNames } from './merge.ts'
import { Notices } from './notices.tsx'
import { PicturePart } from './picture.tsx'
import { Presence } from './presence.tsx'
import { PreviewCard } from './preview-card.tsx'
import { StatusCard } from './status-card.tsx'
import { TextsPart } from './texts.tsx'
import { TopBar } from './top-bar.tsx'
import { useEventForm, type EventForm } from './use-event-form.ts'
import { useSaving, type Saving } from './use-saving.ts'
import { NO_TEXTS, type EventValues } from './values.ts'
import { WhenPart } from './when.tsx'
import { WherePart } from './where.tsx'
import { WhoPart } from './who.tsx'

/** New events have none of these. */
const TakesPlaceCard = lazy(async () => ({ default: (await import('./takes-place.tsx')).TakesPlaceCard }))
const ReviewState = lazy(async () => ({ default: (await import('./review-state.tsx')).ReviewState }))
const ScopeDialog = lazy(async () => ({ default: (await import('./scope-dialog.tsx')).ScopeDialog }))

interface EventEditorProps {
  readonly draftKey: DraftKey
  readonly me: Me
  /** The stored event; null for one that does not exist yet. */
  readonly loaded: LoadedEvent | null
  readonly initial: EventValues
  readonly firstLanguage: string
}
export function EventEditor({ draftKey, me, loaded, initial, firstLanguage }: EventEditorProps) {
  const t = useText()
  const form = useEventForm(draftKey, initial, loaded)
  const [language, chooseLanguage] = useChosenLanguage(form, loaded, firstLanguage)
  const [isUploading, setUploading] = useState(false)
  const original = loaded?.original ?? firstTyped(form.values) ?? language
  const obstacle = isUploading ? t('The picture is still being uploaded. Save again in a moment.') : null
  const [note, setNote] = useState('')
  const saving = useSaving({ form, me, loaded, original, note, obstacle })
  const record = loaded?.record ?? null
  const isReadOnly = record !== null && !(me.may.edit_others || record.author === me.id || !pageSettings.authentication)
  useShortcuts(saving, chooseLanguage)
  const title = form.values.texts[original]?.title || (record === null ? t('New event') : t('Event without a title'))
  useTitle(title)
  const errors = saving.problems.fields
  const isProposed = loaded !== null && loaded.proposal !== null
  const fallback = language === original ? NO_TEXTS : (loaded?.fallbacks[language] ?? form.values.texts[original] ?? NO_TEXTS)
  return (
    <div className="editor">
      <TopBar
        {...{ title, record, me, saving, isReadOnly }}
        proposal={loaded?.proposal ?? null}
        shared={form.values.shared}
        isDirty={form.isDirty}
      />
      <div className="editor-columns">
        <Form className="editor-main" validationBehavior="aria" onSubmit={(event) => event.preventDefault()}>
          <FieldErrorsContext value={errors}>
            {record && !isReadOnly && record.status !== 'trash' && pageSettings.authentication && <Presence id={record.id} />}
            <Notices form={form} saving={saving} />
            <Suspense>{loaded && !isReadOnly && <ReviewState {...{ loaded, me, note }} onNote={setNote} />}</Suspense>
            {isReadOnly && <Note kind="information">{t('You can read this event, but only its author and editors can change it.')}</Note>}
            {record?.status === 'trash' && <TrashedNote id={record.id} />}
            <LanguageTabs language={language} states={statesOf(loaded, original, form)} onChange={chooseLanguage}>
              <TextsPart
                {...{ form, errors, language, fallback }}
                fallbackLanguage={language === original ? null : original}
                hasSlug={record === null || record.series === null}
              />
              {record !== null && language !== original && !isReadOnly && (
                <Link
                  className="link small"
                  to="/translate/$kind/$id"
                  params={{ kind: 'events', id: String(record.id) }}
                  search={{ language }}
                >
                  {t('Translate side by side with the original')}
                </Link>
              )}
            </LanguageTabs>
            <WhenPart {...{ form, errors, record, isReadOnly }} />
            <WherePart {...{ form, errors }} />
            <WhoPart {...{ form, errors }} />
            <PicturePart {...{ form, errors, language }} fallbackAlt={fallback.alt} onUploading={setUploading} />
            <CostPart form={form} />
            <CustomFieldsPart {...{ form, errors }} />
          </FieldErrorsContext>
        </Form>
        <div className="editor-side">
          <Suspense>
            {loaded && !isReadOnly && !isProposed && record?.status !== 'trash' && <TakesPlaceCard loaded={loaded} language={language} />}
          </Suspense>
          <StatusCard {...{ form, errors, record, me }} isProposal={isProposed} />
          <PreviewCard values={form.values} language={language} loaded={isReadOnly || record?.status === 'trash' ? null : loaded} />
          {loaded && !isReadOnly && !isProposed && <HistoryCard loaded={loaded} me={me} />}
          {loaded && !isReadOnly && <EventActions loaded={loaded} />}
        </div>
      </div>
      {saving.question && loaded && (
        <Suspense>
          <ScopeDialog
            loaded={loaded}
            plan={saving.question.plan}
            changes={changedNames(form.base, saving.question.values).map((each) => valueLabel(each, t))}
            isPending={saving.isPending}
            onConfirm={saving.answer}
            onClose={() => saving.answer(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The original of a new event is the language in which a title is written first. */
const firstTyped = ({ texts }: EventValues): string | undefined =>
  Object.keys(texts).find((language) => texts[language]?.title.trim() !== '')

/** The language whose texts are shown, as the address says. The texts of a language are loaded when it is opened. */
function useChosenLanguage(form: EventForm, loaded: LoadedEvent | null, first: string): [string, (language: string) => void] {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const { language: wanted } = useSearch({ strict: false }) as { language?: string }
  const language = wanted !== undefined && form.values.texts[wanted] !== undefined ? wanted : first
  const choose = (next: string): void => {
    const open = async (): Promise<void> => {
      if (form.values.texts[next] === undefined) form.addLanguage(next, loaded === null ? NO_TEXTS : await loadTexts(client, loaded, next))
      await navigate({ to: '.', search: ((old: object) => ({ ...old, language: next })) as never, replace: true, resetScroll: false })
    }
    void open().catch((error: unknown) => showToast({ text: messageOf(error, t) }))
  }
  return [language, choose]
}

function statesOf(loaded: LoadedEvent | null, original: string, { values }: EventForm): Readonly<Record<string, TranslationState>> {
  const typed = (language: string): TranslationState => (values.texts[language]?.title ? 'current' : 'missing')
  const state = (language: string): TranslationState =>
    language === original ? 'original' : loaded === null ? typed(language) : (loaded.record.translation_status[language] ?? 'missing')
  return Object.fromEntries(pageSettings.languages.map((language) => [language, state(language)]))
}

/** Ctrl or ⌘ with S saves. Alt with a digit opens a language. */
function useShortcuts(saving: Saving, chooseLanguage: (language: string) => void): void {
  const latest = useRef({ saving, chooseLanguage })
  latest.current = { saving, chooseLanguage }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 's'
      const digit = event.altKey && !event.ctrlKey && !event.metaKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
      const language = digit === undefined ? undefined : pageSettings.languages[Number(digit) - 1]
      if (isSave) latest.current.saving.save()
      if (language !== undefined) latest.current.chooseLanguage(language)
      if (isSave || language !== undefined) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
