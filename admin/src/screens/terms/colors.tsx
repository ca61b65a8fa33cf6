// The eight colors of categories. Each comes with its name, because nobody should have to tell colors apart.
import type { Category } from '@kalends/client'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useText } from '../../lib/language.tsx'

export type CategoryColor = NonNullable<Category['color']>

export function useColorNames(): readonly (readonly [color: CategoryColor, name: string])[] {
  const t = useText()
  return [
    ['violet', t('Violet')],
    ['rose', t('Rose')],
    ['blue', t('Blue')],
    ['teal', t('Teal')],
    ['amber', t('Amber')],
    ['olive', t('Olive')],
    ['slate', t('Slate')],
    ['green', t('Green')],
  ]
}

const NONE = 'none'
interface ColorChoiceProps {
  readonly color: CategoryColor | null
  readonly onChange: (color: CategoryColor | null) => void
}
export function ColorChoice({ color, onChange }: ColorChoiceProps) {
  const t = useText()
  const names = useColorNames()
  return (
    <RadioGroup
      className="swatches"
      orientation="horizontal"
      value={color ?? NONE}
      onChange={(value) => onChange(names.find(([each]) => each === value)?.[0] ?? null)}
    >
      <Label className="label">{t('Color')}</Label>
      <div className="swatch-list">
        {names.map(([each, name]) => (
          <Radio key={each} value={each} className="swatch category" data-color={each}>
            {name}
          </Radio>
        ))}
        <Radio value={NONE} className="swatch category">
          {t('None')}
        </Radio>
      </div>
    </RadioGroup>
  )
}
