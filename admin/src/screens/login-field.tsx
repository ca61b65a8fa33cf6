// The field for the login or the email address of a person who signs in.
import { useText } from '../lib/language.tsx'
import { TextField } from '../ui/fields.tsx'

interface LoginFieldProps {
  readonly value: string
  readonly onChange: (login: string) => void
  readonly autoFocus?: boolean
}
export function LoginField({ value, onChange, autoFocus = false }: LoginFieldProps) {
  const t = useText()
  return (
    <TextField
      name="login"
      label={t('Login or email address')}
      size="large"
      value={value}
      onChange={onChange}
      autoComplete="username"
      autoFocus={autoFocus}
      isRequired
    />
  )
}
