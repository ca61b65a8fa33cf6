// The bar above the editor: the way back, the state of saving, and the buttons that save.
import { Link } from '@tanstack/react-router'
import type { EventDetail, Me } from '@kalends/client'
import { useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Proposal } from './load.ts'
import type { Saving } from './use-saving.ts'
import type { SharedValues } from './values.ts'

interface TopBarProps {
  readonly title: string
  readonly record: EventDetail | null
  readonly shared: SharedValues
  readonly me: Me
  readonly isDirty: boolean
  readonly saving: Saving
  readonly isReadOnly: boolean
  /** Changes that wait for an editor. */
  readonly proposal: Proposal | null
}
export function TopBar({ title, record, shared, me, isDirty, saving, isReadOnly, proposal }: TopBarProps) {
  const t = useText()
  const isUnpublished = record === null || ['draft', 'pending'].includes(record.status)
  const isUnsent = proposal !== null && proposal.copy?.state !== 'pending'
  return (
    <header className="editor-bar">
      <nav aria-label={t('Back')} className="way-back">
        <Link to="/events">
          <Icon name="back" />
          {t('Events')}
        </Link>
      </nav>
      <Icon name="chevron-right" small />
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <SaveState isDirty={isDirty} saving={saving} isNew={record === null} />
      {isUnpublished && shared.status !== 'draft' && !isReadOnly && (
        <Button variant="ghost" onPress={() => saving.save('draft')} isDisabled={saving.isPending}>
          {t('Save draft')}
        </Button>
      )}
      {isUnsent && (
        <Button name="keep" variant="ghost" onPress={() => saving.save()} isDisabled={saving.isPending}>
          {t('Save')}
        </Button>
      )}
      <Button
        id="save"
        variant="primary"
        isPending={saving.isPending}
        isDisabled={isReadOnly}
        onPress={() => (isUnsent ? saving.save('pending') : saving.save())}
      >
        {isUnsent ? t('Send for review') : saveLabel(shared, record, me, t)}
        {!isUnsent && <kbd aria-hidden="true">{SHORTCUT}</kbd>}
      </Button>
    </header>
  )
}
const SHORTCUT = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘S' : 'Ctrl S'

function saveLabel({ status, publish_at }: SharedValues, record: EventDetail | null, me: Me, t: Translate): string {
  if (status === 'draft') return record?.status === 'publish' || record?.status === 'future' ? t('Make it a draft') : t('Save draft')
  if (status === 'pending') return record?.status === 'pending' ? t('Update') : t('Send for review')
  if (status === 'private') return t('Save')
  if (record?.status === 'publish') return t('Update')
  if (!me.may.publish) return t('Send for review')
  return publish_at === null ? t('Publish') : t('Schedule')
}

interface SaveStateProps {
  readonly isDirty: boolean
  readonly isNew: boolean
  readonly saving: Saving
}
function SaveState({ isDirty, isNew, saving: { isPending, savedAt } }: SaveStateProps) {
  const t = useText()
  const text = isPending
    ? t('Saving…')
    : isDirty
      ? t('Kept on this device, not saved')
      : savedAt === null
        ? isNew
          ? ''
          : t('Saved')
        : t('Saved just now')
  return (
    <p className={isDirty ? 'save-state waiting' : 'save-state'} role="status">
      {!isDirty && text && <Icon name="check" small />}
      <span>{text}</span>
    </p>
  )
}
