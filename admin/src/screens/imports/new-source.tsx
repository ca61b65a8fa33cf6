// The first step of an import: the type of the document, where it is, and what its events become. The next step is a check.
import { useNavigate } from '@tanstack/react-router'
import type { ImportSource } from '@kalends/client'
import { useRef, useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useClient, useText } from '../../lib/language.tsx'
import { useSubmission } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { FieldMessage, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SubmissionForm } from '../../ui/submission-form.tsx'
import { DocumentDrop } from './file-choice.tsx'
import { BackLink, ImportPage } from './import-page.tsx'
import { useReloadSources } from './import-queries.ts'
import { keepFile } from './kept-files.ts'
import { OriginChoice } from './origin-choice.tsx'
import { ScheduleField, SourceSettings, SourceUrlField, type SourceFieldsProps } from './source-fields.tsx'
import { kindOf, SOURCE_KINDS } from './source-types.ts'
import { NEW_SOURCE, SOURCE_FIELDS, sourceInputs, type SourceValues } from './source-values.ts'

export function NewSource() {
  const t = useText()
  return (
    <ImportPage title={t('New import')} step="choose">
      <BackLink />
      <SourceForm />
    </ImportPage>
  )
}

/** The name of a document without its ending, or of the host of an address. */
function suggestedName({ hasUrl, url, type }: Omit<SourceValues, 'name'>, file: File | null): string {
  if (!hasUrl && kindOf(type).files !== null) return file?.name.replace(/\.\w+$/, '') ?? ''
  return URL.canParse(url) ? new URL(url).host : ''
}

function useNewSource(values: SourceValues, file: File | null) {
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadSources()
  const [isFileMissing, setFileMissing] = useState(false)
  // A check that could not be started must not create the source a second time.
  const created = useRef<ImportSource | null>(null)
  const submission = useSubmission(async () => {
    const hasFile = !values.hasUrl && kindOf(values.type).files !== null
    setFileMissing(hasFile && file === null)
    if (hasFile && file === null) return
    const inputs = sourceInputs(values, created.current)
    created.current = created.current ? await client.sources.update(created.current.id, inputs) : await client.sources.create(inputs)
    const { id } = created.current
    if (hasFile && file) keepFile(id, file)
    const run = await client.sources.startRun(id, hasFile ? file : null, { dryRun: true })
    await reload()
    await navigate({ to: '/imports/$id/runs/$run', params: { id: String(id), run: String(run.id) } })
  }, SOURCE_FIELDS)
  return { submission, isFileMissing: isFileMissing && file === null }
}

function SourceForm() {
  const t = useText()
  const [entered, setValues] = useState<Omit<SourceValues, 'name'> & { readonly name: string | null }>({ ...NEW_SOURCE, name: null })
  const [file, setFile] = useState<File | null>(null)
  const values = { ...entered, name: entered.name ?? suggestedName(entered, file) }
  const { submission, isFileMissing } = useNewSource(values, file)
  const set = (changes: Partial<SourceValues>): void => setValues({ ...entered, ...changes })
  const kind = kindOf(values.type)
  const isFile = !values.hasUrl && kind.files !== null
  return (
    <SubmissionForm submission={submission}>
      <section className="card section" aria-labelledby="import-document">
        <h2 id="import-document">{t('The document')}</h2>
        <TypeChoice values={values} onChange={set} />
        <OriginChoice values={values} onChange={set} />
        {isFile ? (
          <>
            <DocumentDrop kind={kind} file={file} onFile={setFile} />
            {isFileMissing && <FieldMessage>{t('Choose a file first.')}</FieldMessage>}
          </>
        ) : (
          <SourceUrlField values={values} onChange={set} />
        )}
      </section>
      <section className="card section" aria-labelledby="import-settings">
        <h2 id="import-settings">{t('Its events')}</h2>
        <div className="source-settings">
          <TextField name="name" label={t('Name of the import')} value={values.name} onChange={(name) => set({ name })} />
          {!isFile && <ScheduleField values={values} onChange={set} />}
        </div>
        <SourceSettings values={values} onChange={set} />
      </section>
      <div className="import-dock">
        <p className="grow soft">{t('Next, you see what will happen. Nothing is written yet.')}</p>
        <Button type="submit" variant="primary" isPending={submission.isPending}>
          {t('Check the document')}
        </Button>
      </div>
    </SubmissionForm>
  )
}

function TypeChoice({ values, onChange }: SourceFieldsProps) {
  const t = useText()
  return (
    <RadioGroup className="type-choice" value={values.type} onChange={(type) => onChange({ type })}>
      <Label className="label">{t('Type of the document')}</Label>
      {SOURCE_KINDS.map(({ id, icon, name, about }) => (
        <Radio key={id} value={id} className="radio">
          <span className="dot" />
          <span>
            <b>
              <Icon name={icon} small />
              {name(t)}
            </b>
            <span className="detail">{about(t)}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}
