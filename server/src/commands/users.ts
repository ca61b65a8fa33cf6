// Commands about who may do what: users, tokens, and the log of what mattered to security.
import { Option, type Command } from 'commander'
import {
  addToken,
  addUser,
  listTokens,
  listUsers,
  removeUser,
  revokeToken,
  setDisabled,
  setRole,
  USER_ROLES,
} from '../features/auth/users.ts'
import { SCOPES, type Role, type Scope } from '../kernel/security/caller.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { recentSecurityEvents } from '../kernel/security/security-log.ts'
import { kinds } from '../resources/index.ts'
import { examples, JSON_OPTION, say, table, withDatabase, type OutputOptions } from './output.ts'
import { parseDays, parseRole, parseScope, parseInteger } from './arguments.ts'

export function peopleCommands(program: Command): void {
  userCommands(program)
  tokenCommands(program)
  program
    .command('security-log')
    .description('What mattered to security lately: who, from where, what.')
    .option('--last <n>', 'how many lines', parseInteger, 50)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(['kalends security-log --last 10', 'the last ten lines'], ['kalends security-log --json', 'for programs']),
    )
    .action((options: OutputOptions & { last: number }) =>
      withDatabase(async (db) => table(await recentSecurityEvents(db, options.last), options)),
    )
}

function userCommands(program: Command): void {
  const user = program
    .command('user')
    .description('Users: who may write.')
    .addHelpText(
      'after',
      examples(
        ['kalends user add ada --role editor', 'a user; then make a token: kalends token add ada'],
        ['kalends user list', 'who there is'],
      ),
    )
  user
    .command('add <login>')
    .description('Add a user.')
    .requiredOption('--role <role>', `one of ${USER_ROLES.join(', ')}`, parseRole)
    .option('--name <name>', 'name for people', '')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(["kalends user add ada --role editor --name 'Ada L.'", 'may edit everything of everyone']))
    .action((login: string, options: OutputOptions & { role: Role; name: string }) =>
      withDatabase(async (db) => table([await addUser(db, login, options.role, options.name)], options)),
    )
  user
    .command('list')
    .description('List the users.')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user list --json', 'for programs']))
    .action((options: OutputOptions) => withDatabase(async (db) => table(await listUsers(db), options)))
  user
    .command('role <login> <role>')
    .description(`Change a role: ${USER_ROLES.join(', ')}.`)
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user role ada author', 'from now on']))
    .action((login: string, word: string, options: OutputOptions) =>
      withDatabase(async (db) => table([await setRole(db, login, parseRole(word))], options)),
    )
  user
    .command('disable <login>')
    .description('Refuse every token of a user from now on.')
    .option('--undo', 'let the user in again')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(['kalends user disable ada', 'nobody gets in as ada'], ['kalends user disable ada --undo', 'ada may come back']),
    )
    .action((login: string, options: OutputOptions & { undo?: boolean }) =>
      withDatabase(async (db) => table([await setDisabled(db, login, options.undo !== true)], options)),
    )
  user
    .command('remove <login>')
    .description('Remove a user and all tokens of the user. The logs retain only the id of the user.')
    .option('--reassign-to <login>', 'new author of the records of the user')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user remove ada --reassign-to bob', 'bob becomes the author of the records of ada']))
    .action((login: string, options: OutputOptions & { reassignTo?: string }) =>
      withDatabase(async (db) =>
        table([await removeUser(db, { kinds, login, successor: options.reassignTo ?? null, now: systemClock.now() })], options),
      ),
    )
}

/** Default lifetime of a token. */
const TOKEN_DAYS = 365
function tokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('Tokens: sent as `Authorization: Bearer TOKEN`, or as the password of their user.')
    .addHelpText(
      'after',
      examples(
        ['kalends token add ada --days 90', 'a token for 90 days; it is shown once'],
        ['kalends token list ada', 'which there are, and when they were last used'],
      ),
    )
  token
    .command('add <login>')
    .description('Make a token. It is shown once.')
    .option('--label <text>', 'what it is for', '')
    .option('--days <n>', 'days until it expires', parseDays, TOKEN_DAYS)
    .addOption(new Option('--no-expiry', 'never expires').conflicts('days'))
    .option('--scope <scope>', `limits the rights of its user: ${SCOPES.join(', ')}`, parseScope, 'write' as Scope)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends token add ada --label laptop --days 90', 'expires after 90 days'],
        ['TOKEN=$(kalends token add ada --scope read)', 'for a script that only reads'],
        ['kalends token add root --scope admin', 'all rights of an administrator'],
      ),
    )
    .action((login: string, options: OutputOptions & { label: string; days: number; expiry: boolean; scope: Scope }) =>
      withDatabase(async (db) => {
        const lifetime = options.expiry ? options.days : null
        const { id, secret, expires_at } = await addToken(db, login, { label: options.label, days: lifetime, scope: options.scope })
        if (options.json) return table([{ id, login, scope: options.scope, expires_at, secret }], options)
        const until = expires_at === null ? 'never expires' : `expires ${expires_at.slice(0, 10)}`
        process.stderr.write(`Token ${id} of ${login}: scope ${options.scope}, ${until}. It is shown only once:\n`)
        say(secret)
      }),
    )
  token
    .command('list [login]')
    .description('List tokens, never their secrets.')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends token list', 'of everybody'], ['kalends token list ada --json', 'of one user, for programs']))
    .action((login: string | undefined, options: OutputOptions) =>
      withDatabase(async (db) => table(await listTokens(db, login ?? null), options)),
    )
  token
    .command('revoke <id>')
    .description('Refuse a token from now on.')
    .addHelpText('after', examples(['kalends token revoke 7', 'numbers are in: kalends token list']))
    .action((id: string) =>
      withDatabase(async (db) => {
        await revokeToken(db, parseInteger(id))
        say(`Token ${id} is revoked.`)
      }),
    )
}
