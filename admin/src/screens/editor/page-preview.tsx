// Shows the public page of an event as it is saved, in a frame in which no script runs.
import { useQuery } from '@tanstack/react-query'
import { createClient } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'

interface PagePreviewProps {
  readonly id: number
  readonly language: string
  /** Whether the page shows the edits that are not published. */
  readonly isProposed: boolean
  readonly onClose: () => void
}
export function PagePreview({ id, language, isProposed, onClose }: PagePreviewProps) {
  const t = useText()
  const query = useQuery({
    queryKey: ['preview', id, language, isProposed],
    queryFn: ({ signal }) => loadPreview({ id, language, isProposed }, signal),
    gcTime: 0,
    staleTime: 0,
  })
  return (
    <Dialog
      title={t('How the page looks')}
      isOpen
      onClose={onClose}
      isWide
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <p className="soft small">{t('The page shows what is saved. Links and buttons do nothing here.')}</p>
      <QueryState query={query}>
        {({ html }) => <iframe className="page-preview" title={t('How the page looks')} sandbox="" srcDoc={html} />}
      </QueryState>
    </Dialog>
  )
}

/** The client expects JSON, so the page is wrapped. Errors stay as they are. */
function loadPreview({ id, language, isProposed }: Omit<PagePreviewProps, 'onClose'>, signal: AbortSignal): Promise<{ html: string }> {
  const client = createClient({
    baseUrl: location.origin + pageSettings.api,
    session: pageSettings.authentication,
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      return response.ok ? new Response(JSON.stringify({ html: await response.text() })) : response
    },
  })
  const query = new URLSearchParams({ i18n_language: language, ...(isProposed && { working_copy: 'true' }) })
  return client.request({ method: 'GET', path: `/events/${id}/preview?${query.toString()}`, idempotent: true, signal })
}
