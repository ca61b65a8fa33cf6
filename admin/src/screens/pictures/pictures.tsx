// The library of pictures: all that were uploaded, with a search, and new ones by drop.
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { FieldMessage } from '../../ui/fields.tsx'
import { PictureDrop, UploadProgress } from '../../ui/picture-upload.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { AddressSearch } from '../library/address-search.tsx'
import { EmptyList, MoreRows } from '../library/list-parts.tsx'
import { useReloadLibrary } from '../library/use-library-change.ts'
import { useTitle } from '../outside-page.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { PictureGrid } from './picture-card.tsx'
import { usePictureList } from './picture-queries.ts'
import { useUploads, type PictureUpload } from './use-uploads.ts'
import '../../styles/filters.css'
import '../../styles/pickers.css'
import '../../styles/events.css'
import '../../styles/editor.css'
import '../../styles/pictures.css'

export function PicturesScreen() {
  const t = useText()
  const { language } = useLanguage()
  const { search = '' } = useSearch({ from: '/frame/pictures' })
  const { data: me } = useMe()
  const reload = useReloadLibrary()
  const query = usePictureList(search)
  const [openId, setOpenId] = useState<number | null>(null)
  const { uploads, start } = useUploads(language, (images) => {
    void reload()
    // A single picture is opened, so that it is described at once.
    if (images.length === 1) setOpenId(images[0]?.id ?? null)
  })
  useTitle(t('Pictures'))
  return (
    <div className="page events">
      <header>
        <h1>{t('Pictures')}</h1>
      </header>
      {me?.may.publish && <PictureDrop onFiles={start} isMultiple />}
      {uploads.length > 0 && <Uploads uploads={uploads} />}
      <div className="filters" role="group" aria-label={t('Search and filters')}>
        <AddressSearch label={t('Search pictures')} search={search} />
      </div>
      <QueryState query={query}>
        {({ pages }) => {
          const pictures = pages.flatMap(({ media }) => media)
          if (pictures.length === 0)
            return search ? (
              <EmptyList icon="search" title={t('No pictures match “{text}”', { text: search })} text={t('Try fewer or other words.')} />
            ) : (
              <EmptyList
                icon="image"
                title={t('There are no pictures yet.')}
                text={t('Pictures that you upload here or with an event appear in this library, and can be used again.')}
              />
            )
          return (
            <>
              <PictureGrid label={t('Pictures')} pictures={pictures} onOpen={({ id }) => setOpenId(id)} />
              <MoreRows shown={pictures.length} total={pages.at(-1)?.total ?? 0} query={query} />
            </>
          )
        }}
      </QueryState>
      {openId !== null && <PictureDialog key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </div>
  )
}

function Uploads({ uploads }: { readonly uploads: readonly PictureUpload[] }) {
  const t = useText()
  return (
    <ul className="upload-list" aria-label={t('Uploads')}>
      {uploads.map(({ key, name, previewUrl, share, error, cancel }) => (
        <li key={key}>
          <bdi className="clip small">{name}</bdi>
          {error === null ? (
            <UploadProgress previewUrl={previewUrl} share={share} onCancel={cancel} />
          ) : (
            <FieldMessage>{error}</FieldMessage>
          )}
        </li>
      ))}
    </ul>
  )
}
