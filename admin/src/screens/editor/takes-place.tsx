// Cancels, postpones or moves online an event or one date of a series, with a reason for visitors, and takes that back.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeIdOf, type Event, type EventDetail } from '@kalends/client'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { messageOf } from '../../lib/submission.ts'
import { useWallFormats } from '../../lib/wall-format.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AnnouncementDialog, type Announcement } from './announcement-dialog.tsx'
import { fieldLabel } from './field-names.ts'
import { editorKey, loadEvent, type LoadedEvent } from './load.ts'
import { useUndo } from './use-undo.ts'

interface TakesPlaceProps {
  readonly loaded: LoadedEvent
  /** The language in which the reason is written. */
  readonly language: string
}
export function TakesPlaceCard({ loaded, language }: TakesPlaceProps) {
  const t = useText()
  const { record } = loaded
  const wall = useWallFormats()
  const [asked, setAsked] = useState<Announcement['event_status'] | null>(null)
  const write = useStateWrite(loaded, () => setAsked(null))
  const isDate = record.series !== null
  const announce = ({ reason, online_url, event_status }: Announcement): void =>
    write.mutate({
      text: announcedText(event_status, t),
      send: (client, options) =>
        client.events.update(
          record.id,
          { event_status, event_status_reason: reason || null, ...(event_status === 'moved_online' && online_url && { online_url }) },
          { ...options, language },
        ),
    })
  return (
    <section className="side-card takes-place" aria-label={isDate ? t('This date') : t('Takes place')}>
      <h2>{isDate ? t('This date: {day}', { day: wall.day(record.start_date.slice(0, 10)) }) : t('Takes place')}</h2>
      {record.event_status === 'scheduled' || record.event_status === 'rescheduled' ? (
        <div className="stack">
          <Button size="small" icon="close" onPress={() => setAsked('cancelled')}>
            {isDate ? t('Cancel this date') : t('Cancel the event')}
          </Button>
          <Button size="small" variant="ghost" icon="clock" onPress={() => setAsked('postponed')}>
            {t('Postpone')}
          </Button>
          <Button size="small" variant="ghost" icon="globe" onPress={() => setAsked('moved_online')}>
            {t('Move online')}
          </Button>
        </div>
      ) : (
        <AnnouncedState
          record={record}
          isPending={write.isPending}
          onTakeBack={() =>
            write.mutate({
              text: t('It takes place as planned.'),
              send: (client, options) =>
                client.events.update(record.id, { event_status: 'scheduled', event_status_reason: null }, { ...options, language }),
            })
          }
        />
      )}
      {record.type === 'exception' && (
        <OwnValues
          record={record}
          isPending={write.isPending}
          onReset={() =>
            write.mutate({
              text: t('The date follows the series again.'),
              send: (client, options) => client.events.reset(record.id, [], options),
            })
          }
        />
      )}
      {asked !== null && (
        <AnnouncementDialog
          status={asked}
          language={language}
          record={record}
          isPending={write.isPending}
          onConfirm={announce}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

interface StateWrite {
  readonly text: string
  readonly send: (client: ReturnType<typeof useClient>, options: { readonly ifMatch?: string }) => Promise<Event>
}
/** Writes at once, and offers to undo it. Changes in the form stay as they are. */
function useStateWrite({ record: { id }, etag, values }: LoadedEvent, onDone: () => void) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const offerUndo = useUndo()
  return useMutation({
    mutationFn: ({ send }: StateWrite) => send(client, etag === null ? {} : { ifMatch: etag }),
    onSuccess: async (changed, { text }) => {
      queries.setQueryData(editorKey(id), await loadEvent(client, id, Object.keys(values.texts)))
      void queries.invalidateQueries({ queryKey: ['events'] })
      onDone()
      offerUndo({ id, changeId: changeIdOf(changed) }, text)
    },
    onError: (error) => showToast({ text: messageOf(error, t) }),
  })
}

function announcedText(status: Announcement['event_status'], t: Translate): string {
  return { cancelled: t('Canceled. Visitors see it at once.'), postponed: t('Postponed.'), moved_online: t('Moved online.') }[status]
}

interface StateProps {
  readonly record: EventDetail
  readonly isPending: boolean
}
function AnnouncedState({ record, isPending, onTakeBack }: StateProps & { readonly onTakeBack: () => void }) {
  const t = useText()
  const names: Partial<Record<EventDetail['event_status'], string>> = {
    cancelled: t('Canceled'),
    postponed: t('Postponed'),
    moved_online: t('Online'),
  }
  return (
    <div className="stack">
      <p>
        <span className={record.event_status === 'cancelled' ? 'badge off' : 'badge waiting'}>{names[record.event_status]}</span>
      </p>
      {record.event_status_reason && <p dir="auto">{record.event_status_reason}</p>}
      <Button size="small" icon="undo" isPending={isPending} onPress={onTakeBack}>
        {t('It takes place after all')}
      </Button>
    </div>
  )
}

function OwnValues({ record, isPending, onReset }: StateProps & { readonly onReset: () => void }) {
  const t = useText()
  const { list } = useFormats()
  const names = [...new Set(record.overrides.map((name) => fieldLabel(name.split('.')[0] ?? name, t)))]
  return (
    <div className="stack">
      <p className="small soft">{t('Different from the other dates: {fields}', { fields: list(names) })}</p>
      <Button size="small" variant="ghost" isPending={isPending} onPress={onReset}>
        {t('Make it like the others')}
      </Button>
    </div>
  )
}
