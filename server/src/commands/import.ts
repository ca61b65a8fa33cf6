// `kalends import`: declares the command. The modules that run it are loaded for this command only.
import type { Command } from 'commander'
import { UsageError } from '../features/accounts/users.ts'
import type { SourceType } from '../features/sources/importer.ts'
import { NEW_STATUSES, VANISHED } from '../features/sources/source.ts'
import { examples, JSON_OPTION, withDatabase, type OutputOptions } from './output.ts'

/** The run ended without importing everything. Its report was printed. */
export class ImportFailedError extends Error {}

export interface ImportCommandOptions extends OutputOptions {
  readonly user: string
  readonly name?: string
  readonly status: string
  readonly vanished: string
  readonly dryRun?: boolean
  readonly acceptGone?: boolean
  readonly map: Readonly<Record<string, string>>
}
export const TYPES: Readonly<Record<string, SourceType>> = {
  ical: 'icalendar',
  csv: 'csv',
  tec: 'tec',
  jsonld: 'jsonld',
  kalends: 'kalends',
}

export function addImportCommand(program: Command): void {
  program
    .command('import <type> <document>')
    .description(`Import a file or the document at a URL. Types: ${Object.keys(TYPES).join(', ')}. A repeated import updates the records.`)
    .requiredOption('--user <login>', 'user that the records belong to, an editor at least')
    .option('--name <name>', 'name of the source; default: the URL or the name of the file')
    .option('--status <status>', `status of new records: ${NEW_STATUSES.join(', ')}`, 'publish')
    .option('--vanished <action>', `what happens to records that the document no longer has: ${VANISHED.join(', ')}`, 'keep')
    .option('--map <key=value>', 'key of the mapping, such as title=Name or locale=de; repeatable', addToMapping, {})
    .option('--dry-run', 'report what would happen, and write nothing')
    .option('--accept-gone', 'continue although more than 30 % of the upcoming records are gone')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends import ical club.ics --user ada --dry-run', 'report what an import would do'],
        ['kalends import ical https://club.example/calendar.ics --user ada', 'import a calendar, or continue an interrupted import'],
        ['kalends import tec https://club.example --user ada', 'import a site of The Events Calendar'],
        ['kalends import jsonld https://club.example/agenda --user ada', 'import the events in the JSON-LD of a web page'],
        ['kalends import kalends https://partner.example --user ada --vanished trash', 'copy another Kalends, or update the copy'],
        ['kalends import csv events.csv --user ada --map title=Name --map locale=de', 'import a table'],
      ),
    )
    .action(async (type: string, document: string, options: ImportCommandOptions) => {
      const { runImportCommand } = await import('./run-import.ts')
      await withDatabase((database, config) => runImportCommand(database, config, { type, document, options }))
    })
}

function addToMapping(text: string, mapping: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError('--map must have the form key=value.')
  return { ...mapping, [text.slice(0, at)]: text.slice(at + 1) }
}
