// Chooses pictures from the device: an area where they can be dropped, a button, and the progress of an upload.
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { Text } from 'react-aria-components/Text'
import type { ReactNode } from 'react'
import { useFormats } from '../lib/format.ts'
import { useText } from '../lib/language.tsx'
import { PICTURE_TYPES } from '../lib/upload.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import '../styles/uploads.css'

interface FilesProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly isMultiple?: boolean
}
export function PictureDrop({ onFiles, isMultiple = false, children }: FilesProps & { readonly children?: ReactNode }) {
  const t = useText()
  return (
    <DropZone
      className="drop-zone"
      getDropOperation={(types) => (PICTURE_TYPES.some((type) => types.has(type)) ? 'copy' : 'cancel')}
      onDrop={({ items }) => {
        const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile())
        void Promise.all(isMultiple ? files : files.slice(0, 1)).then(onFiles)
      }}
    >
      <Icon name="image" />
      <Text slot="label">{isMultiple ? t('Drop pictures here') : t('Drop a picture here')}</Text>
      <div className="row">
        <FileButton label={isMultiple ? t('Choose pictures') : t('Choose a picture')} onFiles={onFiles} isMultiple={isMultiple} />
        {children}
      </div>
      <p className="hint">{t('JPEG, PNG, WebP, GIF or AVIF, at most 10 MB.')}</p>
    </DropZone>
  )
}

export const FileButton = ({ label, onFiles, isMultiple = false }: FilesProps & { readonly label: string }) => (
  <FileTrigger
    acceptedFileTypes={PICTURE_TYPES}
    allowsMultiple={isMultiple}
    onSelect={(files) => {
      if (files !== null && files.length > 0) onFiles([...files])
    }}
  >
    <Button size="small" icon="upload">
      {label}
    </Button>
  </FileTrigger>
)

interface UploadProgressProps {
  readonly previewUrl: string
  /** The share that was sent, from 0 to 1. */
  readonly share: number
  readonly onCancel: () => void
}
/** After everything was sent, the server still has to read the picture. */
export function UploadProgress({ previewUrl, share, onCancel }: UploadProgressProps) {
  const t = useText()
  const { number } = useFormats()
  const percent = Math.round(share * 100)
  const isSent = percent === 100
  return (
    <div className="uploading">
      <img src={previewUrl} alt="" />
      <div className="row">
        <ProgressBar className="progress" value={percent} isIndeterminate={isSent} aria-label={t('Uploading the picture')}>
          <span className="bar" style={isSent ? {} : { width: `${percent}%` }} />
        </ProgressBar>
        <span className="grow soft">
          {isSent ? t('Preparing the picture…') : t('Uploading: {percent} %', { percent: number(percent) })}
        </span>
        <Button size="small" onPress={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
