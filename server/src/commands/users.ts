// `kalends user`, `token` and `security-log`: commands for users, their tokens and the security log.
import { Option, type Command } from 'commander'
import {
  addToken,
  addUser,
  inviteUser,
  listTokens,
  listUsers,
  removeUser,
  resetPassword,
  revokeToken,
  setDisabled,
  setRole,
  USER_ROLES,
  type PrintedLink,
} from '../features/accounts/users.ts'
import { SCOPES, type Role, type Scope } from '../kernel/security/caller.ts'
import { systemClock } from '../kernel/time/clock.ts'
import { recentSecurityEvents } from '../kernel/security/security-log.ts'
import { examples, JSON_OPTION, print, printTable, withDatabase, type OutputOptions } from './output.ts'
import { parseDays, parseRole, parseScope, parseInteger } from './arguments.ts'

export function addUserCommands(program: Command): void {
  addUserCommand(program)
  addTokenCommand(program)
  program
    .command('security-log')
    .description('List recent security events: failed logins, and changes to users and tokens.')
    .option('--last <n>', 'number of entries', parseInteger, 50)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(['kalends security-log --last 10', 'the last ten entries'], ['kalends security-log --json', 'print JSON']),
    )
    .action((options: OutputOptions & { last: number }) =>
      withDatabase(async (db) => printTable(await recentSecurityEvents(db, options.last), options)),
    )
}

function addUserCommand(program: Command): void {
  const user = program
    .command('user')
    .description('Manage users.')
    .addHelpText(
      'after',
      examples(
        ['kalends user add ada --role editor', 'add a user; then create a token: kalends token add ada'],
        ['kalends user list', 'list all users'],
      ),
    )
  user
    .command('add <login>')
    .description('Add a user.')
    .requiredOption('--role <role>', `one of ${USER_ROLES.join(', ')}`, parseRole)
    .option('--name <name>', 'display name', '')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(["kalends user add ada --role editor --name 'Ada L.'", 'an editor can change all records']))
    .action((login: string, options: OutputOptions & { role: Role; name: string }) =>
      withDatabase(async (db) => printTable([await addUser(db, login, options.role, options.name)], options)),
    )
  addLinkCommands(user)
  user
    .command('list')
    .description('List all users.')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user list --json', 'print JSON']))
    .action((options: OutputOptions) => withDatabase(async (db) => printTable(await listUsers(db), options)))
  user
    .command('role <login> <role>')
    .description(`Change the role of a user: ${USER_ROLES.join(', ')}.`)
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user role ada author', 'takes effect on the next request']))
    .action((login: string, text: string, options: OutputOptions) =>
      withDatabase(async (db) => printTable([await setRole(db, login, parseRole(text))], options)),
    )
  user
    .command('disable <login>')
    .description('Reject all tokens of a user.')
    .option('--undo', 'accept the tokens again')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(['kalends user disable ada', 'reject all tokens of ada'], ['kalends user disable ada --undo', 'accept them again']),
    )
    .action((login: string, options: OutputOptions & { undo?: boolean }) =>
      withDatabase(async (db) => printTable([await setDisabled(db, login, options.undo !== true)], options)),
    )
  user
    .command('remove <login>')
    .description('Remove a user and all tokens of the user. The logs keep only the ID of the user.')
    .option('--reassign-to <login>', 'new author of the records of the user')
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user remove ada --reassign-to bob', 'bob becomes the author of the records of ada']))
    .action((login: string, options: OutputOptions & { reassignTo?: string }) =>
      withDatabase(async (db) => {
        const { kinds } = await import('../resources/index.ts')
        printTable([await removeUser(db, { kinds, login, successor: options.reassignTo ?? null, now: systemClock.now() })], options)
      }),
    )
}

/** Commands that print a link, with which a person chooses a password. */
function addLinkCommands(user: Command): void {
  const printLink = async (link: PrintedLink, options: OutputOptions): Promise<void> => {
    if (options.json) return printTable([link], options)
    process.stderr.write(`Link for ${link.login}. It works once, until ${link.expires}:\n`)
    print(link.url)
  }
  user
    .command('invite <login>')
    .description('Add a user, and print a link with which the person chooses a password. The link is valid for 7 days.')
    .requiredOption('--role <role>', `one of ${USER_ROLES.join(', ')}`, parseRole)
    .option(...JSON_OPTION)
    .addHelpText('after', examples(['kalends user invite ada --role editor', 'send the printed link to ada']))
    .action((login: string, options: OutputOptions & { role: Role }) =>
      withDatabase(async (db, config) => {
        const { siteOf } = await import('../app.ts')
        const { publicUrl } = siteOf(config)
        await printLink(await inviteUser(db, login, { role: options.role, publicUrl, now: systemClock.now() }), options)
      }),
    )
  user
    .command('reset <login>')
    .description('Print a link with which the user chooses a new password. The link is valid for 30 minutes.')
    .option(...JSON_OPTION)
    .option('--second-factor', 'also turn the second factor off, for a user who has lost it')
    .addHelpText(
      'after',
      examples(
        ['kalends user reset ada', 'ada has forgotten the password'],
        ['kalends user reset ada --second-factor', 'ada has lost the phone and the recovery codes'],
      ),
    )
    .action((login: string, options: OutputOptions & { secondFactor?: boolean }) =>
      withDatabase(async (db, config) => {
        const { siteOf } = await import('../app.ts')
        const { publicUrl } = siteOf(config)
        const removesSecondFactor = options.secondFactor === true
        await printLink(await resetPassword(db, login, { publicUrl, now: systemClock.now(), removesSecondFactor }), options)
      }),
    )
}

/** Default lifetime of a token. */
const TOKEN_DAYS = 365
function addTokenCommand(program: Command): void {
  const token = program
    .command('token')
    .description('Manage tokens. Clients send a token as `Authorization: Bearer TOKEN`, or as the password of its user.')
    .addHelpText(
      'after',
      examples(
        ['kalends token add ada --days 90', 'create a token that expires after 90 days'],
        ['kalends token list ada', 'list the tokens of a user and their last use'],
      ),
    )
  token
    .command('add <login>')
    .description('Create a token. It is shown only once.')
    .option('--label <text>', 'purpose of the token', '')
    .option('--days <n>', 'days until it expires', parseDays, TOKEN_DAYS)
    .addOption(new Option('--no-expiry', 'never expires').conflicts('days'))
    .option('--scope <scope>', `limits the permissions of the token: ${SCOPES.join(', ')}`, parseScope, 'write' as Scope)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(
        ['kalends token add ada --label laptop --days 90', 'expires after 90 days'],
        ['TOKEN=$(kalends token add ada --scope read)', 'a read-only token for a script'],
        ['kalends token add root --scope admin', 'all permissions of an administrator'],
      ),
    )
    .action((login: string, options: OutputOptions & { label: string; days: number; expiry: boolean; scope: Scope }) =>
      withDatabase(async (db) => {
        const lifetime = options.expiry ? options.days : null
        const { id, secret, expires_at } = await addToken(db, login, { label: options.label, days: lifetime, scope: options.scope })
        if (options.json) return printTable([{ id, login, scope: options.scope, expires_at, secret }], options)
        const until = expires_at === null ? 'never expires' : `expires ${expires_at.slice(0, 10)}`
        process.stderr.write(`Token ${id} of ${login}: scope ${options.scope}, ${until}. It is shown only once:\n`)
        print(secret)
      }),
    )
  token
    .command('list [login]')
    .description('List tokens, without their secrets.')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples(['kalends token list', 'the tokens of all users'], ['kalends token list ada --json', 'the tokens of one user, as JSON']),
    )
    .action((login: string | undefined, options: OutputOptions) =>
      withDatabase(async (db) => printTable(await listTokens(db, login ?? null), options)),
    )
  token
    .command('revoke <id>')
    .description('Revoke a token. The server rejects it from the next request onward.')
    .addHelpText('after', examples(['kalends token revoke 7', 'kalends token list shows the IDs']))
    .action((id: string) =>
      withDatabase(async (db) => {
        await revokeToken(db, parseInteger(id))
        print(`Token ${id} has been revoked.`)
      }),
    )
}
