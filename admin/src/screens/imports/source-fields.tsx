// The settings of a source: what its events become, and what a later run does with them.
import { useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { TimeZoneField } from '../../ui/time-zone-field.tsx'
import { newStatusNames, precedenceNames, scheduleName, vanishedNames } from './import-names.ts'
import { kindOf } from './source-types.ts'
import type { SourceValues } from './source-values.ts'

export interface SourceFieldsProps {
  readonly values: SourceValues
  readonly onChange: (changes: Partial<SourceValues>) => void
}
const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  (Object.entries(names) as [T, string][]).map(([id, label]) => ({ id, label }))

export function SourceUrlField({ values, onChange }: SourceFieldsProps) {
  const t = useText()
  return (
    <TextField
      name="url"
      type="url"
      label={t('Address on the web')}
      hint={
        kindOf(values.type).files === null
          ? t('The first page of the site, such as https://example.org.')
          : t('A link to the document itself.')
      }
      value={values.url}
      onChange={(url) => onChange({ url })}
      isRequired
    />
  )
}

const SCHEDULES = [1, 6, 12, 24, 168]
/** How often a document at an address is read again. A value that a program has set stays in the list. */
export function ScheduleField({ values, onChange }: SourceFieldsProps) {
  const t = useText()
  const { every_hours: current } = values
  const hours = current === null || SCHEDULES.includes(current) ? SCHEDULES : [...SCHEDULES, current].sort((a, b) => a - b)
  return (
    <Select
      name="every_hours"
      label={t('Import again')}
      value={String(current ?? '')}
      options={[null, ...hours].map((each) => ({ id: String(each ?? ''), label: scheduleName(each, t) }))}
      onChange={(value) => onChange({ every_hours: value === '' ? null : Number(value) })}
    />
  )
}

export function SourceSettings({ values, onChange }: SourceFieldsProps) {
  const t = useText()
  const kind = kindOf(values.type)
  const categoryNames = { tags: t('Become tags'), categories: t('Become categories'), none: t('Are left out') }
  return (
    <>
      <div className="source-settings">
        <Select
          name="status"
          label={t('New events are')}
          value={values.status}
          options={optionsOf(newStatusNames(t))}
          onChange={(status) => onChange({ status })}
        />
        {pageSettings.languages.length > 1 && (
          <Select
            name="language"
            label={t('Language of the texts')}
            value={values.language}
            options={pageSettings.languages.map((id) => ({ id, label: languageName(id) }))}
            onChange={(language) => onChange({ language })}
          />
        )}
        <Select
          name="precedence"
          label={t('Texts that were changed here')}
          value={values.precedence}
          options={optionsOf(precedenceNames(t))}
          onChange={(precedence) => onChange({ precedence })}
        />
        <Select
          name="vanished"
          label={t('Coming events that the source no longer has')}
          value={values.vanished}
          options={optionsOf(vanishedNames(t))}
          onChange={(vanished) => onChange({ vanished })}
        />
        {kind.hasCategories && (
          <Select
            name="categories"
            label={t('Categories of the document')}
            value={values.categories}
            options={optionsOf(categoryNames)}
            onChange={(categories) => onChange({ categories })}
          />
        )}
      </div>
      <div className="stack">
        <p className="hint">{t('Times without a time zone are read in this one.')}</p>
        <TimeZoneField zone={values.timezone} onChange={(timezone) => onChange({ timezone })} />
      </div>
    </>
  )
}
