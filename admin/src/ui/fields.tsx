// Fields of forms: a label, an input, a hint, and the error beside the input.
import { createContext, use, useState, type ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components/Checkbox'
import { FieldError as AriaFieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { useText } from '../lib/language.tsx'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface FieldProps extends Omit<AriaTextFieldProps, 'children' | 'className'> {
  readonly label: string
  /** A remark after the label, such as the reason to fill in an optional field. */
  readonly remark?: string | undefined
  readonly hint?: ReactNode
  readonly size?: 'normal' | 'large'
  /** An error that the screen itself has found. */
  readonly errorMessage?: string | undefined
}
const FieldLabel = ({ label, remark }: Pick<FieldProps, 'label' | 'remark'>) => (
  <Label className="label">
    {label} {remark && <span className="optional">{remark}</span>}
  </Label>
)
const FieldHint = ({ hint }: Pick<FieldProps, 'hint'>) =>
  hint ? (
    <Text slot="description" className="hint">
      {hint}
    </Text>
  ) : null
/** Messages of the server by name of the field. */
export const FieldErrorsContext = createContext<Readonly<Record<string, string>>>({})

/** The properties of a field that has an error: its own message, or the one that the server gave for its name. */
export function useFieldError({ name, errorMessage }: { readonly name: string | undefined; readonly errorMessage: string | undefined }) {
  const errors = use(FieldErrorsContext)
  const message = errorMessage ?? (name === undefined ? undefined : errors[name])
  return { message, invalidProps: message === undefined ? {} : { isInvalid: true } }
}
export const FieldError = ({ message }: { readonly message: string | undefined }) => (
  <AriaFieldError className="field-error">
    <Icon name="warning" small />
    <span>{message}</span>
  </AriaFieldError>
)

/** The error of a field that is not made of one input. */
export const FieldMessage = ({ id, children }: { readonly id?: string; readonly children: ReactNode }) => (
  <p className="field-error" id={id}>
    <Icon name="warning" small />
    <span>{children}</span>
  </p>
)

export function TextField({ label, remark, hint, size = 'normal', errorMessage, ...props }: FieldProps) {
  const { message, invalidProps } = useFieldError({ name: props.name, errorMessage })
  return (
    <AriaTextField {...props} {...invalidProps} className={`field ${size}`}>
      <FieldLabel label={label} remark={remark} />
      <Input className="input" />
      <FieldHint hint={hint} />
      <FieldError message={message} />
    </AriaTextField>
  )
}

export function TextArea({
  label,
  remark,
  hint,
  size = 'normal',
  errorMessage,
  rows = 3,
  ...props
}: FieldProps & { readonly rows?: number }) {
  const { message, invalidProps } = useFieldError({ name: props.name, errorMessage })
  return (
    <AriaTextField {...props} {...invalidProps} className={`field ${size}`}>
      <FieldLabel label={label} remark={remark} />
      <AriaTextArea className="input" rows={rows} />
      <FieldHint hint={hint} />
      <FieldError message={message} />
    </AriaTextField>
  )
}

/** A password that can be shown. */
export function PasswordField({ label, remark, hint, size = 'normal', errorMessage, ...props }: FieldProps) {
  const t = useText()
  const { message, invalidProps } = useFieldError({ name: props.name, errorMessage })
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField {...props} {...invalidProps} type={isShown ? 'text' : 'password'} className={`field ${size}`}>
      <FieldLabel label={label} remark={remark} />
      <Group className="input-group">
        <Input className="input" dir="ltr" />
        <IconButton
          label={isShown ? t('Hide the password') : t('Show the password')}
          icon="eye"
          onPress={() => setShown(!isShown)}
          aria-pressed={isShown}
        />
      </Group>
      <FieldHint hint={hint} />
      <FieldError message={message} />
    </AriaTextField>
  )
}

export const Checkbox = ({ children, ...props }: Omit<AriaCheckboxProps, 'children' | 'className'> & { readonly children: ReactNode }) => (
  <AriaCheckbox {...props} className="checkbox">
    <span className="box">
      <Icon name="check" />
    </span>
    <span>{children}</span>
  </AriaCheckbox>
)
