// One page to write a venue or an organizer: its texts by language, its address or contact, its picture, and its status.
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import type { Me } from '@kalends/client'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { placesPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FieldErrorsContext } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LanguageTabs, type TranslationState } from '../editor/language-tabs.tsx'
import { Part } from '../editor/part.tsx'
import { RestoredNote, SignInAgain } from '../draft-notes.tsx'
import { useTitle } from '../outside-page.tsx'
import { PictureInput } from '../pictures/picture-input.tsx'
import { emptyPlace, useStoredPlace, type LoadedPlace, type PlaceValues } from './place-form.ts'
import { ORGANIZERS, placeTexts, VENUES, type PlaceKind } from './place-kinds.ts'
import { ContactPart, PlaceNames, WhereaboutsPart } from './place-parts.tsx'
import { PlaceSide } from './place-side.tsx'
import { usePlaceForm, type PlaceForm } from './use-place-form.ts'
import '../../styles/pickers.css'
import '../../styles/editor.css'
import '../../styles/library.css'

export function VenueEditor() {
  const { id } = useParams({ from: '/frame/venues/$id' })
  return <PlaceScreen key={id} kind={VENUES} id={id} />
}
export function OrganizerEditor() {
  const { id } = useParams({ from: '/frame/organizers/$id' })
  return <PlaceScreen key={id} kind={ORGANIZERS} id={id} />
}

function PlaceScreen({ kind, id }: { readonly kind: PlaceKind; readonly id: string }) {
  const t = useText()
  const { data: me } = useMe()
  if (me === undefined) return null
  if (id === 'new') return <PlaceEditor kind={kind} me={me} loaded={null} initial={emptyPlace(me.may.publish ? 'publish' : 'draft')} />
  if (/^[1-9]\d{0,14}$/.test(id)) return <StoredPlace kind={kind} me={me} id={Number(id)} />
  return (
    <div className="empty">
      <h1>{placeTexts(kind, t).missing}</h1>
      <p>{t('The address may be old, or it may have a typing error.')}</p>
    </div>
  )
}

function StoredPlace({ kind, me, id }: { readonly kind: PlaceKind; readonly me: Me; readonly id: number }) {
  const t = useText()
  const query = useStoredPlace(kind, id)
  if (query.data) return <PlaceEditor kind={kind} me={me} loaded={query.data} initial={query.data.values} />
  return (
    <div className="page">
      <h1>{placeTexts(kind, t).one}</h1>
      <QueryState query={query}>{() => null}</QueryState>
    </div>
  )
}

interface PlaceEditorProps {
  readonly kind: PlaceKind
  readonly me: Me
  readonly loaded: LoadedPlace | null
  readonly initial: PlaceValues
}
function PlaceEditor({ kind, me, loaded, initial }: PlaceEditorProps) {
  const t = useText()
  const { language: reader } = useLanguage()
  const texts = placeTexts(kind, t)
  const form = usePlaceForm({ kind, userId: me.id, loaded, initial, language: reader })
  const [language, setLanguage] = useState(loaded?.original ?? reader)
  const [isUploading, setUploading] = useState(false)
  const { values, submission } = form
  const original = loaded?.original ?? language
  const name = values.texts[original]?.name || (loaded === null ? texts.create : texts.one)
  const mayChange = loaded === null || me.may.edit_others || loaded.author === me.id || !pageSettings.authentication
  useTitle(name)
  const save = (): void =>
    isUploading ? showToast({ text: t('The picture is still being uploaded. Save again in a moment.') }) : submission.submit()
  return (
    <div className="editor">
      <header className="editor-bar">
        <nav aria-label={t('Back')} className="way-back">
          <Link to={placesPath(kind.plural)}>
            <Icon name="back" />
            {texts.title}
          </Link>
        </nav>
        <Icon name="chevron-right" small />
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <Button id="save" variant="primary" isPending={submission.isPending} isDisabled={!mayChange} onPress={save}>
          {t('Save')}
        </Button>
      </header>
      <div className="editor-columns">
        <Form className="editor-main" validationBehavior="aria" onSubmit={(event) => event.preventDefault()}>
          <FieldErrorsContext value={submission.fieldErrors}>
            <PlaceNotes form={form} trashedText={loaded?.isTrashed ? texts.trashed : null} mayChange={mayChange} />
            <LanguageTabs language={language} states={statesOf(values, loaded?.original ?? null)} onChange={setLanguage}>
              <PlaceNames {...{ kind, form, language, original }} />
            </LanguageTabs>
            {kind.plural === 'venues' && <WhereaboutsPart form={form} />}
            <ContactPart kind={kind} form={form} />
            <Part icon="image" title={t('Picture')}>
              <PictureInput
                picture={values.picture}
                alt={values.alts[language] ?? ''}
                language={language}
                fallbackAlt={language === original ? '' : (values.alts[original] ?? '')}
                onChoose={(picture) => form.setValues({ picture, alts: picture?.alts ?? {} })}
                onEdit={(picture) => form.setValues({ picture })}
                onAlt={(alt) => form.setValues({ alts: { ...values.alts, [language]: alt } })}
                onUploading={setUploading}
                error={submission.fieldErrors['image']}
              />
            </Part>
          </FieldErrorsContext>
        </Form>
        <PlaceSide {...{ kind, form, me, loaded, mayChange }} />
      </div>
    </div>
  )
}

interface PlaceNotesProps {
  readonly form: PlaceForm
  readonly trashedText: string | null
  readonly mayChange: boolean
}
function PlaceNotes({ form, trashedText, mayChange }: PlaceNotesProps) {
  const { submission, isChangedByOthers, isSignedOut, restoredUtc, discard } = form
  const t = useText()
  return (
    <>
      <RestoredNote restoredUtc={restoredUtc} onDiscard={discard} />
      {submission.error && <Note kind="problem">{submission.error}</Note>}
      {isSignedOut && (
        <Note kind="problem">
          <SignInAgain />
        </Note>
      )}
      {isChangedByOthers && (
        <Note kind="warning">{t('Somebody else changed this meanwhile. Your changes are kept: check the page, and save again.')}</Note>
      )}
      {trashedText !== null && <Note kind="warning">{trashedText}</Note>}
      {!mayChange && <Note kind="information">{t('You can read this, but only its author and editors can change it.')}</Note>}
    </>
  )
}

function statesOf({ texts }: PlaceValues, original: string | null): Readonly<Record<string, TranslationState>> {
  const stateOf = (language: string): TranslationState =>
    language === original ? 'original' : texts[language]?.name ? 'current' : 'missing'
  return Object.fromEntries(pageSettings.languages.map((language) => [language, stateOf(language)]))
}
