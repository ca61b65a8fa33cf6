// What went wrong, for the person who typed the command: in a sentence, with the way out.
import { ConfigError } from '../config.ts'
import { errorCode } from '../kernel/database/database.ts'

export function explain(error: unknown): string {
  if (error instanceof ConfigError)
    return [
      'These settings are not right:',
      ...error.fieldErrors.map((fault) => `  ${fault}`),
      'Every setting is explained in docs/settings.md. To check all of them: kalends doctor',
    ].join('\n')
  const message = error instanceof Error ? error.message : String(error)
  const code = errorCode(error)
  const remedy = REMEDIES[code]
  return remedy ? remedy(message) : message
}

const nobody = (): string => 'PostgreSQL does not answer. Is it running, and is DATABASE_URL right?'
const REMEDIES: Readonly<Record<string, (message: string) => string>> = {
  ECONNREFUSED: nobody,
  ENOTFOUND: nobody,
  EAI_AGAIN: nobody,
  ETIMEDOUT: nobody,
  ENOENT: nobody,
  '3D000': (message) => `${message}. Create it with: createdb NAME`,
  '28000': (message) => `${message}. Check the user and the password in DATABASE_URL.`,
  '28P01': (message) => `${message}. Check the user and the password in DATABASE_URL.`,
  '42P01': () => 'The database is empty. Bring it up to date with: kalends migrate',
  '42501': (message) => `${message}. Give the user of DATABASE_URL the right to do this, or use its owner.`,
  '53300': () => 'PostgreSQL has no connection left. Lower DATABASE_POOL_SIZE, or raise max_connections of PostgreSQL.',
  '57P03': () => 'PostgreSQL is starting or stopping. Try again in a moment.',
}
