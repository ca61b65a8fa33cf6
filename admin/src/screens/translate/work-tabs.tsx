// The tabs of the work list: missing and outdated translations, with their numbers.
import { Link } from '@tanstack/react-router'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { useWorkCount, type Work } from './work-queries.ts'
import { changeWorkSearch } from './work-search.ts'

export function WorkTabs({ work }: { readonly work: Work }) {
  const t = useText()
  return (
    <nav className="tabs" aria-label={t('State of the translation')}>
      <WorkTab work={work} state={undefined} name={t('Missing')} />
      <WorkTab work={work} state="outdated" name={t('Outdated')} />
    </nav>
  )
}

interface WorkTabProps {
  readonly work: Work
  readonly state: 'outdated' | undefined
  readonly name: string
}
function WorkTab({ work, state, name }: WorkTabProps) {
  const { number } = useFormats()
  const { kind, language, filter } = work
  const search = changeWorkSearch({ ...filter, ...(kind !== 'events' && { kind }) }, { state })
  const { data: count } = useWorkCount({ kind, language, filter: changeWorkSearch(filter, { state }) })
  return (
    <Link
      className="tab"
      to="/translate"
      search={search}
      activeProps={{}}
      {...(filter.state === state ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
    >
      {name}
      {count !== undefined && <span className={state === 'outdated' && count > 0 ? 'count hot' : 'count'}>{number(count)}</span>}
    </Link>
  )
}
