// `kalends completion`: generates shell scripts that complete commands and options.
import type { Command } from 'commander'
import { UsageError } from '../features/accounts/users.ts'
import { examples, print } from './output.ts'

const SHELLS: Readonly<Record<string, (words: ReadonlyMap<string, readonly Word[]>) => string>> = { bash, zsh, fish }
interface Word {
  readonly word: string
  readonly about: string
}

export function addCompletionCommand(program: Command): void {
  program
    .command('completion <shell>')
    .description(`Print a shell script that completes commands and options. Supported shells: ${Object.keys(SHELLS).join(', ')}.`)
    .addHelpText(
      'after',
      examples(
        ['source <(kalends completion bash)', 'add this line to ~/.bashrc'],
        ['kalends completion zsh > "${fpath[1]}/_kalends"', 'run once'],
        ['kalends completion fish > ~/.config/fish/completions/kalends.fish', 'run once'],
      ),
    )
    .action((shell: string) => {
      const write = SHELLS[shell]
      if (!write) throw new UsageError(`Unsupported shell "${shell}". Supported shells: ${Object.keys(SHELLS).join(', ')}.`)
      print(write(completionsOf(program)))
    })
}

/** Returns the possible next words by the path of commands before them: '' for the first word, `user`, `user add`. */
function completionsOf(program: Command): ReadonlyMap<string, readonly Word[]> {
  const found = new Map<string, Word[]>()
  const walk = (command: Command, path: string): void => {
    const commands = command.commands.map((each) => ({ word: each.name(), about: each.description() }))
    const options = command.options.map(({ long, description }) => ({ word: long ?? '', about: description }))
    found.set(path, [...commands, ...options, { word: '--help', about: 'display help for command' }])
    for (const each of command.commands) walk(each, path === '' ? each.name() : `${path} ${each.name()}`)
  }
  walk(program, '')
  found.get('completion')?.unshift(...Object.keys(SHELLS).map((word) => ({ word, about: '' })))
  return found
}

/** Shell code that determines the path of commands in the words before the cursor. */
const LOOP = (words: ReadonlyMap<string, readonly Word[]>, each: string): string => `  for word in ${each}; do
    case "$path $word" in
      ${[...words.keys()]
        .filter(Boolean)
        .map((path) => `" ${path}"`)
        .join(' | ')}) path="$path $word" ;;
    esac
  done`

function bash(words: ReadonlyMap<string, readonly Word[]>): string {
  const cases = [...words].map(([path, own]) => `    "${path && ` ${path}`}") known="${own.map(({ word }) => word).join(' ')}" ;;`)
  return `# kalends completion for bash: source <(kalends completion bash)
_kalends() {
  local word path="" known=""
${LOOP(words, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$known" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _kalends kalends`
}

function zsh(words: ReadonlyMap<string, readonly Word[]>): string {
  const quoted = ({ word, about }: Word): string => `'${`${word}:${about}`.replaceAll("'", `'\\''`)}'`
  const cases = [...words].map(([path, own]) => `    "${path && ` ${path}`}") known=(${own.map(quoted).join(' ')}) ;;`)
  return `#compdef kalends
_kalends() {
  local word path_="" 
  local -a known
${LOOP(words, '"${(@)words[2,CURRENT-1]}"').replaceAll('path', 'path_')}
  case "$path_" in
${cases.join('\n')}
  esac
  _describe kalends known
}
compdef _kalends kalends 2>/dev/null || true`
}

function fish(words: ReadonlyMap<string, readonly Word[]>): string {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = [...words].flatMap(([path, own]) => {
    const typed = path.split(' ').filter(Boolean)
    const inner = own.flatMap(({ word }) => (word.startsWith('-') ? [] : [word]))
    const seen = typed.map((word) => `__fish_seen_subcommand_from ${word}`)
    const unseen = inner.length > 0 && path !== '' ? [`not __fish_seen_subcommand_from ${inner.join(' ')}`] : []
    const when = path === '' ? '__fish_use_subcommand' : [...seen, ...unseen].join('; and ')
    return own.map(({ word, about }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
      return `complete -c kalends -f -n ${quoted(when)} ${what}${about ? ` -d ${quoted(about)}` : ''}`
    })
  })
  return ['# kalends completion for fish', ...lines].join('\n')
}
