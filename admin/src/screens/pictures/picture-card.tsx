// One picture of the library, as a button with its title and the state of its description.
import { Button } from 'react-aria-components/Button'
import { useText } from '../../lib/language.tsx'
import { fileOf, focusStyle } from '../../lib/picture.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ListedPicture } from './picture-queries.ts'

const CARD_WIDTH = 400

interface PictureGridProps {
  readonly label: string
  readonly pictures: readonly ListedPicture[]
  readonly onOpen: (picture: ListedPicture) => void
}
export const PictureGrid = ({ label, pictures, onOpen }: PictureGridProps) => (
  <ul className="picture-grid" aria-label={label}>
    {pictures.map((picture) => (
      <li key={picture.id}>
        <PictureCard picture={picture} onOpen={() => onOpen(picture)} />
      </li>
    ))}
  </ul>
)

function PictureCard({ picture, onOpen }: { readonly picture: ListedPicture; readonly onOpen: () => void }) {
  const t = useText()
  const { title, alt, decorative, language } = picture
  return (
    <Button className="picture-card" onPress={onOpen}>
      <img src={fileOf(picture, CARD_WIDTH)} alt="" loading="lazy" style={focusStyle(picture)} />
      <span className="picture-name">
        <bdi className="clip" lang={language}>
          {title || t('Without a title')}
        </bdi>
        {decorative ? (
          <span className="faint small">{t('Decorative')}</span>
        ) : alt ? (
          <bdi className="clip faint small" lang={language}>
            {alt}
          </bdi>
        ) : (
          <span className="badge waiting">
            <Icon name="warning" />
            {t('No description')}
          </span>
        )}
      </span>
    </Button>
  )
}
