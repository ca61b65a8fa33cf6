// Asks before a category or a tag is deleted, and says what happens to its events.
import { useClient, useText } from '../../lib/language.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useReportChange } from '../library/use-library-change.ts'
import type { TermPlural } from './term-queries.ts'

interface DeleteTermProps {
  readonly plural: TermPlural
  readonly term: { readonly id: number; readonly name: string; readonly count: number }
  /** Whether the term has categories below it. */
  readonly hasChildren?: boolean
  readonly onClose: () => void
}
export function DeleteTerm({ plural, term: { id, name, count }, hasChildren = false, onClose }: DeleteTermProps) {
  const t = useText()
  const client = useClient()
  const report = useReportChange()
  const isTag = plural === 'tags'
  const remove = async (): Promise<void> => {
    await client[plural].delete(id)
    void report(undefined, t('“{name}” deleted.', { name }))
  }
  return (
    <ConfirmDialog
      title={isTag ? t('Delete the tag “{name}”?', { name }) : t('Delete the category “{name}”?', { name })}
      action={t('Delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {isTag
          ? t('{count} published events lose this tag. The events themselves stay.', { count })
          : t('{count} published events lose this category. The events themselves stay.', { count })}
      </p>
      {hasChildren && <p>{t('Its subcategories move up one level.')}</p>}
      <p>{t('This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}
