// The picture of a record: uploaded, or chosen from the library, with its description and the point to keep in view.
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { editPicture, type Picture } from '../../lib/picture.ts'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { FieldMessage } from '../../ui/fields.tsx'
import { FileButton, PictureDrop, UploadProgress } from '../../ui/picture-upload.tsx'
import { PictureFields } from './picture-fields.tsx'
import { loadPicture, useMayEditPicture } from './picture-queries.ts'
import { useUploads } from './use-uploads.ts'
import '../../styles/filters.css'
import '../../styles/pictures.css'

const LibraryDialog = lazy(async () => ({ default: (await import('./library-dialog.tsx')).LibraryDialog }))

interface PictureInputProps {
  readonly picture: Picture | null
  /** The description in the language that is shown. */
  readonly alt: string
  readonly language: string
  readonly fallbackAlt: string
  /** A picture that was chosen has its stored descriptions. */
  readonly onChoose: (picture: Picture | null) => void
  readonly onEdit: (picture: Picture) => void
  readonly onAlt: (alt: string) => void
  readonly onUploading: (isUploading: boolean) => void
  readonly error: string | undefined
}
export function PictureInput({ picture, onChoose, onUploading, error, ...fields }: PictureInputProps) {
  const t = useText()
  const client = useClient()
  const { data: me } = useMe()
  const [isChoosing, setChoosing] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = (id: number): void => {
    setChoosing(false)
    setFailure(null)
    loadPicture(client, id).then(onChoose, (reason: unknown) => setFailure(messageOf(reason, t)))
  }
  const { uploads, start } = useUploads(fields.language, ([image]) => image && choose(image.id))
  const current = uploads.find((each) => each.error === null)
  useEffect(() => onUploading(current !== undefined), [current, onUploading])
  const message = uploads.find((each) => each.error !== null)?.error ?? failure ?? error
  // Authors may upload, and authors are those who may publish.
  const mayUpload = me?.may.publish === true
  const libraryButton = (
    <Button size="small" icon="image" onPress={() => setChoosing(true)}>
      {t('Choose from the library')}
    </Button>
  )
  return (
    <div id="field-image" className="stack">
      {current ? (
        <UploadProgress previewUrl={current.previewUrl} share={current.share} onCancel={current.cancel} />
      ) : picture ? (
        <ChosenPicture {...fields} picture={picture}>
          <div className="row">
            {mayUpload && <FileButton label={t('Replace')} onFiles={start} />}
            {libraryButton}
            <Button size="small" variant="ghost" onPress={() => onChoose(null)}>
              {t('Remove')}
            </Button>
          </div>
        </ChosenPicture>
      ) : mayUpload ? (
        <PictureDrop onFiles={start}>{libraryButton}</PictureDrop>
      ) : (
        <div className="row">{libraryButton}</div>
      )}
      {message && <FieldMessage>{message}</FieldMessage>}
      {isChoosing && (
        <Suspense>
          <LibraryDialog onChoose={choose} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}

interface ChosenPictureProps extends Pick<PictureInputProps, 'alt' | 'language' | 'fallbackAlt' | 'onEdit' | 'onAlt'> {
  readonly picture: Picture
  readonly children: ReactNode
}
function ChosenPicture({ picture, onEdit, children, ...fields }: ChosenPictureProps) {
  const isEditable = useMayEditPicture(picture.id)
  return (
    <PictureFields {...fields} picture={picture} onEdit={isEditable ? (edits) => onEdit(editPicture(picture, edits)) : undefined}>
      {children}
    </PictureFields>
  )
}
