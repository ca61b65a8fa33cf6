// Records that an event refers to, in the history. The history has their IDs; a record that no longer exists is shown by its ID.
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSelectedOptions, type OptionKind } from '../events/record-options.ts'

export type LinkField = OptionKind
interface LinkedRecordsProps {
  readonly kind: LinkField
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** The name of a record that need not be loaded. */
  readonly nameOf: (id: number) => string | undefined
}
/** Records that were removed, those that were added, and those that stayed. */
export function LinkedRecords({ kind, before, after, nameOf: knownName }: LinkedRecordsProps) {
  const t = useText()
  const ids = [...new Set([...before, ...after])].sort((a, b) => a - b)
  const options = useSelectedOptions(
    kind,
    ids.filter((id) => knownName(id) === undefined),
  )
  const nameOf = (id: number) => {
    const known = knownName(id)
    if (known !== undefined) return <bdi>{known}</bdi>
    const found = options.find((option) => option.id === id)
    return found === undefined ? `#${id}` : <bdi lang={found.lang}>{found.name}</bdi>
  }
  const removed = before.filter((id) => !after.includes(id))
  const isSameSet = removed.length === 0 && before.length === after.length
  return (
    <ul className="linked-records">
      {isSameSet && <li className="faint small">{t('In another order')}</li>}
      {removed.map((id) => (
        <li key={id}>
          <del>{nameOf(id)}</del>
        </li>
      ))}
      {after.map((id) => (
        <li key={id}>{before.includes(id) ? nameOf(id) : <ins>{nameOf(id)}</ins>}</li>
      ))}
      {after.length === 0 && <li className="faint">{t('empty')}</li>}
    </ul>
  )
}

interface PicturesProps {
  readonly before: number | undefined
  readonly after: number | undefined
}
export const Pictures = ({ before, after }: PicturesProps) => (
  <span className="before-after pictures">
    <Picture id={before} />
    <Icon name="arrow" small />
    <Picture id={after} />
  </span>
)

function Picture({ id }: { readonly id: number | undefined }) {
  const t = useText()
  const { client, language } = useLanguage()
  const { data } = useQuery({
    queryKey: ['picture', id, language],
    queryFn: ({ signal }) => client.media.get(id ?? 0, { signal }),
    enabled: id !== undefined,
    staleTime: 300_000,
  })
  if (id === undefined) return <span className="faint">{t('empty')}</span>
  if (data === undefined) return <span>#{id}</span>
  return <img src={data.sizes['medium']?.url ?? data.url} alt={data.alt || data.title} lang={data.language} />
}
