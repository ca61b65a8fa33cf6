// The actions on the selected places.
import { Button } from 'react-aria-components/Button'
import { Toolbar } from 'react-aria-components/Toolbar'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Place } from './place-kinds.ts'

interface PlaceBarProps {
  readonly selected: readonly Place[]
  readonly onMerge: () => void
  readonly onTrash: () => void
  readonly onRestore: () => void
  readonly onClear: () => void
}
export function PlaceBar({ selected, onMerge, onTrash, onRestore, onClear }: PlaceBarProps) {
  const t = useText()
  const { data: me } = useMe()
  const isTrash = selected.every(({ status }) => status === 'trash')
  const isMergeable = me?.may.edit_others === true && !selected.some(({ status }) => status === 'trash')
  return (
    <Toolbar className="bulk-bar" aria-label={t('With the selected rows')}>
      <b>{t('{count} selected', { count: selected.length })}</b>
      {isMergeable && selected.length > 1 && (
        <Button onPress={onMerge}>
          <Icon name="share" small />
          {t('Merge')}
        </Button>
      )}
      {isTrash ? (
        <Button onPress={onRestore}>
          <Icon name="undo" small />
          {t('Restore')}
        </Button>
      ) : (
        <Button onPress={onTrash}>
          <Icon name="trash" small />
          {t('Move to trash')}
        </Button>
      )}
      <Button onPress={onClear}>
        <span className="visually-hidden">{t('Clear the selection')}</span>
        <Icon name="close" small />
      </Button>
    </Toolbar>
  )
}
