// Shows the event as it looks in a list, and opens its page.
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { focusStyle } from '../../lib/picture.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { Button } from '../../ui/button.tsx'
import type { LoadedEvent } from './load.ts'
import type { EventValues } from './values.ts'

const PagePreview = lazy(async () => ({ default: (await import('./page-preview.tsx')).PagePreview }))

interface PreviewCardProps {
  readonly values: EventValues
  readonly language: string
  /** The stored event; null if its page cannot be shown. */
  readonly loaded: LoadedEvent | null
}
export function PreviewCard({ values: { shared, texts }, language, loaded }: PreviewCardProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { day, time } = useWallFormats()
  const { start, all_day, image, venue, cost } = shared
  const when = [start.day && day(start.day), !all_day && start.time && time(start.time)].filter(Boolean).join(', ')
  const where = [venue.map(({ name }) => name).join(', '), cost].filter(Boolean).join(' · ')
  return (
    <section className="side-card" aria-labelledby="preview-title">
      <h2 id="preview-title">{t('How it looks')}</h2>
      <div className="preview">
        {image && <img src={image.url} alt="" style={focusStyle(image)} />}
        <div className="preview-text">
          {when && <p className="preview-when">{when}</p>}
          <p className="preview-title" lang={language} dir="auto">
            {texts[language]?.title || t('Title of the event')}
          </p>
          {where && <p className="soft small">{where}</p>}
        </div>
      </div>
      {loaded && (
        <Button isBlock onPress={() => setOpen(true)}>
          {t('Preview the page')}
        </Button>
      )}
      {loaded && isOpen && (
        <Suspense>
          <PagePreview
            id={loaded.record.id}
            language={language}
            isProposed={(loaded.proposal?.copy ?? null) !== null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
