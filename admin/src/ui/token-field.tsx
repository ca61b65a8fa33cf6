// A field with several records as tokens. Backspace in the empty field removes the last one.
import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { useText } from '../lib/language.tsx'
import { Finder, type FinderProps, type Suggestion } from './finder.tsx'
import { Icon } from './icon.tsx'
import { FieldMessage } from './fields.tsx'

export interface Token {
  readonly id: string
  readonly name: string
}
interface TokenFieldProps extends Pick<FinderProps, 'name' | 'placeholder' | 'queryKey' | 'find' | 'createLabel'> {
  readonly label: string
  readonly tokens: readonly Token[]
  readonly onAdd: (suggestion: Suggestion | { readonly id: null; readonly label: string }) => void
  readonly onRemove: (id: string) => void
  readonly error?: string | undefined
}
export function TokenField({ label, tokens, onAdd, onRemove, error, createLabel, ...finder }: TokenFieldProps) {
  const t = useText()
  const labelId = useId()
  const last = tokens.at(-1)
  return (
    <div className="field" id={`field-${finder.name}`}>
      <span className="label" id={labelId}>
        {label}
      </span>
      <div className="tokens" data-invalid={error === undefined ? undefined : true}>
        {tokens.length > 0 && (
          <TagGroup aria-labelledby={labelId} onRemove={(keys) => [...keys].forEach((key) => onRemove(String(key)))}>
            <TagList className="token-list" items={tokens}>
              {({ name }) => (
                <Tag className="token" textValue={name}>
                  <bdi>{name}</bdi>
                  <Button slot="remove" aria-label={t('Remove {name}', { name })}>
                    <Icon name="close" small />
                  </Button>
                </Tag>
              )}
            </TagList>
          </TagGroup>
        )}
        <Finder
          {...finder}
          label={label}
          isLabelHidden
          excluded={tokens.map(({ id }) => id)}
          onChoose={onAdd}
          {...(createLabel && { createLabel, onCreate: (text: string) => onAdd({ id: null, label: text }) })}
          {...(last && { onEmptyBackspace: () => onRemove(last.id) })}
          isInvalid={error !== undefined}
        />
      </div>
      {error && <FieldMessage>{error}</FieldMessage>}
    </div>
  )
}
