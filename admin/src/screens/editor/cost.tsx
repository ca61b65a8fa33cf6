// Edits the cost and the website of the event.
import { useText } from '../../lib/language.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Part, type PartProps } from './part.tsx'

export function CostPart({ form }: Pick<PartProps, 'form'>) {
  const t = useText()
  const { cost, website } = form.values.shared
  return (
    <Part icon="coin" title={t('Cost and website')}>
      <div id="field-cost" className="cost">
        <TextField
          name="cost"
          label={t('Cost')}
          hint={t('Shown to visitors as you write it, such as Free, €10 or €5 - €12.')}
          value={cost}
          onChange={(value) => form.setShared({ cost: value })}
        />
        {cost === '' && (
          <Button size="small" onPress={() => form.setShared({ cost: t('Free') })}>
            {t('It is free')}
          </Button>
        )}
      </div>
      <div id="field-website">
        <TextField
          name="website"
          type="url"
          label={t('Website')}
          hint={t('A page with more about the event, such as https://example.org/concert.')}
          value={website}
          onChange={(value) => form.setShared({ website: value })}
        />
      </div>
    </Part>
  )
}
