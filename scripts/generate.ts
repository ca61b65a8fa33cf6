// `npm run generate`: generates documentation and code from the source: settings, error codes, the OpenAPI document, client types and the HTML guide.
// With --check, it reports stale files instead of writing them.
import { readFileSync, writeFileSync } from 'node:fs'
import { generateClientTypes, type Document } from './client-types.ts'
import { routesOf, siteOf } from '../server/src/app.ts'
import { readConfig, SETTING_GROUPS } from '../server/src/config.ts'
import { buildOpenApi } from '../server/src/features/openapi/openapi.ts'
import { errorCatalog } from '../server/src/features/openapi/error-catalog.ts'
import { FIELD_ERRORS } from '../server/src/kernel/errors/problems.ts'
import { kinds } from '../server/src/resources/index.ts'
import { errorsChapter, renderedGuide } from './guide.ts'

const site = siteOf(readConfig({ PUBLIC_URL: 'https://calendar.example' }))
const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const MADE = '<!-- Made by `npm run generate`; changes by hand are lost. -->'

const settings = [
  '# Settings',
  '',
  MADE,
  '',
  'Settings are environment variables.',
  'To read a value from a file, for example a secret, set `NAME_FILE` to the path of the file.',
  'At startup, the server reports all invalid settings together and exits with code 2.',
  ...Object.entries(SETTING_GROUPS).flatMap(([title, group]) => [
    '',
    `## ${title}`,
    '',
    row('setting', 'default', 'values', 'description'),
    row('---', '---', '---', '---'),
    ...Object.entries(group).map(([name, { fallback, values, description }]) =>
      row(`\`${name}\``, fallback === '' ? '(empty)' : `\`${fallback}\``, values, description),
    ),
  ]),
]

const errors = errorsChapter(MADE)
const document = buildOpenApi(site, routesOf(site), 'en')
const types = generateClientTypes(document as unknown as Document, {
  namespace: site.namespace,
  kinds,
  languages: site.languages,
  codes: errorCatalog(kinds).map(({ code }) => code),
  fieldErrors: Object.keys(FIELD_ERRORS),
})

const made: Readonly<Record<string, string>> = {
  'docs/settings.md': `${settings.join('\n')}\n`,
  'docs/api/errors.md': errors,
  'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'client/src/records.ts': types,
  ...renderedGuide(errors),
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
