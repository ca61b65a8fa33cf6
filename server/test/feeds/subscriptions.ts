// A feed as a subscriber gets it: vdirsyncer copies it into Radicale and from there to a folder, and khal lists the dates in the folder.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/process.ts'
import { inDays, type Days, type SeenDate } from './recurrence-readers.ts'

/** Returns the dates that khal lists, by UTC time. Days of all-day events are days. */
export async function readBySubscription(url: string, days: Days): Promise<SeenDate[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-subscription-'))
  const port = await freePort()
  const radicale = spawn('radicale', ['--config', await writeRadicale(folder, port)], { stdio: 'ignore' })
  try {
    const calendar = `http://127.0.0.1:${port}/reader/events/`
    await createCalendar(calendar)
    await writeFile(join(folder, 'vdirsyncer.conf'), vdirsyncerConfig(folder, url, calendar))
    for (const args of [['discover'], ['sync', 'subscription'], ['sync', 'copy']])
      await run('vdirsyncer', ['--config', join(folder, 'vdirsyncer.conf'), ...args], folder, 'y\ny\n')
    await writeFile(join(folder, 'khal.conf'), khalConfig(folder))
    const format = '{start-long}|{end-long}|{status}|{title}'
    const listed = await run('khal', ['-c', join(folder, 'khal.conf'), 'list', '-df', '', '--format', format, days.from, days.to], folder)
    return inDays([...new Set(listed.split('\n').filter(Boolean))].map(toSeen), days)
  } finally {
    radicale.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
/** khal gives an event without a known end one hour. */
export function withDefaultEnd([start, end, status, title]: SeenDate): SeenDate {
  if (start !== end || start.length === 10) return [start, end, status, title]
  return [start, Temporal.PlainDateTime.from(start).add({ hours: 1 }).toString({ smallestUnit: 'second' }).replace('T', ' '), status, title]
}
/** khal shows the last day of an all-day event, and iCalendar the day after it. */
function toSeen(line: string): SeenDate {
  const [start = '', end = '', status = '', title = ''] = line.split('|')
  const isDay = end.length === 10
  return [start, isDay ? Temporal.PlainDate.from(end).add({ days: 1 }).toString() : end, status.trim(), title]
}

async function writeRadicale(folder: string, port: number): Promise<string> {
  const path = join(folder, 'radicale.conf')
  await writeFile(
    path,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = none\n[rights]\ntype = authenticated\n[storage]\nfilesystem_folder = ${folder}/radicale\n`,
  )
  return path
}
/** Radicale needs a moment to start. */
async function createCalendar(url: string): Promise<void> {
  const authorization = `Basic ${Buffer.from('reader:x').toString('base64')}`
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url, { method: 'MKCALENDAR', headers: { authorization } }).catch(() => null)
    if (answer?.status === 201) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Radicale did not start')
}
const vdirsyncerConfig = (folder: string, feed: string, calendar: string): string => `[general]
status_path = "${folder}/status/"
[pair subscription]
a = "feed"
b = "radicale"
collections = null
[pair copy]
a = "radicale"
b = "folder"
collections = null
[storage feed]
type = "http"
url = "${feed}"
[storage radicale]
type = "caldav"
url = "${calendar}"
username = "reader"
password = "x"
[storage folder]
type = "filesystem"
path = "${folder}/events/"
fileext = ".ics"
`
const khalConfig = (folder: string): string => `[calendars]
[[events]]
path = ${folder}/events/
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M:%S
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M:%S
longdatetimeformat = %Y-%m-%d %H:%M:%S
[sqlite]
path = ${folder}/khal.db
`

/** The feed comes from this process, so the programs must not block it. */
async function run(command: string, args: readonly string[], home: string, input = ''): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, HOME: home, LC_ALL: 'C.UTF-8' }, timeout: TIMEOUT_MS })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.stdin.on('error', () => undefined).end(input)
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${errors.slice(-2_000)}`)
  return output
}
const TIMEOUT_MS = 30 * 60_000
