// The command palette: goes to a screen, starts something new, and finds events, venues and organizers, by keyboard or pointer.
import { useRef, useState } from 'react'
import type { Me } from '@kalends/client'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { TextField } from 'react-aria-components/TextField'
import { showFrameDialog } from '../../lib/frame-dialog.ts'
import { useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import '../../styles/palette.css'
import { usePaletteSections, type PaletteEntry, type PaletteSection } from './sections.ts'

const close = (): void => showFrameDialog(null)

export function Palette({ me }: { readonly me: Me }) {
  const t = useText()
  return (
    <ModalOverlay className="overlay palette-overlay" isOpen onOpenChange={(isOpen) => !isOpen && close()} isDismissable>
      <Modal>
        <Dialog className="dialog palette" aria-label={t('Search or jump to…')}>
          <PaletteSearch me={me} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function PaletteSearch({ me }: { readonly me: Me }) {
  const t = useText()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { sections, isSearching, query } = usePaletteSections(text, me, close)
  const entries = sections.flatMap((section) => section.entries)
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <TextField
        className="palette-field"
        aria-label={t('Search or jump to…')}
        autoFocus
        onKeyDown={(event) => {
          // Records that arrive later than the last key are not marked yet.
          if (event.key === 'Enter' && !input.current?.hasAttribute('aria-activedescendant')) entries[0]?.run()
        }}
      >
        <Icon name="search" />
        <Input ref={input} className="input" placeholder={t('Search or jump to…')} autoComplete="off" spellCheck="false" />
        <kbd aria-hidden="true">Esc</kbd>
      </TextField>
      {query.isError && text.trim() !== '' && <Note kind="problem">{messageOf(query.error, t)}</Note>}
      <ListBox
        className="menu palette-list"
        aria-label={t('Results')}
        items={sections}
        escapeKeyBehavior="none"
        renderEmptyState={() => <p className="palette-empty soft">{isSearching ? t('Searching…') : t('Nothing found')}</p>}
      >
        {(section) => <PaletteGroup section={section} />}
      </ListBox>
      <p className="visually-hidden" role="status">
        {text.trim() !== '' && !isSearching && t('{count} results', { count: entries.length })}
      </p>
    </Autocomplete>
  )
}

const PaletteGroup = ({ section: { id, title, entries } }: { readonly section: PaletteSection }) => (
  <ListBoxSection id={id}>
    <Header className="palette-title">{title}</Header>
    <Collection items={entries}>{(entry) => <PaletteItem entry={entry} />}</Collection>
  </ListBoxSection>
)

const PaletteItem = ({ entry: { icon, name, lang, detail, keys, run } }: { readonly entry: PaletteEntry }) => (
  <ListBoxItem className="menu-item" textValue={name} onAction={run}>
    <Icon name={icon} small />
    <bdi className="palette-name" lang={lang}>
      {name}
    </bdi>
    {detail && <bdi className="faint small">{detail}</bdi>}
    {keys && (
      <span className="palette-keys" aria-hidden="true">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    )}
  </ListBoxItem>
)
