// Runs the code blocks of a page in order, on a server and a calendar of demo records that are its own.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { addToken, addUser } from '../../src/features/auth/users.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { openLog } from '../../src/kernel/runtime/logger.ts'
import { ADMIN_URL, copyOf, emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.ts'
import { freePort, kalends } from '../support/process.ts'
import { bin, packClient, run, type Packed } from '../../../client/test/support/package.ts'
import type { Block } from './blocks.ts'
import { difference } from './compare.ts'
import { openProgram, openShell, programOf, type Place, type Session } from './sessions.ts'

/** The address that pages are written for; it is replaced on the way in and on the way out. */
const WRITTEN = /\b(?:127\.0\.0\.1|localhost):3000\b/g
const ROOT = resolve(import.meta.dirname, '../../..')
const BIN = join(ROOT, 'node_modules/.bin')

export interface Stage {
  /** Runs a page; throws at the first block that does not do what the page says. */
  run(blocks: readonly Block[]): Promise<void>
  close(): Promise<void>
}

/** Demo records are made once and copied for each page. */
export async function openStage(): Promise<Stage> {
  const demo = await freshDatabase()
  let packed: Packed | undefined
  kalends(['seed'], { DATABASE_URL: demo.url })
  return {
    run: async (blocks) => {
      const runs = blocks.filter(({ manner }) => manner !== 'alone')
      if (runs.length === 0) return
      const setting = runs.some(({ manner }) => manner === 'background') ? await bareSetting() : await demoSetting(demo)
      if (runs.some(({ language }) => PROGRAM.includes(language))) packed ??= packClient()
      const place = placeOf(setting, packed)
      try {
        await play(runs, setting, place)
      } finally {
        rmSync(place.folder, { recursive: true, force: true })
        await setting.close()
      }
    },
    close: async () => {
      packed?.remove()
      await demo.drop()
    },
  }
}
const PROGRAM = ['ts', 'js']

interface Setting {
  readonly base: string
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}
/** A server on demo records, with an editor whose token is `$TOKEN`. */
async function demoSetting(demo: TestDatabase): Promise<Setting> {
  const database = await copyOf(demo)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const media = join(tmpdir(), `media-of-${database.name}`)
  const config = readConfig({ DATABASE_URL: database.url, PORT: String(port), PUBLIC_URL: base, MEDIA_DIR: media, LOG_LEVEL: 'silent' })
  const app = await buildApp({ config, clock: systemClock, log: openLog(config.LOG_LEVEL) })
  await app.http.app.listen({ host: '127.0.0.1', port })
  app.startJobs()
  await addUser(app.database, 'ada', 'editor', 'Ada')
  const { secret } = await addToken(app.database, 'ada', 'docs', null)
  return {
    base,
    env: { DATABASE_URL: database.url, PUBLIC_URL: base, MEDIA_DIR: media, TOKEN: secret },
    close: async () => {
      await app.close()
      await database.drop()
      rmSync(media, { recursive: true, force: true })
    },
  }
}
/** For a page that makes its own database and starts its own servers. */
async function bareSetting(): Promise<Setting> {
  const database = await emptyDatabase()
  await database.drop()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  return {
    base,
    env: { DATABASE_URL: database.url, PORT: String(port), PUBLIC_URL: base, SHUTDOWN_DELAY_MS: '0' },
    close: () => database.drop(),
  }
}

async function play(blocks: readonly Block[], setting: Setting, place: Place): Promise<void> {
  const host = new URL(setting.base).host
  const here = (text: string): string => text.replace(WRITTEN, host)
  const there = (text: string): string => text.replaceAll(host, '127.0.0.1:3000')
  const programs = programsOf(blocks, place, here)
  const shell = openShell(place)
  let said = ''
  try {
    for (const block of blocks) {
      try {
        if (block.manner === 'background') {
          await shell.endBackground()
          await silent(setting.base)
          shell.background(here(block.text))
          await answers(setting.base)
        } else if (block.manner === 'run') said = there(await (programs.get(block) ?? shell).run(here(block.text)))
        else {
          const differs = difference(block.language, block.text, said)
          if (differs !== null) throw new Error(differs)
        }
      } catch (error) {
        throw new Error(`${block.where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
    }
  } finally {
    for (const session of [shell, ...new Set(programs.values())]) await session.close()
  }
}

function placeOf({ env }: Setting, packed: Packed | undefined): Place {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-page-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(BIN, join(folder, 'node_modules/.bin'))
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  if (packed) {
    mkdirSync(join(folder, 'node_modules/@kalends'))
    symlinkSync(packed.folder, join(folder, 'node_modules/@kalends/client'))
  }
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  const { HOME = '', PATH = '' } = process.env
  // A page says `createdb NAME`; the database it makes is the page's own.
  const { hostname, port, username } = new URL(ADMIN_URL)
  const name = new URL(env['DATABASE_URL'] ?? '').pathname.slice(1)
  const login = username ? `-U ${username}` : ''
  writeFileSync(
    join(folder, 'bin/createdb'),
    `#!/bin/sh\nexec env PATH="${PATH}" createdb -h ${hostname} -p ${port || 5432} ${login} ${name}\n`,
    {
      mode: 0o755,
    },
  )
  return { folder, env: { MEDIA_DIR: join(folder, 'media'), HOME, PATH: `${join(folder, 'bin')}:${BIN}:${PATH}`, LANG: 'C.UTF-8', ...env } }
}

/** A block that begins with an import begins a program; those after it that do not, go on with it. */
function programsOf(blocks: readonly Block[], place: Place, here: (text: string) => string): Map<Block, Session> {
  const groups: Block[][] = []
  for (const block of blocks.filter(({ manner, language }) => manner === 'run' && PROGRAM.includes(language))) {
    const last = groups.at(-1)
    if (last && !block.text.trimStart().startsWith('import ')) last.push(block)
    else groups.push([block])
  }
  const sessions = groups.flatMap((group, i) => {
    const file = join(place.folder, `program-${i + 1}.${group[0]?.language ?? 'ts'}`)
    writeFileSync(file, programOf(group.map(({ text }) => here(text))))
    const session = openProgram(file, place)
    return group.map((block): [Block, Session] => [block, session])
  })
  if (groups.some(([block]) => block?.language === 'ts')) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom'],
      types: ['node'],
    }
    writeFileSync(join(place.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program-*.ts'] }))
    run(bin('tsc'), ['-p', '.'], place.folder)
  }
  return new Map(sessions)
}

const READY_MS = 60_000
async function until(base: string, is: (answer: Response | null) => boolean, otherwise: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (is(await fetch(`${base}/readyz`).catch(() => null))) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error(otherwise)
}
const answers = (base: string): Promise<void> => until(base, (answer) => answer?.ok === true, 'the server that it starts does not answer')
/** The server before it is told to end and takes its time: its answers must not pass for those of the next. */
const silent = (base: string): Promise<void> => until(base, (answer) => answer === null, 'the server before it goes on answering')
