// Rules on the structure of the sources: unique names, folder dependencies, tables, functions and comments.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Rule, Source } from './rules.ts'
import { exportedHomonyms, functionsOf, headlessSentences, importCycles, importsOf } from './source-metrics.ts'

const root = join(import.meta.dirname, '../../..')
const SOURCE_FOLDERS = ['server/src', 'server/test', 'client/src', 'client/test', 'widget/src', 'scripts', 'bench', 'examples/test']
/** Every TypeScript file of the repository that people write, tests included. */
export const allSources = (): Source[] =>
  SOURCE_FOLDERS.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: root }).map((path) => ({
      path: path.replaceAll('\\', '/'),
      text: readFileSync(join(root, path), 'utf8'),
    })),
  )

export const uniqueExports: Rule = exportedHomonyms
export const cycles: Rule = (files) => importCycles(files).map((files) => `import cycle: ${files.join(' → ')}`)

/** Folders of the kernel and of the engine, each with the folders of the same part that it may import. */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  'kernel/http': ['cache', 'concurrency', 'database', 'errors', 'observability', 'runtime', 'security', 'text', 'validation'],
  'kernel/jobs': ['database', 'runtime'],
  'kernel/observability': ['cache', 'database', 'errors', 'jobs', 'runtime'],
  'kernel/security': ['concurrency', 'database', 'errors', 'runtime'],
  'kernel/runtime': ['cache', 'database'],
  'kernel/validation': ['errors', 'text', 'time'],
  'kernel/text': ['cache', 'errors', 'runtime'],
  'kernel/database': ['cache', 'concurrency'],
  'kernel/concurrency': ['errors'],
  'kernel/cache': [],
  'kernel/errors': [],
  'kernel/outbound': [],
  'kernel/recurrence': [],
  'kernel/time': [],
  engine: ['access', 'change-feed', 'changes', 'definition', 'history', 'input', 'list', 'read', 'response', 'review', 'series', 'write'],
  'engine/change-feed': ['access', 'changes', 'definition', 'input', 'list', 'read', 'response'],
  'engine/history': ['access', 'changes', 'definition', 'read', 'series', 'texts', 'write'],
  'engine/review': ['access', 'definition', 'input', 'read', 'series', 'texts', 'write'],
  'engine/list': ['access', 'changes', 'definition', 'input', 'read', 'response', 'texts'],
  'engine/write': ['access', 'changes', 'definition', 'input', 'read', 'response', 'texts'],
  'engine/series': ['access', 'changes', 'definition', 'input', 'read', 'response', 'texts', 'write'],
  'engine/read': ['access', 'definition', 'texts'],
  'engine/input': ['access', 'definition'],
  'engine/changes': ['definition', 'texts'],
  'engine/response': ['definition'],
  'engine/access': ['definition'],
  'engine/texts': ['definition'],
  'engine/definition': [],
}
export const folderDependencies: Rule = (files) =>
  files.flatMap((file) => {
    const from = dirname(file.path)
    const [part = ''] = from.split('/')
    if (part !== 'kernel' && part !== 'engine') return []
    const allowed = DEPENDENCIES[from]
    if (!allowed) return [`${file.path}: the folder ${from} is not in the table of dependencies`]
    return importsOf(file).flatMap((to) => {
      const target = dirname(to)
      const isForeign = target !== from && target.split('/')[0] === part
      return isForeign && !allowed.includes(target.slice(part.length + 1))
        ? [`${file.path} imports ${to}: ${from} may not use ${target}`]
        : []
    })
  })

/** Tables of the kernel. All other tables belong to the domain, and the engine gets their names from declarations. */
const KERNEL_TABLES = [
  'users',
  'credentials',
  'sessions',
  'sign_in_attempts',
  'security_log',
  'idempotency_keys',
  'identity',
  'calendar_identity',
  'migrations',
  'pgboss',
]
const domainTables = (): string[] =>
  globSync('server/migrations/*.sql', { cwd: root })
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/create table (?:if not exists )?(\w+)/gi)])
    .map(([, name = '']) => name)
    .filter((name) => !KERNEL_TABLES.includes(name))
export const kernelTables: Rule = (files) => {
  const named = new RegExp(`\\b(?:from|join|into|update|table|truncate) (?:only )?"?(${domainTables().join('|')})\\b`, 'i')
  return files.flatMap(({ path, text }) => {
    const found = path.startsWith('kernel/') ? named.exec(text) : null
    return found ? [`${path} names the table ${found[1]}: the kernel does not know the domain`] : []
  })
}

const MAX_PARAMETERS = 4
const MAX_WIDE_FUNCTIONS = 15
/** A few functions may have more parameters; beyond that number, all of them are listed. */
export const parameters: Rule = (files) => {
  const wide = files.flatMap(functionsOf).filter((each) => each.parameters > MAX_PARAMETERS)
  return wide.length > MAX_WIDE_FUNCTIONS
    ? wide.map(({ path, line, name, parameters: n }) => `${path}:${line} ${name} has ${n} parameters`)
    : []
}
const MAX_FUNCTION_LINES = 80
export const functionLengths: Rule = (files) =>
  files
    .flatMap(functionsOf)
    .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
    .map(({ path, line, name, lines }) => `${path}:${line} ${name} has ${lines} lines; at most ${MAX_FUNCTION_LINES}`)

export const commentSentences: Rule = (files) => files.flatMap(headlessSentences)
