// Shows every component in its states, for people who change them and for the tests of accessibility.
import { useState } from 'react'
import { useText } from '../lib/language.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox, PasswordField, TextArea, TextField } from '../ui/fields.tsx'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { Note } from '../ui/note.tsx'
import { showToast } from '../ui/toast.tsx'
import { useTitle } from './outside-page.tsx'

export function Components() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  useTitle(t('Components'))
  return (
    <main className="page">
      <header>
        <h1>{t('Components')}</h1>
        <LanguageMenu />
      </header>
      <section className="card section" aria-label={t('Buttons')}>
        <div className="row">
          <Button variant="primary" icon="plus">
            {t('New event')}
          </Button>
          <Button icon="copy">{t('Duplicate')}</Button>
          <Button variant="ghost">{t('Cancel')}</Button>
          <Button variant="danger" icon="trash">
            {t('Move to trash')}
          </Button>
          <Button isDisabled>{t('Publish')}</Button>
          <Button variant="primary" isPending>
            {t('Publish')}
          </Button>
          <IconButton label={t('Edit')} icon="edit" />
        </div>
        <div className="row">
          <Button onPress={() => setOpen(true)}>{t('Open a dialog')}</Button>
          <Button onPress={() => showToast({ text: t('Moved to trash.'), action: { label: t('Undo'), run: () => undefined } })}>
            {t('Show a message')}
          </Button>
        </div>
      </section>
      <section className="card section" aria-label={t('Fields')}>
        <TextField label={t('Title')} remark={t('in your language')} defaultValue="Story hour" />
        <TextField
          label={t('Email address')}
          errorMessage={t('This is not an email address.')}
          defaultValue="amina@"
          hint={t('For a forgotten password.')}
        />
        <PasswordField label={t('Password')} defaultValue="violet tractor" />
        <TextArea label={t('Describe the picture')} hint={t('For people who cannot see it.')} />
        <Checkbox defaultSelected>{t('It also happens online')}</Checkbox>
        <Checkbox>{t('Feature on the first page')}</Checkbox>
      </section>
      <section className="card section" aria-label={t('Notes and badges')}>
        <Note kind="information">{t('The venue is free at this time.')}</Note>
        <Note kind="warning">{t('The Arabic translation is outdated.')}</Note>
        <Note kind="problem">{t('The end is before the start.')}</Note>
        <Note kind="good">{t('Saved.')}</Note>
        <div className="row">
          <span className="badge good">{t('Published')}</span>
          <span className="badge waiting">{t('Pending review')}</span>
          <span className="badge planned">{t('Scheduled')}</span>
          <span className="badge off">{t('Canceled')}</span>
          <span className="badge">{t('Draft')}</span>
        </div>
      </section>
      <Dialog
        title={t('Which dates?')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onPress={() => setOpen(false)}>{t('Cancel')}</Button>
            <Button variant="primary" onPress={() => setOpen(false)}>
              {t('Change')}
            </Button>
          </>
        }
      >
        <p>{t('Choose the dates that the change applies to.')}</p>
      </Dialog>
    </main>
  )
}
