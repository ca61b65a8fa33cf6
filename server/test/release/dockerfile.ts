// Builds the image of the Dockerfile into a folder, without a container engine: COPY honors .dockerignore, RUN runs in a shell.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import dockerignore from '@balena/dockerignore'

export const ROOT = resolve(import.meta.dirname, '../../..')

export interface Image {
  /** The folder that stands for `/` of the container. */
  readonly root: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  /** `CMD` and the command of `HEALTHCHECK`, in exec form. */
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}
interface Stage {
  readonly name: string
  readonly root: string
  workdir: string
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
}

/** Builds the last stage of `dockerfile` under `folder`; `ignore` is the text of .dockerignore. */
export function buildImage(folder: string, dockerfile: string, ignore: string): Image {
  const context = filesOfContext(ignore)
  const stages: Stage[] = []
  for (const [instruction, rest] of instructionsOf(dockerfile)) {
    const stage = stages.at(-1)
    if (instruction === 'ARG') continue
    if (instruction === 'FROM') stages.push(startStage(folder, /\sAS\s+(\S+)/i.exec(rest)?.[1] ?? `stage-${stages.length}`))
    else if (!stage) throw new Error(`${instruction} before FROM`)
    else if (instruction === 'WORKDIR') mkdirSync(join(stage.root, (stage.workdir = rest)), { recursive: true })
    else if (instruction === 'COPY') copy(stage, stages, context, rest.split(/\s+/))
    else if (instruction === 'RUN') runShell(stage, rest)
    else if (instruction === 'ENV') Object.assign(stage.env, Object.fromEntries([...rest.matchAll(/(\w+)=(\S+)/g)].map((m) => m.slice(1))))
    else if (instruction === 'CMD') stage.command = JSON.parse(rest) as string[]
    else if (instruction === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.replace(/^.*?CMD\s+/, '')) as string[]
    else if (!['USER', 'VOLUME', 'EXPOSE', 'LABEL'].includes(instruction)) throw new Error(`${instruction} is not simulated`)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('The Dockerfile has no stage')
  return last
}

/** Runs a command of the image, with its PATH, environment and working directory. */
export function inImage(image: Image): { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly path: (name: string) => string } {
  const env = Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, value.replace(/^\//, `${image.root}/`)]))
  const bin = join(image.root, 'usr/local/bin')
  return {
    cwd: join(image.root, image.workdir),
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    path: (name) => join(bin, name),
  }
}

/** Paths of all files that .dockerignore admits to the build context. */
function filesOfContext(ignore: string): string[] {
  const all = globSync('**/*', { cwd: ROOT, exclude: (path) => /(^|\/)(node_modules|\.git)$/.test(path) })
  const hidden = globSync('{.*,*/.*}', { cwd: ROOT, exclude: (path) => path === '.git' })
  return dockerignore
    .default()
    .add(ignore)
    .filter([...all, ...hidden].filter((path) => statSync(join(ROOT, path)).isFile()))
}

function* instructionsOf(dockerfile: string): Generator<[instruction: string, rest: string]> {
  const text = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    yield [instruction.toUpperCase(), rest]
  }
}

/** A stage begins with the base image: this Node, and a chown that needs no user `node`. */
function startStage(folder: string, name: string): Stage {
  const root = join(folder, name)
  const bin = join(root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, 'node'))
  writeFileSync(join(bin, 'chown'), '#!/bin/sh\n', { mode: 0o755 })
  return { name, root, workdir: '/', env: {}, command: [], healthcheck: [] }
}

function copy(stage: Stage, stages: readonly Stage[], context: readonly string[], words: readonly string[]): void {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = paths.at(-1) ?? ''
  const to = resolve(join(stage.root, stage.workdir), target.replace(/^\//, `${stage.root}/`))
  for (const source of paths.slice(0, -1)) {
    if (from !== undefined) {
      const other = stages.find(({ name }) => name === from)
      if (!other) throw new Error(`COPY --from=${from}: there is no such stage`)
      // Moved, not copied: no later stage reads it, and it holds many files.
      renameSync(join(other.root, source), to)
      continue
    }
    const found = context.filter((path) => path === source || path.startsWith(`${source}/`))
    if (found.length === 0) throw new Error(`COPY ${source}: .dockerignore admits nothing of it`)
    for (const path of found) {
      const inner = path === source ? (target.endsWith('/') ? basename(path) : '') : path.slice(source.length + 1)
      mkdirSync(dirname(join(to, inner)), { recursive: true })
      cpSync(join(ROOT, path), join(to, inner))
    }
  }
}

function runShell(stage: Stage, command: string): void {
  const { cwd, env } = inImage(stage)
  const mapped = command.replaceAll(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)
  execFileSync('sh', ['-c', mapped], { cwd, env: { ...env, npm_config_prefer_offline: 'true' }, stdio: 'pipe', timeout: 120_000 })
}
