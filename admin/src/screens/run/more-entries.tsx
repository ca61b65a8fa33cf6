// The end of a list that is loaded page by page.
import { useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

interface MoreEntriesProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly error: Error | null
    fetchNextPage(): Promise<unknown>
  }
  /** How many entries are shown, and how many there are if that is known. */
  readonly shown: number
  readonly total?: number
}
export function MoreEntries({ query, shown, total }: MoreEntriesProps) {
  const t = useText()
  return (
    <div className="stack">
      {query.error && <Note kind="problem">{messageOf(query.error, t)}</Note>}
      <div className="row">
        {query.hasNextPage && (
          <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('Show more')}
          </Button>
        )}
        {total !== undefined && (
          <p className="faint small" role="status">
            {t('Showing {shown} of {total}', { shown, total })}
          </p>
        )}
      </div>
    </div>
  )
}
