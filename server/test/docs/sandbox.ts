// Isolates the run of a page: a temporary folder, a database and a port of its own. The shell of the reader gets no variable from it.
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ADMIN_URL, admin, portOf, urlOf } from '../support/database.ts'
import { freePort } from '../support/process.ts'
import type { Place } from './sessions.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')
export const BIN = join(ROOT, 'node_modules/.bin')

export interface Sandbox extends Place {
  readonly base: string
  readonly database: string
  /** Replaces the address that pages are written for by the address of this sandbox. */
  toLocal(text: string): string
  /** The reverse of `toLocal`, for output. */
  toWritten(text: string): string
  close(): Promise<void>
}

const WRITTEN = /\b(?:127\.0\.0\.1|localhost):3000\b/g

/** `installed` gives the folder the commands and documents of this checkout, as `npm ci` in a clone would. */
export async function openSandbox(installed = true): Promise<Sandbox> {
  const home = mkdtempSync(join(tmpdir(), 'kalends-page-'))
  const folder = join(home, 'work')
  const shims = join(home, 'bin')
  const scratch = join(home, 'tmp')
  for (const each of [folder, shims, scratch]) mkdirSync(each)
  const database = `kalends_test_${randomBytes(8).toString('hex')}`
  const host = `127.0.0.1:${await freePort()}`
  if (installed) install(folder)
  const { HOME = '', PATH = '' } = process.env
  const commands = [...(installed ? [BIN] : []), ...PATH.split(':').filter((each) => !each.includes('node_modules'))].join(':')
  writeShims(shims, commands, database, host)
  return {
    folder,
    scratch,
    env: { HOME, LANG: 'C.UTF-8', PATH: `${shims}:${commands}` },
    base: `http://${host}`,
    database,
    toLocal: (text) => text.replace(WRITTEN, host),
    toWritten: (text) => text.replaceAll(host, '127.0.0.1:3000'),
    close: async () => {
      await admin((client) => client.query(`drop database if exists ${database} with (force)`))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Copies the database and the pictures of a sandbox in which no server runs. */
export async function copySandbox(source: Sandbox): Promise<Sandbox> {
  const copy = await openSandbox()
  await admin((client) => client.query(`create database ${copy.database} template ${source.database} strategy file_copy`))
  const media = join(source.folder, 'media')
  if (existsSync(media)) cpSync(media, join(copy.folder, 'media'), { recursive: true })
  return copy
}

function install(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(BIN, join(folder, 'node_modules/.bin'))
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'))
  symlinkSync(join(ROOT, 'docs'), join(folder, 'docs'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
}

/** Pages say `createdb kalends` and `npx kalends serve`. These wrappers give the commands a database and a port that no other test uses. */
function writeShims(folder: string, commands: string, database: string, host: string): void {
  const { username } = new URL(ADMIN_URL)
  const login = username ? ` -U ${username}` : ''
  const cache = process.env['NODE_COMPILE_CACHE']
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, name), `${['#!/bin/sh', `export PATH="${commands}"`, ...lines].join('\n')}\n`, { mode: 0o755 })
  write('createdb', [`exec createdb -h 127.0.0.1 -p ${portOf(ADMIN_URL)}${login} ${database}`])
  write('npx', [
    `export DATABASE_URL="\${DATABASE_URL:-${urlOf(database)}}" PORT="\${PORT:-${new URL(`http://${host}`).port}}" SHUTDOWN_DELAY_MS=0`,
    ...(cache === undefined ? [] : [`export NODE_COMPILE_CACHE="${cache}"`]),
    // npx would look for the command in the same folder, half a second later.
    '[ "$1" != kalends ] || { PATH="$PWD/node_modules/.bin:$PATH"; exec "$@"; }',
    'exec npx "$@"',
  ])
}
