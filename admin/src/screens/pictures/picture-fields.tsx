// The fields of a picture: the point to keep in view, its description in one language, and whether it is only decoration.
import type { ReactNode } from 'react'
import { useText } from '../../lib/language.tsx'
import { focusStyle, type PictureEdits, type Picture } from '../../lib/picture.ts'
import { Checkbox, TextArea } from '../../ui/fields.tsx'
import { FocalPointPicture } from '../../ui/focal-point.tsx'

interface PictureFieldsProps {
  readonly picture: Omit<Picture, 'id'>
  readonly alt: string
  readonly language: string
  readonly fallbackAlt: string
  readonly onAlt: (alt: string) => void
  /** Without it, the picture itself cannot be changed. */
  readonly onEdit?: ((edits: PictureEdits) => void) | undefined
  /** Further fields and buttons. */
  readonly children?: ReactNode
}
export function PictureFields({ picture, alt, language, fallbackAlt, onAlt, onEdit, children }: PictureFieldsProps) {
  const t = useText()
  const { url, width, height, decorative, focal_point } = picture
  return (
    <div className="picture">
      <div className="stack">
        <FocalPointPicture
          {...{ url, width, height }}
          alt={decorative ? '' : alt || fallbackAlt}
          point={focal_point}
          onChange={onEdit && ((point) => onEdit({ focal_point: point }))}
        />
        {onEdit && <p className="hint">{t('Move the circle to the point that must stay in view: click, drag, or use the arrow keys.')}</p>}
        <Crops picture={picture} />
      </div>
      <div className="stack">
        {!decorative && (
          <div id="field-alt" className="stack">
            <TextArea
              name="alt"
              label={t('Describe the picture')}
              hint={t('For people who cannot see it. Say what matters, in a sentence.')}
              lang={language}
              value={alt}
              isDisabled={onEdit === undefined}
              onChange={onAlt}
            />
            {onEdit === undefined && (
              <p className="hint">{t('Only editors, and the person who uploaded it, can describe this picture.')}</p>
            )}
            {fallbackAlt && <p className="hint">{t('In the original: {text}', { text: fallbackAlt })}</p>}
          </div>
        )}
        {onEdit && (
          <Checkbox isSelected={decorative} onChange={(isOn) => onEdit({ decorative: isOn })}>
            {t('It is only decoration and needs no description')}
          </Checkbox>
        )}
        {children}
      </div>
    </div>
  )
}

/** How pages crop the picture. */
function Crops({ picture }: Pick<PictureFieldsProps, 'picture'>) {
  const t = useText()
  const shapes = [
    ['wide', t('Wide')],
    ['square', t('Square')],
    ['tall', t('Tall')],
  ] as const
  return (
    <div className="crops">
      {shapes.map(([shape, name]) => (
        <figure key={shape}>
          <img className={shape} src={picture.url} alt="" style={focusStyle(picture)} />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  )
}
