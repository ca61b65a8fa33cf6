// Whether the document is a file of the person, or at an address that the calendar reads by itself.
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useText } from '../../lib/language.tsx'
import { kindOf } from './source-types.ts'
import type { SourceFieldsProps } from './source-fields.tsx'

export function OriginChoice({ values, onChange }: SourceFieldsProps) {
  const t = useText()
  if (kindOf(values.type).files === null) return null
  return (
    <RadioGroup
      className="origin-choice"
      orientation="horizontal"
      value={values.hasUrl ? 'url' : 'file'}
      onChange={(origin) => onChange({ hasUrl: origin === 'url' })}
    >
      <Label className="label">{t('Where is it?')}</Label>
      <Radio value="file" className="radio">
        <span className="dot" />
        {t('A file on this device')}
      </Radio>
      <Radio value="url" className="radio">
        <span className="dot" />
        {t('An address on the web')}
      </Radio>
    </RadioGroup>
  )
}
