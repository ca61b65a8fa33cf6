// Actions on the whole event: copying it, moving it to the trash, and taking it out again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { changeIdOf } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.tsx'
import { editorKey, loadEvent, type LoadedEvent } from './load.ts'
import type { ScopeChoice } from './scope-choices.ts'
import { useUndo } from './use-undo.ts'

const ScopeDialog = lazy(async () => ({ default: (await import('./scope-dialog.tsx')).ScopeDialog }))

export function EventActions({ loaded }: { readonly loaded: LoadedEvent }) {
  const { record, etag, proposal } = loaded
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const trash = useTrash(loaded)
  const only: ScopeChoice = { scope: 'this', id: record.id, etag, start: null, plan: null }
  return (
    <div className="row">
      <Link className="button ghost small" to="/events/new" search={{ from: record.id }}>
        <Icon name="copy" />
        {t('Duplicate')}
      </Link>
      {record.status !== 'trash' && proposal === null && (
        <Button
          size="small"
          variant="ghost"
          icon="trash"
          isPending={trash.isPending}
          onPress={() => (record.type === 'single' ? trash.mutate(only) : setAsking(true))}
        >
          {record.series === null ? t('Move to trash') : t('Remove dates')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <ScopeDialog
            loaded={loaded}
            plan={null}
            changes={[]}
            isPending={trash.isPending}
            onConfirm={(choice) => trash.mutate(choice)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Moves an event, or the chosen dates of it, to the trash. */
function useTrash({ record }: LoadedEvent) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const offerUndo = useUndo()
  const wall = useWallFormats()
  const { title } = record
  return useMutation({
    mutationFn: ({ id, etag, scope }: ScopeChoice) => client.events.trash(id, { scope, ...(etag !== null && { ifMatch: etag }) }),
    onSuccess: async (trashed, { scope }) => {
      const isDate = scope === 'this' && record.series !== null
      const text = isDate
        ? t('“{title}”: {day} left out.', { title, day: wall.day(record.start_date.slice(0, 10)) })
        : t('“{title}” is in the trash.', { title })
      offerUndo({ id: record.id, changeId: changeIdOf(trashed) }, text)
      void queries.invalidateQueries({ queryKey: ['events'] })
      await navigate({ to: '/events' })
    },
    onError: (error) => showToast({ text: messageOf(error, t) }),
  })
}

export function TrashedNote({ id }: { readonly id: number }) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const restore = useMutation({
    mutationFn: () => client.events.restore(id),
    onSuccess: async () => queries.setQueryData(editorKey(id), await loadEvent(client, id, [])),
    onError: (error) => showToast({ text: messageOf(error, t) }),
  })
  return (
    <Note kind="warning">
      <p>{t('This event is in the trash. Nobody else sees it.')}</p>
      <div className="row">
        <Button size="small" icon="undo" isPending={restore.isPending} onPress={() => restore.mutate()}>
          {t('Take it out as a draft')}
        </Button>
      </div>
    </Note>
  )
}
