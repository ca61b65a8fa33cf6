// The rules of the house as functions: source files in, violations out. Each is shown to fail by a bad example in the tests.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf } from './source-metrics.ts'

export interface Source {
  /** Under server/src, with slashes. */
  readonly path: string
  readonly text: string
}
export type Rule = (sources: readonly Source[]) => string[]

const root = join(import.meta.dirname, '../../src')
export const sources = (): Source[] =>
  globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }))

/** Rooms from the ground up: each may use itself and what is below it. */
const ROOMS = ['kernel', 'engine', 'resources', 'features', 'house']
/** The commands belong to the house, like the files at the top. */
const roomOf = (path: string): string => {
  if (path === 'config.ts' || path.startsWith('settings/')) return 'config'
  return path.includes('/') && !path.startsWith('commands/') ? (path.split('/')[0] ?? '') : 'house'
}

export const imports: Rule = (files) =>
  files.flatMap((file) =>
    importsOf(file).flatMap((to) => {
      const [from, target] = [roomOf(file.path), roomOf(to)]
      if (from === 'config')
        return ['kernel', 'config'].includes(target) ? [] : [`${file.path} imports ${to}: settings know the kernel only`]
      if (target === 'config') return from === 'house' ? [] : [`${file.path} imports ${to}: settings are handed down`]
      if (ROOMS.indexOf(target) > ROOMS.indexOf(from)) return [`${file.path} imports ${to}: ${from} may not know ${target}`]
      return []
    }),
  )

/** Slices round the resources do not know one another, but for what documentation must describe and for the shell of public pages. */
const DESCRIBED = ['features/auth/me.ts']
const SHELL = /^features\/site\/(?:api-reader|site-[a-z]+)\.ts$/
export const slices: Rule = (files) =>
  files.flatMap((file) =>
    importsOf(file).flatMap((to) => {
      const [own, other] = [file.path.split('/')[1], to.split('/')[1]]
      const isForeign = file.path.startsWith('features/') && to.startsWith('features/') && own !== other
      return isForeign && !SHELL.test(to) && !(own === 'openapi' && DESCRIBED.includes(to))
        ? [`${file.path} imports ${to}: a slice may not know another`]
        : []
    }),
  )

const only =
  (pattern: RegExp, allowed: readonly string[], why: string): Rule =>
  (files) =>
    files.flatMap(({ path, text }) => (!allowed.includes(path) && pattern.test(text) ? [`${path}: ${why}`] : []))

export const environment = only(/process\.env/, ['config.ts'], 'the environment is read in config.ts only')
export const clock = only(/Temporal\.Now|Date\.now\(|new Date\(\)/, ['kernel/time/clock.ts'], 'the time comes from clock.ts only')
export const pool = only(
  /new pg\.|openDatabase\(/,
  ['kernel/database/database.ts', 'kernel/database/listener.ts', 'configured-database.ts'],
  'the pool is opened in configured-database.ts only',
)

/** Exports of networking modules that open no connection. Type imports are always allowed. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  net: ['BlockList', 'isIP', 'isIPv4', 'isIPv6'],
  http: ['createServer'],
  ...Object.fromEntries(
    ['https', 'http2', 'tls', 'dgram', 'dns', 'dns/promises', 'undici', 'inspector', 'inspector/promises'].map((name) => [name, []]),
  ),
}
/** Packages, by the files that may use them; an empty list is everywhere, for those that open no connection. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  pg: ['kernel/database/database.ts', 'kernel/database/listener.ts', 'kernel/database/type-parsers.ts'],
  'pg-copy-streams': ['kernel/database/copy-format.ts'],
  'pg-boss': ['kernel/jobs/job-queue.ts'],
  '@redis/client': ['kernel/security/redis-rate-limiter.ts'],
  nodemailer: ['kernel/outbound/smtp-transport.ts'],
  'openid-client': ['features/accounts/oidc-provider.ts'],
  busboy: ['kernel/http/uploads.ts'],
  sharp: ['features/media/encoder-process.ts'],
  s3mini: ['kernel/outbound/s3-bucket.ts'],
  fastify: [],
  typebox: [],
  pino: [],
  minisearch: [],
  '@prometheus-io/client': [],
  '@opentelemetry/api': [],
  'sanitize-html': [],
  '@fastify/proxy-addr': [],
  negotiator: [],
  'lru-cache': [],
  'ical.js': ['features/sources/icalendar/components.ts'],
  entities: ['features/sources/jsonld/nodes.ts', 'features/sources/tec/record-fields.ts'],
  'csv-parse/sync': ['features/sources/csv/read-rows.ts'],
  htmlparser2: ['features/sources/jsonld/read-blocks.ts'],
  'windows-iana': ['features/sources/icalendar/zones.ts'],
  commander: [],
  cookie: [],
  '@node-rs/argon2': [],
  otpauth: [],
  '@simplewebauthn/server': ['features/accounts/webauthn.ts'],
  '@simplewebauthn/server/helpers': ['features/accounts/webauthn.ts'],
  'altcha-lib': ['features/submissions/challenges.ts'],
  'altcha-lib/algorithms/pbkdf2': ['features/submissions/challenges.ts'],
  '@zxcvbn-ts/core': [],
  '@zxcvbn-ts/language-common': [],
  '@zxcvbn-ts/language-en': [],
}
/** Modules that call `fetch` or open sockets. The second one connects to the S3 service that the operator selects, and to nothing else. */
const CONNECTING = ['kernel/outbound/egress.ts', 'kernel/outbound/s3-bucket.ts']
const CALLS =
  /(?<![.\w'`])fetch\s*(?:[(,;)\]}]|$)|\b(?:WebSocket|EventSource|globalThis|createRequire|getBuiltinModule)\b|\brequire\(|\bimport\((?!'\.)/m
const STATEMENTS = /^(?:import|export)\s+(type\s)?(?:([\w\s{},*$]+?)\s*\bfrom\s+)?['"]([^.'"][^'"]*)['"]/gm
export const connections: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    if (CONNECTING.includes(path)) return []
    const taken = [...text.matchAll(STATEMENTS)].flatMap(([, isType, names = '', module = '']) =>
      isType
        ? []
        : takes(path, names, module).map((what) => `${path} takes ${what}: nothing opens a connection but kernel/outbound/egress.ts`),
    )
    const call = CALLS.exec(text.replace(/(?<!:)\/\/.*$|\/\*[\s\S]*?\*\//gm, ''))
    return call ? [...taken, `${path} says ${call[0].trim()}: nothing opens a connection but kernel/outbound/egress.ts`] : taken
  })

function takes(path: string, names: string, module: string): string[] {
  const name = module.replace(/^node:/, '')
  const harmless = HARMLESS[name]
  if (harmless) {
    const bound = names
      .replace(/[{}]/g, '')
      .split(',')
      .map((part) => part.trim().replace(/ as .*$/, ''))
    return bound.filter((part) => part !== '' && !part.startsWith('type ') && !harmless.includes(part)).map((part) => `${part} of ${name}`)
  }
  if (module.startsWith('node:')) return []
  const users = PACKAGES[name]
  if (!users) return [`the package ${name}, of which the rule does not know whether it opens any`]
  return users.length > 0 && !users.includes(path) ? [`the package ${name}`] : []
}

export const defaultExports = only(/^export default/m, [], 'no default exports')
export const anyTypes = only(/:\s*any\b|as any\b|<any>/, [], 'no any')
export const statusParameters = only(/status\s*(=|in|<>)\s*\(?\$\{(?!join|literal|raw)/, [], 'statuses in predicates are literals')

export const names: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    if (!/^(kernel|engine)\//.test(path)) return []
    const code = text
      .replace(/x-event-password|event-loop|event-stream|last-event-id|server-sent event/gi, '')
      .replace(/\/\/.*$/gm, '')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/`id,venue\.city`/g, '')
      .replace(/stored image or an address|'?image\\?\//g, '')
    const found = /\b(events?|venues?|organizers?|categor(?:y|ies)|tags?|images?)\b/i.exec(code.replace(/etag|calendar\/events/gi, ''))
    return found ? [`${path} names a kind: ${found[0]}`] : []
  })

const BARRELS = ['resources/index.ts']
const NO_FOLDERS = ['utils', 'helpers', 'common', 'services', 'managers', 'types']
export const rooms: Rule = (files) =>
  files.flatMap(({ path }) => [
    ...(path.endsWith('/index.ts') && !BARRELS.includes(path) ? [`${path}: no barrels`] : []),
    ...(path.split('/').some((part) => NO_FOLDERS.includes(part)) ? [`${path}: a folder is called by what it is in charge of`] : []),
    ...(/^[a-z0-9-]+(\.test)?\.ts$/.test(path.split('/').at(-1) ?? '') ? [] : [`${path}: names are kebab-case`]),
  ])

const FILE_LINES = 300
const linesOf = (text: string): number => text.trimEnd().split('\n').length
export const sizes: Rule = (files) =>
  files.flatMap(({ path, text }) => (linesOf(text) > FILE_LINES ? [`${path} has ${linesOf(text)} lines; at most ${FILE_LINES}`] : []))

export const headers: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    /^(#!.*\n)?\/\/ \S/.test(text) ? [] : [`${path} does not say in its first line what it is in charge of`],
  )
