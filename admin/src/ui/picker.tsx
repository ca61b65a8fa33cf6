// A list of choices with a search, in a popover that a button opens.
import { use, type ReactElement, type ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from './icon.tsx'
import { SearchField } from './search-field.tsx'

export interface PickerOption {
  readonly id: number | string
  readonly name: string
  /** Language of the name, if it is not that of the interface. */
  readonly lang?: string
}
interface PickerProps {
  /** The button that opens the choices. */
  readonly trigger: ReactElement
  readonly label: string
  readonly searchLabel: string
  readonly emptyText: string
  readonly options: readonly PickerOption[]
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly selected: readonly PickerOption['id'][]
  /** Whether several choices can be made. One choice closes the popover. */
  readonly isMultiple?: boolean
  readonly onChange: (ids: PickerOption['id'][]) => void
  readonly footer?: ReactNode
  readonly onOpenChange?: (isOpen: boolean) => void
}
export const Picker = ({ trigger, label, onOpenChange = () => undefined, ...list }: PickerProps) => (
  <DialogTrigger onOpenChange={onOpenChange}>
    {trigger}
    <Popover className="popover picker" aria-label={label}>
      <PickerList {...list} label={label} />
    </Popover>
  </DialogTrigger>
)

function PickerList({
  label,
  searchLabel,
  emptyText,
  options,
  search,
  onSearch,
  selected,
  isMultiple = false,
  onChange,
  footer,
}: Omit<PickerProps, 'trigger' | 'onOpenChange'>) {
  const popover = use(OverlayTriggerStateContext)
  return (
    <Autocomplete inputValue={search} onInputChange={onSearch}>
      <SearchField label={searchLabel} autoFocus />
      <ListBox
        className="menu"
        aria-label={label}
        items={options}
        selectionMode={isMultiple ? 'multiple' : 'single'}
        selectedKeys={selected}
        escapeKeyBehavior="none"
        onSelectionChange={(keys) => {
          onChange(keys === 'all' ? options.map(({ id }) => id) : [...keys])
          if (!isMultiple) popover?.close()
        }}
        renderEmptyState={() => <p className="picker-empty soft">{emptyText}</p>}
      >
        {(option) => (
          <ListBoxItem className="menu-item" textValue={option.name}>
            {({ isSelected }) => (
              <>
                <bdi className="grow" lang={option.lang}>
                  {option.name}
                </bdi>
                {isSelected && <Icon name="check" small />}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
      {footer && <div className="picker-footer">{footer}</div>}
    </Autocomplete>
  )
}
