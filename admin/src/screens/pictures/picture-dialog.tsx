// Edits one picture of the library: the point to keep in view, and its texts in every language.
import { useState } from 'react'
import { useClient, useLanguage, useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { editPicture, pictureOf, type Picture } from '../../lib/picture.ts'
import { useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Select } from '../../ui/select.tsx'
import { SubmissionForm } from '../../ui/submission-form.tsx'
import { changedParts } from '../editor/merge.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { TextsByLanguage } from '../library/load-texts.ts'
import { saveRecord } from '../library/save-record.ts'
import { useReportChange } from '../library/use-library-change.ts'
import { PictureFields } from './picture-fields.tsx'
import { PictureUses } from './picture-uses.tsx'
import { PICTURE_TEXTS, useMayEditPicture, useStoredPicture, type LoadedPicture, type PictureTextName } from './picture-queries.ts'

interface PictureDialogProps {
  readonly id: number
  readonly onClose: () => void
}
export function PictureDialog({ id, onClose }: PictureDialogProps) {
  const t = useText()
  const query = useStoredPicture(id)
  if (query.data) return <PictureForm loaded={query.data} onClose={onClose} />
  return (
    <Dialog title={t('Picture')} isOpen isWide onClose={onClose} footer={<Button onPress={onClose}>{t('Cancel')}</Button>}>
      <QueryState query={query}>{() => null}</QueryState>
    </Dialog>
  )
}

interface PictureFormProps {
  readonly loaded: LoadedPicture
  readonly onClose: () => void
}
function PictureForm({ loaded, onClose }: PictureFormProps) {
  const t = useText()
  const { record, original } = loaded
  const { language: reader } = useLanguage()
  const [language, setLanguage] = useState(reader)
  const [isDeleting, setDeleting] = useState(false)
  const mayEdit = useMayEditPicture(record.id)
  const { picture, setPicture, texts, setText, submission } = usePictureForm(loaded, onClose)
  const own = texts[language]
  const fallback = (name: PictureTextName): string => (language === original ? '' : (texts[original]?.[name] ?? ''))
  return (
    <Dialog
      title={record.title || t('Picture')}
      isOpen
      isWide
      onClose={onClose}
      footer={
        <>
          {mayEdit && (
            <Button variant="danger" icon="trash" onPress={() => setDeleting(true)}>
              {t('Delete')}
            </Button>
          )}
          <Button onPress={onClose}>{t('Cancel')}</Button>
          {mayEdit && (
            <Button variant="primary" isPending={submission.isPending} onPress={submission.submit}>
              {t('Save')}
            </Button>
          )}
        </>
      }
    >
      <SubmissionForm submission={submission}>
        <PictureFields
          picture={picture}
          alt={own?.alt ?? ''}
          language={language}
          fallbackAlt={fallback('alt')}
          onAlt={(alt) => setText(language, { alt })}
          onEdit={mayEdit ? (edits) => setPicture(editPicture(picture, edits)) : undefined}
        >
          <Select
            name="language"
            label={t('Language of the texts')}
            value={language}
            options={pageSettings.languages.map((id) => ({ id, label: languageName(id) }))}
            onChange={setLanguage}
          />
          <TextField
            name="title"
            label={t('Title')}
            value={own?.title ?? ''}
            isDisabled={!mayEdit}
            onChange={(title) => setText(language, { title })}
          />
          <TextField
            name="credit"
            label={t('Author and license')}
            value={own?.credit ?? ''}
            isDisabled={!mayEdit}
            onChange={(credit) => setText(language, { credit })}
          />
        </PictureFields>
      </SubmissionForm>
      <PictureUses id={record.id} />
      {isDeleting && <DeletePicture loaded={loaded} onClose={() => setDeleting(false)} onDeleted={onClose} />}
    </Dialog>
  )
}

type PictureTexts = TextsByLanguage<PictureTextName>
function usePictureForm({ record, etag, original, texts: stored }: LoadedPicture, onSaved: () => void) {
  const t = useText()
  const client = useClient()
  const report = useReportChange()
  const [picture, setPicture] = useState<Picture>(() => pictureOf(record))
  const [texts, setTexts] = useState<PictureTexts>(stored)
  const setText = (language: string, changes: Partial<PictureTexts[string]>): void =>
    setTexts((all) => ({ ...all, [language]: { ...emptyTexts, ...all[language], ...changes } }))
  const submission = useSubmission(async () => {
    const languages = [original, ...Object.keys(texts).filter((each) => each !== original)]
    const writes = languages
      .map((language) => {
        const changed = changedParts(stored[language] ?? emptyTexts, texts[language] ?? emptyTexts)
        return { language, body: { ...(language === original && picture.edits), ...changed } }
      })
      .filter(({ body }) => Object.keys(body).length > 0)
    if (writes.length === 0) return onSaved()
    const { changeId } = await saveRecord(client, { plural: 'media', id: record.id, etag }, writes)
    onSaved()
    void report(changeId, t('Picture saved.'))
  }, PICTURE_TEXTS)
  return { picture, setPicture, texts, setText, submission }
}
const emptyTexts: PictureTexts[string] = { title: '', alt: '', credit: '' }

function DeletePicture({ loaded: { record, etag }, onClose, onDeleted }: PictureFormProps & { readonly onDeleted: () => void }) {
  const t = useText()
  const client = useClient()
  const report = useReportChange()
  const remove = async (): Promise<void> => {
    await client.media.delete(record.id, etag === null ? {} : { ifMatch: etag })
    onDeleted()
    void report(undefined, t('Picture deleted.'))
  }
  return (
    <ConfirmDialog title={t('Delete this picture?')} action={t('Delete the picture')} onConfirm={remove} onClose={onClose}>
      <p>{t('It leaves the library for good. A picture that an event, a venue or an organizer uses cannot be deleted.')}</p>
    </ConfirmDialog>
  )
}
