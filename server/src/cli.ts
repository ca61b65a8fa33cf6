// `kalends`: its commands put together, and how a run ends.
import { Command, CommanderError } from 'commander'
import { calendarCommands } from './commands/server.ts'
import { completionCommand } from './commands/completion.ts'
import { doctorCommand, ChecksFailedError } from './commands/doctor.ts'
import { explain } from './commands/error-messages.ts'
import { mediaCommands } from './commands/media.ts'
import { examples } from './commands/output.ts'
import { peopleCommands } from './commands/users.ts'
import { ConfigError } from './config.ts'
import { UsageError } from './features/auth/users.ts'
import { NotEmptyError } from './features/seed/seed.ts'
import { VERSION } from './version.ts'

/** Runs a command and gives its exit code: 0 done, 1 failed, 2 not understood. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv])
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof ChecksFailedError) return 1
    process.stderr.write(`${explain(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError || error instanceof NotEmptyError ? 2 : 1
  }
}

function program(): Command {
  const made = new Command('kalends')
    .description('A headless events calendar over PostgreSQL. Settings come from the environment: docs/settings.md.')
    .version(VERSION, '--version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('To learn more: kalends --help, or --help after a command.')
    .addHelpText('after', `${FIRST_STEPS}\n${EXIT_CODES}`)
  made.configureHelp({ showGlobalOptions: true })
  calendarCommands(made)
  peopleCommands(made)
  mediaCommands(made)
  doctorCommand(made)
  completionCommand(made)
  return made
}

const FIRST_STEPS = examples(
  ['kalends doctor', 'what is missing, and what to do'],
  ['kalends seed', 'demo records in an empty calendar'],
  ['kalends serve --no-auth', 'try it out on this machine'],
  ['kalends user add ada --role editor', 'a user'],
  ['kalends token add ada', 'a token of that user'],
)
const EXIT_CODES = `
Exit codes:
  0   done
  1   failed: what and why is said, with the way out
  2   not understood: an option, an argument or a setting is wrong, or the calendar is not empty`
