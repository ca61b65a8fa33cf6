// Which column of a spreadsheet has which field. Columns with known names are recognized; all can be changed.
import type { RunColumn } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { chooseField, COLUMN_FIELD_NAMES, fieldOfColumn, NEEDED_FIELDS, type ColumnChoices } from './column-choices.ts'
import { columnLabel } from './column-fields.ts'

interface ColumnMappingProps {
  readonly columns: readonly RunColumn[]
  readonly choices: ColumnChoices
  readonly onChange: (choices: ColumnChoices) => void
}
export function ColumnMapping({ columns, choices, onChange }: ColumnMappingProps) {
  const t = useText()
  const used = columns.filter((_, position) => fieldOfColumn(columns, choices, position) !== '').length
  return (
    <section className="card import-card" aria-labelledby="columns">
      <header className="row">
        <h2 id="columns" className="grow">
          {t('Which column is what')}
        </h2>
        <p className="soft small">
          {t('{used} of {total} columns are imported', { used, total: columns.length })}
          {' · '}
          {t('* Required')}
        </p>
      </header>
      <table className="import-table columns">
        <thead>
          <tr>
            <th scope="col">{t('Column in the file')}</th>
            <th scope="col">{t('For example')}</th>
            <th scope="col">{t('Goes into')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('Status')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, position) => (
            <ColumnRow
              // Two columns may have the same name.
              key={`${position}-${column.name}`}
              column={column}
              field={fieldOfColumn(columns, choices, position)}
              onChange={(field) => onChange(chooseField(columns, choices, position, field))}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ColumnRowProps {
  readonly column: RunColumn
  readonly field: string
  readonly onChange: (field: string) => void
}
function ColumnRow({ column, field, onChange }: ColumnRowProps) {
  const t = useText()
  const label = column.name === '' ? t('Column without a name') : column.name
  const isNeeded = (id: string): boolean => NEEDED_FIELDS.includes(id)
  const options = COLUMN_FIELD_NAMES.map((id) => ({ id, label: isNeeded(id) ? `${columnLabel(id, t)} *` : columnLabel(id, t) }))
  return (
    <tr>
      <th scope="row" className="mono">
        <bdi>{label}</bdi>
      </th>
      <td className="example">
        <bdi>{column.example}</bdi>
      </td>
      <td>
        <div className="goes-into">
          <Icon name="arrow" small />
          <Select
            name={`column-${column.name}`}
            label={t('“{name}” goes into', { name: label })}
            value={field}
            options={[{ id: '', label: t('Do not import') }, ...options]}
            onChange={onChange}
          />
        </div>
      </td>
      <td>
        <ColumnState column={column} field={field} />
      </td>
    </tr>
  )
}

function ColumnState({ column, field }: { readonly column: RunColumn; readonly field: string }) {
  const t = useText()
  if (field !== (column.field ?? ''))
    return (
      <span className="column-state changed">
        <Icon name="edit" small />
        {t('Changed, not checked')}
      </span>
    )
  if (field === '') return <span className="column-state faint">{t('Not imported')}</span>
  return (
    <span className="column-state known">
      <Icon name="check" small />
      {t('Recognized')}
    </span>
  )
}
