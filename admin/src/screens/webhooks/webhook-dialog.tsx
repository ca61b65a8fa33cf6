// Adds a webhook, or changes one.
import type { ManagedWebhook, WebhookEvent, WebhookWithSecret } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { languageName } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { useSubmission } from '../../lib/submission.ts'
import { TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { SubmissionDialog } from '../../ui/submission-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EventChoice } from './event-choice.tsx'
import { useReloadWebhooks } from './webhook-queries.ts'

const FIELDS = ['url', 'description', 'events', 'language'] as const
interface WebhookValues {
  readonly url: string
  readonly description: string
  readonly events: readonly WebhookEvent[]
  readonly language: string
  readonly active: boolean
}

interface WebhookDialogProps {
  /** The webhook to change. Without it, a new one is added. */
  readonly webhook?: ManagedWebhook
  readonly onClose: () => void
  readonly onAdded?: (webhook: WebhookWithSecret) => void
}
export function WebhookDialog({ webhook, onClose, onAdded }: WebhookDialogProps) {
  const t = useText()
  const client = useClient()
  const reload = useReloadWebhooks()
  const [values, setValues] = useState<WebhookValues>(
    webhook ?? { url: '', description: '', events: ['*'], language: pageSettings.default_language, active: true },
  )
  const submission = useSubmission(async () => {
    const { url, description, events, language, active } = values
    const sent = { url, description, events: [...events], language, active }
    if (webhook === undefined) onAdded?.(await client.webhooks.create(sent))
    else {
      await client.webhooks.update(webhook.id, sent)
      onClose()
      showToast({ text: t('The webhook is saved.') })
    }
    await reload()
  }, FIELDS)
  return (
    <SubmissionDialog
      title={webhook ? t('Change the webhook') : t('New webhook')}
      submission={submission}
      action={webhook ? t('Save') : t('Add the webhook')}
      onClose={onClose}
    >
      <WebhookFields values={values} onChange={setValues} />
      {webhook && Object.keys(webhook.filter).length > 0 && (
        <Note kind="information">{t('A program has limited this webhook to some events. The limit stays.')}</Note>
      )}
    </SubmissionDialog>
  )
}

interface WebhookFieldsProps {
  readonly values: WebhookValues
  readonly onChange: (values: WebhookValues) => void
}
function WebhookFields({ values, onChange }: WebhookFieldsProps) {
  const t = useText()
  const set = (changes: Partial<WebhookValues>): void => onChange({ ...values, ...changes })
  return (
    <>
      <TextField
        name="url"
        label={t('Address of the receiver')}
        hint={t('The calendar sends each change to this address, such as https://example.org/calendar.')}
        value={values.url}
        onChange={(url) => set({ url })}
        type="url"
        dir="ltr"
        autoComplete="off"
        autoFocus
        isRequired
      />
      <TextField
        name="description"
        label={t('Purpose')}
        hint={t('Helps your team to recognize it, such as: website of the library.')}
        value={values.description}
        onChange={(description) => set({ description })}
      />
      <EventChoice value={values.events} onChange={(events) => set({ events })} />
      <Select
        name="language"
        label={t('Language of the texts')}
        value={values.language}
        options={pageSettings.languages.map((id) => ({ id, label: languageName(id) }))}
        onChange={(language) => set({ language })}
      />
      <Switch isSelected={values.active} onChange={(active) => set({ active })}>
        {t('Active')}
      </Switch>
    </>
  )
}
