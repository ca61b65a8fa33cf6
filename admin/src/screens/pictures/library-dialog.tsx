// Chooses a picture that was uploaded before.
import { useState } from 'react'
import { useDebounced } from '../../lib/delayed.ts'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { MoreRows } from '../library/list-parts.tsx'
import { PictureGrid } from './picture-card.tsx'
import { usePictureList } from './picture-queries.ts'

const PAUSE_MS = 250

interface LibraryDialogProps {
  readonly onChoose: (id: number) => void
  readonly onClose: () => void
}
export function LibraryDialog({ onChoose, onClose }: LibraryDialogProps) {
  const t = useText()
  const [text, setText] = useState('')
  const search = useDebounced(text, PAUSE_MS).trim()
  const query = usePictureList(search)
  return (
    <Dialog title={t('Choose from the library')} isOpen isWide onClose={onClose} footer={<Button onPress={onClose}>{t('Cancel')}</Button>}>
      <SearchField label={t('Search pictures')} name="picture_search" value={text} onChange={setText} autoFocus />
      <QueryState query={query}>
        {({ pages }) => {
          const pictures = pages.flatMap(({ media }) => media)
          if (pictures.length === 0)
            return <p className="soft">{search ? t('No pictures match “{text}”', { text: search }) : t('There are no pictures yet.')}</p>
          return (
            <>
              <PictureGrid label={t('Pictures')} pictures={pictures} onOpen={({ id }) => onChoose(id)} />
              <MoreRows shown={pictures.length} total={pages.at(-1)?.total ?? 0} query={query} />
            </>
          )
        }}
      </QueryState>
    </Dialog>
  )
}
