// Chooses one of a few values.
import { Button } from 'react-aria-components/Button'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { FieldError, useFieldError } from './fields.tsx'
import { Icon } from './icon.tsx'

interface SelectProps<T extends string> {
  readonly label: string
  readonly name: string
  readonly value: T
  readonly options: readonly { readonly id: T; readonly label: string }[]
  readonly onChange: (value: T) => void
  readonly isDisabled?: boolean
}
export function Select<T extends string>({ label, name, value, options, onChange, isDisabled = false }: SelectProps<T>) {
  const { message, invalidProps } = useFieldError({ name, errorMessage: undefined })
  return (
    <AriaSelect
      className="field"
      name={name}
      {...invalidProps}
      value={value}
      isDisabled={isDisabled}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key)
        if (chosen) onChange(chosen.id)
      }}
    >
      <Label className="label">{label}</Label>
      <Button className="input pick">
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="chevron-down" small />
      </Button>
      <FieldError message={message} />
      <Popover className="popover">
        <ListBox className="menu" items={options} shouldFocusWrap>
          {(option) => (
            <ListBoxItem className="menu-item" textValue={option.label}>
              <span className="grow">{option.label}</span>
              {option.id === value && <Icon name="check" small />}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
