// The state of an event in each language: a square for the original, a full dot if it is current, half a dot if it is outdated, a ring if it is missing.
import { useFormats } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.tsx'
import { languageNameIn } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import type { ListedEvent } from './event-queries.ts'

type DotState = 'original' | 'current' | 'outdated' | 'missing'
/** `translation_fields` has every language except the original. */
function stateOf({ translation_status, translation_fields }: ListedEvent, language: string): DotState {
  if (translation_fields?.[language] === undefined) return 'original'
  return translation_status?.[language] ?? 'missing'
}

export function LanguageDots({ event }: { readonly event: ListedEvent }) {
  const { t, language: reader } = useLanguage()
  const { list } = useFormats()
  const labelOf = (code: string): string => {
    const language = languageNameIn(code, reader)
    const state = stateOf(event, code)
    if (state === 'original') return t('{language}: original', { language })
    if (state === 'current') return t('{language}: up to date', { language })
    return state === 'outdated' ? t('{language}: outdated', { language }) : t('{language}: missing', { language })
  }
  return (
    <span className="language-dots" role="img" aria-label={list(pageSettings.languages.map(labelOf))}>
      {pageSettings.languages.map((code) => (
        <span key={code} className={stateOf(event, code)} title={labelOf(code)}>
          {code.split('-')[0]}
        </span>
      ))}
    </span>
  )
}
