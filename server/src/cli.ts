// The `kalends` command: registers all subcommands, and maps errors to messages and exit codes.
import { Command, CommanderError } from 'commander'
import { addServerCommands } from './commands/server.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addDoctorCommand, ChecksFailedError } from './commands/doctor.ts'
import { explain } from './commands/error-messages.ts'
import { addImportCommand, ImportFailedError } from './commands/import.ts'
import { addMediaCommands } from './commands/media.ts'
import { examples } from './commands/output.ts'
import { addUserCommands } from './commands/users.ts'
import { ConfigError } from './config.ts'
import { UsageError } from './features/accounts/users.ts'
import { NotEmptyError } from './features/seed/not-empty-error.ts'
import { VERSION } from './kernel/runtime/version.ts'

/** Runs a command and returns its exit code: 0 for success, 1 for a failure, 2 for invalid arguments or settings. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv])
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof ChecksFailedError || error instanceof ImportFailedError) return 1
    process.stderr.write(`${explain(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError || error instanceof NotEmptyError ? 2 : 1
  }
}

function createProgram(): Command {
  const program = new Command('kalends')
    .description('A headless events calendar on PostgreSQL. Settings are environment variables; docs/settings.md describes them.')
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('For help, run kalends --help or kalends COMMAND --help.')
    .addHelpText('after', `${FIRST_STEPS}\n${EXIT_CODES}`)
  program.configureHelp({ showGlobalOptions: true })
  addServerCommands(program)
  addUserCommands(program)
  addMediaCommands(program)
  addImportCommand(program)
  addDoctorCommand(program)
  addCompletionCommand(program)
  return program
}

const FIRST_STEPS = examples(
  ['kalends doctor', 'check the installation'],
  ['kalends seed', 'fill an empty calendar with demo records'],
  ['kalends serve --no-auth', 'try Kalends on this machine'],
  ['kalends user add ada --role editor', 'add a user'],
  ['kalends token add ada', 'create a token for this user'],
)
const EXIT_CODES = `
Exit codes:
  0   success
  1   failure; the message names the cause and a remedy
  2   invalid option, argument or setting, or the calendar to be seeded is not empty`
