// The side-by-side screen: a record in its original language, and its translation into another one.
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage, useText } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { QueryState } from '../ui/query-state.tsx'
import { useTitle } from './outside-page.tsx'
import { loadTranslation } from './translate/load-translation.ts'
import { TranslationEditor } from './translate/translation-editor.tsx'
import { TRANSLATE_KEY } from './translate/work-queries.ts'
import { isTranslatedKind, preferredTarget, storeTarget, type TranslatedKind } from './translate/work-search.ts'
import '../styles/editor.css'
import '../styles/history.css'
import '../styles/translate.css'

export function Translation() {
  const t = useText()
  const { kind, id } = useParams({ from: '/frame/translate/$kind/$id' })
  useTitle(t('Translate'))
  if (isTranslatedKind(kind) && /^[1-9]\d{0,14}$/.test(id)) return <StoredTranslation kind={kind} id={Number(id)} />
  return (
    <div className="empty">
      <h1>{t('This entry does not exist')}</h1>
      <p>{t('The address may be old, or it may have a typing error.')}</p>
    </div>
  )
}

function StoredTranslation({ kind, id }: { readonly kind: TranslatedKind; readonly id: number }) {
  const { t, client, language: reader } = useLanguage()
  const { data: me } = useMe()
  const filter = useSearch({ from: '/frame/translate/$kind/$id' })
  const language = filter.language ?? preferredTarget(reader)
  useEffect(() => storeTarget(language), [language])
  const query = useQuery({
    queryKey: [...TRANSLATE_KEY, 'record', kind, id, language],
    queryFn: ({ signal }) => (me ? loadTranslation(client, { kind, id, language }, me, signal) : Promise.reject(new Error('Not loaded'))),
    // Others may change the record while it is translated. The server reports it when the translation is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: me !== undefined,
  })
  if (me !== undefined && query.data !== undefined)
    return <TranslationEditor key={`${kind} ${id} ${language}`} loaded={query.data} work={{ kind, language, filter }} me={me} />
  return (
    <div className="page">
      <h1>{t('Translate')}</h1>
      <QueryState query={query}>{() => null}</QueryState>
    </div>
  )
}
