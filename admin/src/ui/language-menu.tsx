// Chooses the language of the interface. Every screen has it, so it is a control of the browser, which needs no code.
import { useLanguage } from '../lib/language.tsx'
import { languageName } from '../lib/messages.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { Icon } from './icon.tsx'

export function LanguageMenu() {
  const { language, t, changeLanguage } = useLanguage()
  return (
    <label className="language-menu">
      <Icon name="globe" />
      <span className="visually-hidden">{t('Language')}</span>
      <select name="interface_language" value={language} onChange={({ target }) => void changeLanguage(target.value)}>
        {pageSettings.languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageName(each)}
          </option>
        ))}
      </select>
    </label>
  )
}
