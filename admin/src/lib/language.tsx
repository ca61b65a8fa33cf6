// The language of the interface: its texts, its direction, and the client whose error messages are in it.
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createClient, type Client } from '@kalends/client'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { directionOf, formatLocale, loadTranslate, type Translate } from './messages.ts'
import { pageSettings } from './page-settings.ts'

interface LanguageState {
  readonly language: string
  readonly t: Translate
  readonly client: Client
  readonly changeLanguage: (language: string) => Promise<void>
}
const LanguageContext = createContext<LanguageState | null>(null)

const STORED = 'kalends-language'
/** The language that was chosen on this device, or else the first language of the browser that the calendar has. */
export function preferredLanguage(): string {
  const { languages, default_language } = pageSettings
  const wanted = [localStorage.getItem(STORED) ?? '', ...navigator.languages].map((each) => each.toLowerCase())
  const match = (tag: string): string | undefined =>
    languages.find((each) => each === tag) ?? languages.find((each) => each.split('-')[0] === tag.split('-')[0])
  return wanted.map(match).find((each) => each !== undefined) ?? default_language
}

interface LoadedLanguage {
  readonly language: string
  readonly t: Translate
}
export const loadLanguage = async (language: string): Promise<LoadedLanguage> => ({ language, t: await loadTranslate(language) })

export function LanguageProvider({ initial, children }: { readonly initial: LoadedLanguage; readonly children: ReactNode }) {
  const [loaded, setLoaded] = useState(initial)
  const changeLanguage = useCallback(async (language: string) => {
    localStorage.setItem(STORED, language)
    setLoaded(await loadLanguage(language))
  }, [])
  const { language, t } = loaded
  const state = useMemo(() => {
    const client = createClient({ baseUrl: location.origin + pageSettings.api, session: pageSettings.authentication, language })
    return { language, t, client, changeLanguage }
  }, [language, t, changeLanguage])
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  return (
    <LanguageContext value={state}>
      <I18nProvider locale={formatLocale(language)}>{children}</I18nProvider>
    </LanguageContext>
  )
}

export function useLanguage(): LanguageState {
  const state = use(LanguageContext)
  if (state === null) throw new Error('The component is outside of LanguageProvider.')
  return state
}
export const useText = (): Translate => useLanguage().t
export const useClient = (): Client => useLanguage().client
