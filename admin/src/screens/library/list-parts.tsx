// Parts that the lists of the library share: an empty list, and the button that shows more.
import type { ReactNode } from 'react'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface EmptyListProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}
export const EmptyList = ({ icon, title, text, children }: EmptyListProps) => (
  <section className="card empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </section>
)

interface MoreRowsProps {
  readonly shown: number
  readonly total: number
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => Promise<unknown> }
}
export function MoreRows({ shown, total, query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreRowsProps) {
  const t = useText()
  return (
    <div className="list-foot">
      <span role="status">{t('Showing {shown} of {total}', { shown, total })}</span>
      {hasNextPage && (
        <Button size="small" onPress={() => !isFetchingNextPage && void fetchNextPage()}>
          {isFetchingNextPage ? t('Loading…') : t('Show more')}
        </Button>
      )}
    </div>
  )
}
