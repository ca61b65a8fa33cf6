// The menu of a source: its settings, and its deletion.
import { useNavigate } from '@tanstack/react-router'
import type { ImportSource } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useReloadSources } from './import-queries.ts'
import { SourceDialog } from './source-dialog.tsx'

export function SourceCommands({ source }: { readonly source: ImportSource }) {
  const t = useText()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <>
      <Menu
        label={t('Actions')}
        trigger={<IconButton label={t('More for “{title}”', { title: source.name })} icon="more" />}
        entries={[
          { id: 'edit', label: t('Settings'), icon: 'settings', run: () => setOpen('edit') },
          { id: 'delete', label: t('Delete for good'), icon: 'trash', run: () => setOpen('delete') },
        ]}
      />
      {open === 'edit' && <SourceDialog source={source} onClose={close} />}
      {open === 'delete' && <DeleteSource source={source} onClose={close} />}
    </>
  )
}

function DeleteSource({ source, onClose }: { readonly source: ImportSource; readonly onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadSources()
  const remove = async (): Promise<void> => {
    await client.sources.delete(source.id)
    showToast({ text: t('“{name}” is deleted. Its events stay.', { name: source.name }) })
    await navigate({ to: '/imports' })
    await reload()
  }
  return (
    <ConfirmDialog title={t('Delete this import?')} action={t('Delete for good')} onConfirm={remove} onClose={onClose}>
      <p>{t('Its events stay in the calendar, and are no longer updated. Its reports are erased. This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}
