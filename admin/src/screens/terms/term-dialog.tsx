// Creates or edits a category or a tag: its name in every language, and the color and the place of a category.
import type { Category } from '@kalends/client'
import { useState } from 'react'
import { useClient, useLanguage, useText } from '../../lib/language.tsx'
import { languageNameIn } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { saveRecord, type RecordWrite } from '../library/save-record.ts'
import { useReportChange } from '../library/use-library-change.ts'
import { ColorChoice } from './colors.tsx'
import { ParentSelect } from './parent-select.tsx'
import { useStoredTerm, type CategoryNode, type LoadedTerm, type TermPlural } from './term-queries.ts'

interface TermDialogProps {
  readonly plural: TermPlural
  readonly title: string
  /** Null for a new one. */
  readonly id: number | null
  /** All categories, if the term is one of them. */
  readonly tree?: readonly CategoryNode[]
  /** The category above a new one. */
  readonly parent?: number
  readonly onClose: () => void
}
export function TermDialog({ id, ...props }: TermDialogProps) {
  return id === null ? <TermForm {...props} loaded={null} /> : <StoredTermForm {...props} id={id} />
}

function StoredTermForm({ id, ...props }: Omit<TermDialogProps, 'id'> & { readonly id: number }) {
  const t = useText()
  const query = useStoredTerm(props.plural, id)
  if (query.data) return <TermForm {...props} loaded={query.data} />
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose} footer={<Button onPress={props.onClose}>{t('Cancel')}</Button>}>
      <QueryState query={query}>{() => null}</QueryState>
    </Dialog>
  )
}

interface TermValues {
  readonly names: Readonly<Record<string, string>>
  readonly color: Category['color']
  readonly parent: number
}
interface TermFormProps extends Omit<TermDialogProps, 'id'> {
  readonly loaded: LoadedTerm | null
}
function TermForm({ plural, title, tree, parent = 0, loaded, onClose }: TermFormProps) {
  const t = useText()
  const { language: reader } = useLanguage()
  const stored = valuesOf(loaded)
  const [values, setValues] = useState(loaded === null ? { ...stored, parent } : stored)
  const original = loaded?.original ?? reader
  const submission = useTermSubmission({ plural, loaded, stored, values, original, onSaved: onClose })
  const languages = [original, ...pageSettings.languages.filter((each) => each !== original)]
  return (
    <SubmissionDialog title={title} submission={submission} action={t('Save')} onClose={onClose}>
      {languages.map((each) => (
        <TextField
          key={each}
          name={each === original ? 'name' : `name-${each}`}
          label={t('Name in {language}', { language: languageNameIn(each, reader) })}
          lang={each}
          autoFocus={each === original}
          value={values.names[each] ?? ''}
          onChange={(name) => setValues({ ...values, names: { ...values.names, [each]: name } })}
        />
      ))}
      {tree && (
        <>
          <ColorChoice color={values.color} onChange={(color) => setValues({ ...values, color })} />
          <ParentSelect
            tree={tree}
            id={loaded?.record.id ?? null}
            parent={values.parent}
            onChange={(next) => setValues({ ...values, parent: next })}
          />
        </>
      )}
    </SubmissionDialog>
  )
}

function valuesOf(loaded: LoadedTerm | null): TermValues {
  if (loaded === null) return { names: {}, color: null, parent: 0 }
  const { record, texts } = loaded
  return {
    names: Object.fromEntries(Object.entries(texts).map(([language, { name }]) => [language, name])),
    color: 'color' in record ? record.color : null,
    parent: 'parent' in record ? record.parent : 0,
  }
}

interface TermSubmission {
  readonly plural: TermPlural
  readonly loaded: LoadedTerm | null
  readonly stored: TermValues
  readonly values: TermValues
  readonly original: string
  readonly onSaved: () => void
}
const FIELDS = ['name', 'color', 'parent'] as const
function useTermSubmission({ plural, loaded, stored, values, original, onSaved }: TermSubmission) {
  const t = useText()
  const client = useClient()
  const report = useReportChange()
  return useSubmission(async () => {
    // A new term is written first in a language in which it has a name.
    const first = loaded === null && !values.names[original]?.trim() ? firstNamed(values, original) : original
    const writes = writesOf(stored, values, first)
    if (writes.length === 0 && loaded !== null) return onSaved()
    const target = { plural, id: loaded?.record.id ?? null, etag: loaded?.etag ?? null }
    const { changeId } = await saveRecord(client, target, writes.length > 0 ? writes : [{ language: first, body: { name: '' } }])
    onSaved()
    void report(changeId, loaded === null ? t('“{name}” created.', { name: values.names[first] ?? '' }) : t('Saved.'))
  }, FIELDS)
}
const firstNamed = ({ names }: TermValues, original: string): string => Object.keys(names).find((each) => names[each]?.trim()) ?? original

function writesOf(stored: TermValues, values: TermValues, first: string): RecordWrite[] {
  const languages = [first, ...Object.keys(values.names).filter((each) => each !== first)]
  const shared = {
    ...(values.color !== stored.color && { color: values.color }),
    ...(values.parent !== stored.parent && { parent: values.parent }),
  }
  return languages
    .map((language) => {
      const name = (values.names[language] ?? '').trim()
      const isChanged = name !== (stored.names[language] ?? '')
      return {
        language,
        body: { ...(isChanged && { name: name === '' && language !== first ? null : name }), ...(language === first && shared) },
      }
    })
    .filter(({ body }) => Object.keys(body).length > 0)
}
