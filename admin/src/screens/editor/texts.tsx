// Title, address on the web, and text of the event in one language.
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { useText } from '../../lib/language.tsx'
import { directionOf, languageName } from '../../lib/messages.ts'
import { FieldError, TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import type { PartProps } from './part.tsx'
import { NO_TEXTS, type Texts } from './values.ts'

interface TextsPartProps extends PartProps {
  readonly language: string
  /** The texts that visitors see as long as this language has none. */
  readonly fallback: Texts
  readonly fallbackLanguage: string | null
  /** Dates of a series have the address of their series. */
  readonly hasSlug: boolean
}
export function TextsPart({ form, errors, language, fallback, fallbackLanguage, hasSlug }: TextsPartProps) {
  const t = useText()
  const texts = form.values.texts[language] ?? NO_TEXTS
  const set = (changes: Partial<Texts>): void => form.setTexts(language, changes)
  const isOther = fallbackLanguage !== null && texts.title === '' && texts.description === ''
  return (
    <>
      <div className="title-and-slug">
        <AriaTextField
          className="title-field"
          name="title"
          isInvalid={errors['title'] !== undefined}
          value={texts.title}
          // A title has one line, although a long one is shown on several.
          onChange={(title) => set({ title: title.replaceAll(/\s*\n\s*/g, ' ') })}
        >
          <Label className="visually-hidden">{t('Title')}</Label>
          <TextArea
            id="field-title"
            className="title-input"
            rows={1}
            lang={language}
            dir={directionOf(language)}
            placeholder={fallback.title || t('Title of the event')}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
          <FieldError message={errors['title']} />
        </AriaTextField>
        {hasSlug && <SlugField slug={texts.slug} error={errors['slug']} onChange={(slug) => set({ slug })} />}
      </div>
      {isOther && (
        <p className="soft small">
          {t('Not translated yet. Visitors read the text in {language}.', { language: languageName(fallbackLanguage) })}
        </p>
      )}
      <div className="field">
        <RichTextField
          id="field-description"
          label={t('Text')}
          language={language}
          placeholder={t('What happens, for whom, and what to bring?')}
          value={texts.description}
          onChange={(description) => set({ description })}
          error={errors['description']}
        />
      </div>
    </>
  )
}

interface SlugFieldProps {
  readonly slug: string
  readonly error: string | undefined
  readonly onChange: (slug: string) => void
}
function SlugField({ slug, error, onChange }: SlugFieldProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && error === undefined)
    return (
      <AriaButton className="slug" id="field-slug" onPress={() => setOpen(true)}>
        <Icon name="link" small />
        <span className="visually-hidden">{t('Change the address on the web')}</span>
        {slug === '' ? t('The address on the web is made from the title') : <bdi dir="ltr">{`…/${slug}`}</bdi>}
        <Icon name="edit" small />
      </AriaButton>
    )
  return (
    <div id="field-slug">
      <TextField
        name="slug"
        label={t('Address on the web')}
        hint={t('The last part of the link. Leave it empty to make it from the title.')}
        value={slug}
        onChange={onChange}
        autoFocus={isOpen}
      />
    </div>
  )
}
