// A field for formatted text with its error. The editor is the largest part of the code, so it is loaded when a field is shown.
import { lazy, Suspense, type ComponentProps } from 'react'
import { FieldMessage } from './fields.tsx'
import type { RichText as LoadedRichText } from './rich-text.tsx'

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }))

type RichTextFieldProps = Omit<ComponentProps<typeof LoadedRichText>, 'isInvalid' | 'describedBy'> & { readonly error: string | undefined }
export function RichTextField({ error, ...props }: RichTextFieldProps) {
  const errorId = `${props.id}-error`
  return (
    <>
      <Suspense fallback={<div className="rich-text loading" aria-busy="true" />}>
        {/* The editor keeps the text of the language that it was opened with. */}
        <RichText key={props.language} {...props} isInvalid={error !== undefined} describedBy={error && errorId} />
      </Suspense>
      {error && <FieldMessage id={errorId}>{error}</FieldMessage>}
    </>
  )
}
