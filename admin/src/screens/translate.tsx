// The work list of translators: records whose translation into a language is missing or outdated.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { languageName } from '../lib/messages.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { useSearchText } from '../lib/search-text.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { useTitle } from './outside-page.tsx'
import { kindName } from './translate/kind-texts.ts'
import { WorkList } from './translate/work-list.tsx'
import { mayTranslate, type Work } from './translate/work-queries.ts'
import { changeWorkSearch, preferredTarget, storeTarget, TRANSLATED_KINDS } from './translate/work-search.ts'
import { WorkTabs } from './translate/work-tabs.tsx'
import '../styles/filters.css'
import '../styles/pickers.css'
import '../styles/events.css'
import '../styles/translate.css'

export function TranslationWork() {
  const { t, language: reader } = useLanguage()
  const { kind = 'events', ...filter } = useSearch({ from: '/frame/translate' })
  const language = filter.language ?? preferredTarget(reader)
  const work: Work = { kind, language, filter }
  useTitle(t('Translate'))
  useEffect(() => storeTarget(language), [language])
  return (
    <div className="page translate">
      <header>
        <h1>{t('Translate')}</h1>
      </header>
      <WorkFilters work={work} />
      <WorkTabs work={work} />
      <WorkList work={work} />
    </div>
  )
}

function WorkFilters({ work: { kind, language, filter } }: { readonly work: Work }) {
  const { t } = useLanguage()
  const navigate = useNavigate({ from: '/translate' })
  const { data: me } = useMe()
  const change = (changes: Parameters<typeof changeWorkSearch>[1], replace = false): void =>
    void navigate({ to: '/translate', search: (before) => changeWorkSearch(before, changes), replace })
  const [text, setText] = useSearchText(filter.search ?? '', (search) => change({ search }, true))
  const kinds = TRANSLATED_KINDS.filter((each) => me !== undefined && mayTranslate(each, me))
  return (
    <div className="translate-filters" role="group" aria-label={t('Search and filters')}>
      <Select
        label={t('Translate into')}
        name="language"
        value={language}
        options={pageSettings.languages.map((each) => ({ id: each, label: languageName(each) }))}
        onChange={(next) => change({ language: next })}
      />
      <Select
        label={t('Show')}
        name="kind"
        value={kind}
        options={kinds.map((each) => ({ id: each, label: kindName(each, t) }))}
        onChange={(next) => change({ kind: next === 'events' ? undefined : next })}
      />
      <SearchField label={t('Search titles and descriptions')} name="search" value={text} onChange={setText} />
      {kind === 'events' && (
        <Switch isSelected={filter.past === true} onChange={(isSelected) => change({ past: isSelected ? true : undefined })}>
          {t('Past events too')}
        </Switch>
      )}
    </div>
  )
}
