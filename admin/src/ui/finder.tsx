// A field that finds a record while the person types. The last entry of its list creates a record with the typed name.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useText } from '../lib/language.tsx'
import { Icon, type IconName } from './icon.tsx'

export interface Suggestion {
  readonly id: string
  readonly label: string
  readonly detail?: string
}
export interface FinderProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly name: string
  readonly placeholder?: string
  readonly icon?: IconName
  /** The key of the answers in the cache, without the text. */
  readonly queryKey: readonly string[]
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
  /** IDs of records that are chosen already. */
  readonly excluded?: readonly string[]
  readonly onChoose: (suggestion: Suggestion) => void
  /** The label of the last entry. Without it, the person cannot create a record. */
  readonly createLabel?: (text: string) => string
  readonly onCreate?: (text: string) => void
  /** Called when Backspace is pressed in the empty field. */
  readonly onEmptyBackspace?: () => void
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  readonly autoFocus?: boolean
}
const CREATE = '+'
const PAUSE_MS = 150

export function Finder({ label, isLabelHidden = false, name, placeholder, icon, queryKey, find, ...props }: FinderProps) {
  const t = useText()
  const [text, setText] = useState('')
  const sought = usePaused(text.trim())
  const { data: found = [], isFetching } = useQuery({
    queryKey: [...queryKey, sought],
    queryFn: ({ signal }) => find(sought, signal),
    placeholderData: (previous) => previous,
  })
  const { createLabel, onCreate, excluded = [] } = props
  const typed = text.trim()
  const canCreate = createLabel !== undefined && typed !== '' && !found.some((each) => isSameName(each.label, typed))
  const items = [...found.filter(({ id }) => !excluded.includes(id)), ...(canCreate ? [{ id: CREATE, label: createLabel(typed) }] : [])]
  const choose = (key: unknown): void => {
    if (key === null) return
    setText('')
    if (key === CREATE) onCreate?.(typed)
    const suggestion = found.find(({ id }) => id === key)
    if (suggestion) props.onChoose(suggestion)
  }
  return (
    <AriaComboBox
      className="field finder"
      items={items}
      inputValue={text}
      onInputChange={setText}
      value={null}
      onChange={choose}
      menuTrigger="input"
      allowsEmptyCollection
      isInvalid={props.isInvalid ?? false}
      isDisabled={props.isDisabled ?? false}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : 'label'}>{label}</Label>
      <Group className={isLabelHidden ? 'finder-input' : 'input-group'}>
        {icon && <Icon name={icon} small />}
        <Input
          className="input"
          id={`field-${name}-input`}
          name={`${name}_search`}
          placeholder={placeholder ?? ''}
          autoComplete="off"
          autoFocus={props.autoFocus ?? false}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '') props.onEmptyBackspace?.()
          }}
        />
      </Group>
      <Popover className="popover finder-list" offset={4}>
        <ListBox
          className="menu"
          renderEmptyState={() => <p className="menu-empty">{isFetching ? t('Searching…') : t('Nothing found')}</p>}
        >
          {(item: Suggestion) => (
            <ListBoxItem className={item.id === CREATE ? 'menu-item create' : 'menu-item'} textValue={item.label}>
              {item.id === CREATE ? <Icon name="plus" small /> : icon && <Icon name={icon} small />}
              <span className="grow">
                <bdi>{item.label}</bdi>
                {item.detail && <span className="detail">{item.detail}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}

const isSameName = (one: string, other: string): boolean => one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0

/** The text after the person has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
