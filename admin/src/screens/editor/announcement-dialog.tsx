// Asks for the reason why an event does not take place as planned.
import { useState } from 'react'
import type { EventDetail } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'

export interface Announcement {
  readonly event_status: 'cancelled' | 'postponed' | 'moved_online'
  readonly reason: string
  readonly online_url: string
}
interface AnnouncementDialogProps {
  readonly status: Announcement['event_status']
  readonly language: string
  readonly record: EventDetail
  readonly isPending: boolean
  readonly onConfirm: (announcement: Announcement) => void
  readonly onClose: () => void
}
export function AnnouncementDialog({ status, language, record, isPending, onConfirm, onClose }: AnnouncementDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [address, setAddress] = useState(record.online_url ?? '')
  const isDate = record.series !== null
  const titles: Readonly<Record<Announcement['event_status'], string>> = {
    cancelled: isDate ? t('Cancel this date') : t('Cancel the event'),
    postponed: isDate ? t('Postpone this date') : t('Postpone the event'),
    moved_online: isDate ? t('Move this date online') : t('Move the event online'),
  }
  return (
    <Dialog
      title={titles[status]}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Keep it')}</Button>
          <Button
            variant="primary"
            isPending={isPending}
            onPress={() => onConfirm({ event_status: status, reason: reason.trim(), online_url: address.trim() })}
          >
            {titles[status]}
          </Button>
        </>
      }
    >
      <p className="soft">
        {record.type === 'series' ? t('This applies to all dates.') : t('It stays in the calendar, and visitors see the note.')}
      </p>
      {status === 'moved_online' && (
        <TextField name="new_online_url" type="url" label={t('Online address')} value={address} onChange={setAddress} />
      )}
      <TextArea
        name="reason"
        label={t('Note for visitors')}
        remark={t('optional, in {language}', { language: languageName(language) })}
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}
