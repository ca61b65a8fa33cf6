// Chooses the document: an area where a file can be dropped, or a button.
import type { ReactNode } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Text } from 'react-aria-components/Text'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SourceKind } from './source-types.ts'

interface FileTriggerProps {
  readonly kind: SourceKind
  readonly onFile: (file: File) => void
  readonly variant?: 'normal' | 'primary'
  readonly isPending?: boolean
  readonly children: ReactNode
}
export const DocumentButton = ({ kind, onFile, variant = 'normal', isPending = false, children }: FileTriggerProps) => (
  <FileTrigger
    acceptedFileTypes={kind.files ?? []}
    onSelect={(files) => {
      const [file] = files ?? []
      if (file) onFile(file)
    }}
  >
    <Button icon="upload" variant={variant} isPending={isPending}>
      {children}
    </Button>
  </FileTrigger>
)

interface DocumentDropProps {
  readonly kind: SourceKind
  readonly file: File | null
  readonly onFile: (file: File) => void
}
export function DocumentDrop({ kind, file, onFile }: DocumentDropProps) {
  const t = useText()
  return (
    <DropZone
      className="drop-zone"
      onDrop={({ items }) => {
        const dropped = items.find((item) => item.kind === 'file')
        if (dropped) void dropped.getFile().then(onFile)
      }}
    >
      <Icon name="file" />
      <Text slot="label">{file ? <bdi className="file-name">{file.name}</bdi> : t('Drop the file here')}</Text>
      <DocumentButton kind={kind} onFile={onFile}>
        {file ? t('Choose another file') : t('Choose a file')}
      </DocumentButton>
    </DropZone>
  )
}
