// Edits the custom fields of the event: names and values that the operator's website and programs use.
import { useText } from '../../lib/language.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox, FieldMessage, TextField } from '../../ui/fields.tsx'
import { Part, type PartProps } from './part.tsx'
import type { CustomField } from './values.ts'

const MAX_FIELDS = 50
const NEW_FIELD: CustomField = { name: '', type: 'string', value: '' }

/** Most events have none, so the card is shown only if there is one. */
export function CustomFieldsPart({ form, errors }: PartProps) {
  const t = useText()
  const { custom_fields: fields } = form.values.shared
  const set = (next: readonly CustomField[]): void => form.setShared({ custom_fields: next })
  const add = (
    <div>
      <Button size="small" variant="ghost" icon="plus" onPress={() => set([...fields, NEW_FIELD])}>
        {t('Add a value for your website')}
      </Button>
    </div>
  )
  if (fields.length === 0) return add
  return (
    <Part icon="tag" title={t('Values for your website')}>
      <p className="hint">{t('Such as the room or the age group. Visitors see them where the design of your website shows them.')}</p>
      <div id="field-custom_fields" className="stack">
        {fields.map((field, index) => (
          <CustomFieldRow
            key={index}
            field={field}
            onChange={(changes) => set(fields.map((each, other) => (other === index ? { ...each, ...changes } : each)))}
            onRemove={() => set(fields.filter((_, other) => other !== index))}
          />
        ))}
        {errors['custom_fields'] && <FieldMessage>{errors['custom_fields']}</FieldMessage>}
        {fields.length < MAX_FIELDS && add}
      </div>
    </Part>
  )
}

interface CustomFieldRowProps {
  readonly field: CustomField
  readonly onChange: (changes: Partial<CustomField>) => void
  readonly onRemove: () => void
}
function CustomFieldRow({ field: { name, type, value }, onChange, onRemove }: CustomFieldRowProps) {
  const t = useText()
  const label = name || t('New value')
  return (
    <div className="custom-field" role="group" aria-label={label}>
      <TextField label={t('Name')} value={name} maxLength={100} autoFocus={name === ''} onChange={(next) => onChange({ name: next })} />
      {type === 'boolean' ? (
        <Checkbox isSelected={value === 'true'} onChange={(isOn) => onChange({ value: String(isOn) })}>
          {t('Yes')}
        </Checkbox>
      ) : (
        <TextField label={t('Value')} value={value} maxLength={2_000} onChange={(next) => onChange({ value: next })} />
      )}
      <IconButton label={t('Remove {name}', { name: label })} icon="close" onPress={onRemove} />
    </div>
  )
}
