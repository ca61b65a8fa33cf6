// A field for formatted text. It is loaded separately, because the editor is large.
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Form } from 'react-aria-components/Form'
import { Popover } from 'react-aria-components/Popover'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Toolbar } from 'react-aria-components/Toolbar'
import { useText } from '../lib/language.tsx'
import { directionOf } from '../lib/messages.ts'
import { Button } from './button.tsx'
import { TextField } from './fields.tsx'
import { Icon, type IconName } from './icon.tsx'
import { cleanPastedHtml, isAllowedAddress, richTextExtensions } from './rich-text-schema.ts'

interface RichTextProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly language: string
  readonly placeholder: string
  readonly onChange: (html: string) => void
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
}
export function RichText({ id, label, value, language, placeholder, onChange, isInvalid = false, describedBy }: RichTextProps) {
  const t = useText()
  /** The HTML that the editor shows, as it was given or as it was typed. */
  const shown = useRef(value)
  const change = useRef(onChange)
  change.current = onChange
  const [extensions] = useState(() => richTextExtensions(placeholder))
  const attributes = {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    lang: language,
    dir: directionOf(language),
    class: 'prose',
    ...(isInvalid && { 'aria-invalid': 'true' }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    editorProps: { transformPastedHTML: cleanPastedHtml, attributes },
    onUpdate: ({ editor: current }) => {
      shown.current = current.isEmpty ? '' : current.getHTML()
      change.current(shown.current)
    },
  })
  useEffect(() => {
    if (value === shown.current) return
    shown.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="rich-text" data-invalid={isInvalid || undefined}>
      <FormatBar editor={editor} label={t('Formatting')} />
      <EditorContent editor={editor} />
      <WordCount editor={editor} />
    </div>
  )
}

function WordCount({ editor }: { readonly editor: Editor }) {
  const t = useText()
  const count = useEditorState({
    editor,
    selector: ({ editor: { state } }) => countWords(state.doc.textBetween(0, state.doc.content.size, ' ')),
  })
  return <p className="word-count">{t('{count} words', { count })}</p>
}
const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

interface Format {
  readonly icon: IconName
  readonly label: string
  readonly isActive: (editor: Editor) => boolean
  readonly toggle: (editor: Editor) => void
}
function useFormats(): readonly (readonly Format[])[] {
  const t = useText()
  const format = (icon: IconName, label: string, name: string, toggle: Format['toggle']): Format => ({
    icon,
    label,
    isActive: (editor) => editor.isActive(name),
    toggle,
  })
  const heading = (icon: IconName, label: string, level: 2 | 3): Format => ({
    icon,
    label,
    isActive: (editor) => editor.isActive('heading', { level }),
    toggle: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  })
  return [
    [heading('heading', t('Heading'), 2), heading('heading-small', t('Small heading'), 3)],
    [
      format('bold', t('Bold'), 'bold', (editor) => editor.chain().focus().toggleBold().run()),
      format('italic', t('Italic'), 'italic', (editor) => editor.chain().focus().toggleItalic().run()),
    ],
    [
      format('list', t('Bulleted list'), 'bulletList', (editor) => editor.chain().focus().toggleBulletList().run()),
      format('numbers', t('Numbered list'), 'orderedList', (editor) => editor.chain().focus().toggleOrderedList().run()),
      format('quote', t('Quote'), 'blockquote', (editor) => editor.chain().focus().toggleBlockquote().run()),
    ],
  ]
}

function FormatBar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const t = useText()
  const groups = useFormats()
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: groups.flat().map(({ isActive }) => isActive(current)),
      isLink: current.isActive('link'),
      canUndo: current.can().undo(),
    }),
  })
  const isActive = new Map(groups.flat().map(({ label: name }, index) => [name, state.active[index] ?? false]))
  return (
    <Toolbar className="format-bar" aria-label={label}>
      {groups.map((group, index) => (
        <span className="group" key={group[0]?.label}>
          {group.map(({ icon, label: name, toggle }) => (
            <ToggleButton
              key={name}
              className="icon-button"
              aria-label={name}
              isSelected={isActive.get(name) ?? false}
              onChange={() => toggle(editor)}
            >
              <Icon name={icon} />
            </ToggleButton>
          ))}
          {index === 1 && <LinkButton editor={editor} isActive={state.isLink} />}
        </span>
      ))}
      <AriaButton
        className="icon-button end"
        aria-label={t('Undo typing')}
        isDisabled={!state.canUndo}
        onPress={() => editor.chain().focus().undo().run()}
      >
        <Icon name="undo" />
      </AriaButton>
    </Toolbar>
  )
}

function LinkButton({ editor, isActive }: { readonly editor: Editor; readonly isActive: boolean }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const formId = useId()
  const open = (next: boolean): void => {
    setAddress(String(editor.getAttributes('link')['href'] ?? ''))
    setError(null)
    setOpen(next)
  }
  const apply = (): void => {
    const typed = address.trim()
    const href = /^[\w.+-]+@[\w.-]+$/.test(typed) ? `mailto:${typed}` : /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
    if (typed === '' || !isAllowedAddress(href)) return setError(t('Enter a web address, such as https://example.org.'))
    setOpen(false)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !isActive)
      chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <AriaButton className="icon-button" aria-label={t('Link')} aria-pressed={isActive} data-selected={isActive || undefined}>
        <Icon name="link" />
      </AriaButton>
      <Popover className="popover">
        <Dialog className="link-dialog" aria-label={t('Link')}>
          <Form
            id={formId}
            className="stack"
            validationBehavior="aria"
            onSubmit={(event) => {
              event.preventDefault()
              event.stopPropagation()
              apply()
            }}
          >
            <TextField
              name="address"
              label={t('Web address')}
              value={address}
              onChange={setAddress}
              errorMessage={error ?? undefined}
              autoFocus
              inputMode="url"
            />
            <div className="row">
              <Button type="submit" variant="primary" size="small">
                {t('Set the link')}
              </Button>
              {isActive && (
                <Button
                  size="small"
                  variant="ghost"
                  onPress={() => {
                    setOpen(false)
                    editor.chain().focus().extendMarkRange('link').unsetLink().run()
                  }}
                >
                  {t('Remove the link')}
                </Button>
              )}
            </div>
          </Form>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
