// The languages of the event: the original, and its translations with their state.
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'

export type TranslationState = 'original' | 'current' | 'outdated' | 'missing'
interface LanguageTabsProps {
  readonly language: string
  readonly states: Readonly<Record<string, TranslationState>>
  readonly onChange: (language: string) => void
  readonly children: ReactNode
}
export function LanguageTabs({ language, states, onChange, children }: LanguageTabsProps) {
  const t = useText()
  const remarks: Readonly<Record<TranslationState, string>> = {
    original: t('original'),
    current: '',
    outdated: t('outdated'),
    missing: t('add'),
  }
  return (
    <Tabs selectedKey={language} onSelectionChange={(key) => onChange(String(key))} className="language-tabs">
      <TabList aria-label={t('Languages')} className="tabs">
        {pageSettings.languages.map((each) => {
          const state = states[each] ?? 'missing'
          return (
            <Tab key={each} id={each} className="tab">
              <span className={`language-dot ${state}`} />
              <bdi lang={each}>{languageName(each)}</bdi>
              {remarks[state] && <span className={state === 'outdated' ? 'remark waiting' : 'remark'}>{remarks[state]}</span>}
            </Tab>
          )
        })}
      </TabList>
      <TabPanel key={language} id={language} className="language-panel">
        {children}
      </TabPanel>
    </Tabs>
  )
}
