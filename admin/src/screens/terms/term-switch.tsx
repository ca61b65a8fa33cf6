// Switches between categories and tags.
import { Link } from '@tanstack/react-router'
import { useText } from '../../lib/language.tsx'

export function TermSwitch() {
  const t = useText()
  return (
    <div className="segments view-switch" role="group" aria-label={t('Categories and tags')}>
      <Link to="/categories">{t('Categories')}</Link>
      <Link to="/tags">{t('Tags')}</Link>
    </div>
  )
}
