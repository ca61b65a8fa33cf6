// Changes the settings of a source.
import type { ImportSource } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useReloadSources } from './import-queries.ts'
import { ScheduleField, SourceSettings, SourceUrlField } from './source-fields.tsx'
import { OriginChoice } from './origin-choice.tsx'
import { SOURCE_KINDS, kindOf } from './source-types.ts'
import { SOURCE_FIELDS, sourceInputs, sourceValues } from './source-values.ts'

export function SourceDialog({ source, onClose }: { readonly source: ImportSource; readonly onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const reload = useReloadSources()
  const [values, setValues] = useState(sourceValues(source))
  const set = (changes: Partial<typeof values>): void => setValues({ ...values, ...changes })
  const submission = useSubmission(async () => {
    await client.sources.update(source.id, sourceInputs(values, source))
    onClose()
    showToast({ text: t('“{name}” is saved.', { name: values.name }) })
    await reload()
  }, SOURCE_FIELDS)
  const hasUrl = values.hasUrl || kindOf(values.type).files === null
  return (
    <SubmissionDialog title={t('Settings of the import')} submission={submission} action={t('Save')} onClose={onClose}>
      <TextField name="name" label={t('Name')} value={values.name} onChange={(name) => set({ name })} isRequired />
      <Select
        name="type"
        label={t('Type of the document')}
        value={values.type}
        options={SOURCE_KINDS.map(({ id, name }) => ({ id, label: name(t) }))}
        onChange={(type) => set({ type })}
      />
      <OriginChoice values={values} onChange={set} />
      {hasUrl && <SourceUrlField values={values} onChange={set} />}
      {hasUrl && <ScheduleField values={values} onChange={set} />}
      <SourceSettings values={values} onChange={set} />
    </SubmissionDialog>
  )
}
