// A field that searches while the person types.
import type { Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField, type SearchFieldProps as AriaSearchFieldProps } from 'react-aria-components/SearchField'
import { Button } from 'react-aria-components/Button'
import { useText } from '../lib/language.tsx'
import { Icon } from './icon.tsx'

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className'> {
  readonly label: string
  /** The key that moves the focus to the field. */
  readonly shortcut?: string
  readonly inputRef?: Ref<HTMLInputElement>
}
export function SearchField({ label, shortcut, inputRef, ...props }: SearchFieldProps) {
  const t = useText()
  return (
    <AriaSearchField {...props} aria-label={label} className="search-field">
      <Icon name="search" small />
      <Input className="input" placeholder={label} {...(inputRef && { ref: inputRef })} />
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
      <Button className="clear" aria-label={t('Clear the search')}>
        <Icon name="close" small />
      </Button>
    </AriaSearchField>
  )
}
