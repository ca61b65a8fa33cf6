// The screen of an address that does not exist.
import { Link } from '@tanstack/react-router'
import { useText } from '../lib/language.tsx'

export function NotFound() {
  const t = useText()
  return (
    <main className="empty">
      <h1>{t('This page does not exist')}</h1>
      <p>{t('The address may be old, or it may have a typing error.')}</p>
      <Link to="/" className="link">
        {t('Continue to the calendar')}
      </Link>
    </main>
  )
}
