// The picture of the event.
import { useText } from '../../lib/language.tsx'
import type { Picture } from '../../lib/picture.ts'
import { PictureInput } from '../pictures/picture-input.tsx'
import { Part, type PartProps } from './part.tsx'
import { NO_TEXTS } from './values.ts'

interface PicturePartProps extends PartProps {
  readonly language: string
  readonly fallbackAlt: string
  readonly onUploading: (isUploading: boolean) => void
}
export function PicturePart({ form, errors, language, fallbackAlt, onUploading }: PicturePartProps) {
  const t = useText()
  const { image } = form.values.shared
  /** Another picture has other descriptions. */
  const choose = (picture: Picture | null): void => {
    form.setShared({ image: picture })
    if (picture === null) return
    for (const opened of Object.keys(form.values.texts)) form.setTexts(opened, { alt: picture.alts?.[opened] ?? '' })
  }
  return (
    <Part icon="image" title={t('Picture')}>
      <PictureInput
        picture={image}
        alt={(form.values.texts[language] ?? NO_TEXTS).alt}
        language={language}
        fallbackAlt={fallbackAlt}
        onChoose={choose}
        onEdit={(picture) => form.setShared({ image: picture })}
        onAlt={(alt) => form.setTexts(language, { alt })}
        onUploading={onUploading}
        error={errors['image']}
      />
    </Part>
  )
}
