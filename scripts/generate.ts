// Writes the files that are made from the code: the settings, the errors, the OpenAPI document. With --check says which of them are stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { routesOf, siteOf } from '../server/src/app.ts'
import { readConfig, SETTINGS } from '../server/src/config.ts'
import { openapi } from '../server/src/features/doc/openapi.ts'
import { FAULTS, PROBLEMS } from '../server/src/kernel/problems.ts'
import { kinds } from '../server/src/resources/index.ts'

const site = siteOf(readConfig({ PUBLIC_URL: 'https://calendar.example' }))
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const MADE = '<!-- Made by `npm run generate`; changes by hand are lost. -->'

const settings = [
  '# Settings',
  '',
  MADE,
  '',
  'Settings come from the environment. `NAME_FILE` reads a value from a file instead, for secrets. Wrong settings are all reported at start, and nothing starts.',
  '',
  row('name', 'default', 'what it is for'),
  row('---', '---', '---'),
  ...Object.entries(SETTINGS).map(([name, { fallback, about }]) =>
    row(`\`${name}\``, fallback === '' ? '(empty)' : `\`${fallback}\``, about),
  ),
]

/** The codes on the wire; those of kinds carry the name of the kind. */
const codes = Object.entries(PROBLEMS).flatMap(([code, { status, text }]): [string, number, string][] => {
  if (code === 'rest_not_found') return kinds.map(({ name, says }) => [`rest-${name}-not-found`, status, says.missing])
  if (code === 'rest_in_trash')
    return kinds.flatMap(({ name, says }): [string, number, string][] =>
      says.trashed ? [[`${name}-is-in-trash`, status, says.trashed]] : [],
    )
  if (code === 'rest_protected')
    return kinds.flatMap(({ name, says }): [string, number, string][] =>
      says.locked ? [[`${name}-password-protected`, status, says.locked]] : [],
    )
  return [[code === 'rest_idempotency_running' ? 'rest_idempotency_conflict' : code, status, text]]
})
const errors = [
  '# Errors',
  '',
  MADE,
  '',
  'Every error is `{ "code", "message", "data": { "status", … } }`; with `Accept: application/problem+json` it is the same as RFC 9457. Codes are stable, messages are for people, in the language of the request.',
  '',
  row('code', 'status', 'message'),
  row('---', '---', '---'),
  ...codes.map(([code, status, text]) => row(`\`${code}\``, code === 'rest_forbidden' ? '401, 403' : String(status), text)),
  '',
  '`rest_forbidden` is 401 to an anonymous caller and 403 to a known one. `rest_missing_callback_param` carries `data.params`, the names that are missing. `term_exists` carries `data.term_id`. `rest_too_many_requests` and `rest_overloaded` come with `Retry-After`.',
  '',
  '## What can be wrong with an input',
  '',
  '`rest_invalid_param` carries `data.params` (`{name: message}`) and `data.details` (`{name: {code, message}}`) with one of these codes. Inputs of a record that is made along are named by their path: `venue.0.website`.',
  '',
  row('code', 'message'),
  row('---', '---'),
  ...Object.entries(FAULTS).map(([code, text]) => row(`\`${code}\``, text)),
]

const made: Readonly<Record<string, string>> = {
  'docs/settings.md': `${settings.join('\n')}\n`,
  'docs/api/errors.md': `${errors.join('\n')}\n`,
  'docs/openapi.json': `${JSON.stringify(openapi(site, routesOf(site), 'en'), null, 2)}\n`,
}
const root = new URL('../', import.meta.url)
const isStale = ([path, text]: [string, string]): boolean => {
  try {
    return readFileSync(new URL(path, root), 'utf8') !== text
  } catch {
    return true
  }
}
const stale = Object.entries(made).filter(isStale)
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.log(`${path} is stale: npm run generate`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const [path, text] of stale) {
    writeFileSync(new URL(path, root), text)
    console.log(`wrote ${path}`)
  }
}
