// The document of a run in one line: its name, its entries, and for a spreadsheet how it is read.
import type { ImportSource, SourceRun } from '@kalends/client'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useFormats } from '../../lib/format.ts'
import { useSubmission } from '../../lib/submission.ts'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { TimeZoneField } from '../../ui/time-zone-field.tsx'
import { keptFile } from './kept-files.ts'
import { kindOf } from './source-types.ts'
import { NEW_SOURCE } from './source-values.ts'
import { exampleDate, localeOptions } from './table-formats.ts'
import { hasDocument, type RunStart } from './use-start-run.ts'

interface RunDocumentProps {
  readonly source: ImportSource
  readonly run: SourceRun
  readonly starting: RunStart
}
export function RunDocument({ source, run, starting }: RunDocumentProps) {
  const t = useText()
  const { moment } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const kind = kindOf(source.type)
  const isTable = kind.hasColumns === true
  return (
    <>
      <p className="row soft">
        <Icon name={kind.icon} small />
        <bdi className="file-name">{source.url ?? keptFile(source.id)?.name ?? t('From a file')}</bdi>
        <span>{moment(run.created)}</span>
        {run.total > 0 && <span>{t('{count} entries', { count: run.total })}</span>}
        {isTable && (
          <>
            <span>{t('Dates as {example}', { example: `\u2066${exampleDate(source.mapping['locale'] ?? '')}\u2069` })}</span>
            {run.dry_run && hasDocument(source) && (
              <AriaButton className="link small" onPress={() => setOpen(true)}>
                {t('Not right?')}
              </AriaButton>
            )}
          </>
        )}
      </p>
      {isOpen && <FormatDialog source={source} starting={starting} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FormatDialogProps {
  readonly source: ImportSource
  readonly starting: RunStart
  readonly onClose: () => void
}
/** Other conventions need a new check. */
function FormatDialog({ source, starting, onClose }: FormatDialogProps) {
  const { t, language } = useLanguage()
  const [locale, setLocale] = useState(source.mapping['locale'] ?? '')
  const [separator, setSeparator] = useState(source.mapping['separator'] ?? '')
  const [timezone, setTimezone] = useState(source.mapping['timezone'] ?? NEW_SOURCE.timezone)
  const submission = useSubmission(async () => {
    const { locale: _, separator: __, timezone: ___, ...columns } = source.mapping
    const mapping = {
      ...columns,
      ...(locale && { locale }),
      ...(separator && { separator }),
      ...(timezone !== NEW_SOURCE.timezone && { timezone }),
    }
    onClose()
    starting.start({ isDryRun: true, mapping, isReplacing: true })
  }, [])
  return (
    <SubmissionDialog title={t('How the file is read')} submission={submission} action={t('Check again')} onClose={onClose}>
      <Select
        name="locale"
        label={t('Dates and numbers')}
        value={locale}
        options={[{ id: '', label: t('Dates as 2028-12-31, or with names of months in English') }, ...localeOptions(locale, language)]}
        onChange={setLocale}
      />
      <Select
        name="separator"
        label={t('Between two columns')}
        value={separator}
        options={[
          { id: '', label: t('Recognized by itself') },
          { id: 'comma', label: t('Comma') },
          { id: 'semicolon', label: t('Semicolon') },
          { id: 'tab', label: t('Tab') },
        ]}
        onChange={setSeparator}
      />
      <TimeZoneField zone={timezone} onChange={setTimezone} />
    </SubmissionDialog>
  )
}
