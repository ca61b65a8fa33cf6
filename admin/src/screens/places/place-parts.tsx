// The fields of a venue or an organizer.
import { useText } from '../../lib/language.tsx'
import { TextField, useFieldError } from '../../ui/fields.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { pointOf } from '../../lib/map-point.ts'
import { MapOfPoint } from '../../ui/map-of-point.tsx'
import { Part } from '../editor/part.tsx'
import { NO_PLACE_TEXTS } from './place-form.ts'
import type { PlaceField, PlaceKind } from './place-kinds.ts'
import type { PlaceForm } from './use-place-form.ts'

interface PlaceNamesProps {
  readonly kind: PlaceKind
  readonly form: PlaceForm
  readonly language: string
  readonly original: string
}
/** The name and the description in one language. */
export function PlaceNames({ kind, form, language, original }: PlaceNamesProps) {
  const t = useText()
  const { texts } = form.values
  const { name, description } = texts[language] ?? NO_PLACE_TEXTS
  const { message } = useFieldError({ name: 'description', errorMessage: undefined })
  return (
    <div className="stack">
      <TextField
        name={kind.nameField}
        label={t('Name')}
        size="large"
        lang={language}
        hint={language !== original && texts[original]?.name && t('In the original: {text}', { text: texts[original].name })}
        value={name}
        onChange={(next) => form.setTexts(language, { name: next })}
      />
      <div className="field">
        <RichTextField
          id="field-description"
          label={t('Text')}
          language={language}
          placeholder={t('A few sentences for visitors.')}
          value={description}
          onChange={(html) => form.setTexts(language, { description: html })}
          error={message}
        />
      </div>
    </div>
  )
}

interface PlaceFieldProps {
  readonly form: PlaceForm
  readonly name: PlaceField
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'url' | 'tel' | 'email'
}
/** A value that all languages share. */
const SharedField = ({ form, name, type = 'text', ...props }: PlaceFieldProps) => (
  <TextField {...props} name={name} type={type} value={form.values.shared[name] ?? ''} onChange={(value) => form.setShared(name, value)} />
)

export function WhereaboutsPart({ form }: Pick<PlaceFieldProps, 'form'>) {
  const t = useText()
  const { geo_lat: latitude = '', geo_lng: longitude = '' } = form.values.shared
  const point = pointOf(latitude, longitude)
  return (
    <Part icon="pin" title={t('Where')}>
      <SharedField form={form} name="address" label={t('Street and number')} />
      <div className="place-fields">
        <SharedField form={form} name="zip" label={t('Postal code')} />
        <SharedField form={form} name="city" label={t('Town')} />
        <SharedField form={form} name="country" label={t('Country')} />
      </div>
      <div className="place-fields two">
        <SharedField form={form} name="geo_lat" label={t('Latitude')} hint={t('For maps, such as 45.764.')} />
        <SharedField form={form} name="geo_lng" label={t('Longitude')} hint={t('For maps, such as 4.8357.')} />
      </div>
      {point && <MapOfPoint point={point} />}
    </Part>
  )
}

export function ContactPart({ kind, form }: Pick<PlaceFieldProps, 'form'> & { readonly kind: PlaceKind }) {
  const t = useText()
  return (
    <Part icon="phone" title={t('Contact')}>
      <div className="place-fields two">
        {kind.fields.includes('email') && <SharedField form={form} name="email" type="email" label={t('Email address')} />}
        <SharedField form={form} name="phone" type="tel" label={t('Phone')} />
      </div>
      <SharedField form={form} name="website" type="url" label={t('Website')} hint={t('Such as https://example.org.')} />
    </Part>
  )
}
