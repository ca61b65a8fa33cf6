// `npm run dev`: serves the calendar without credentials and restarts it when a file changes, and serves the admin with hot reload.
import { spawn } from 'node:child_process'
import { buildBrowserFiles } from './build-browser-files.ts'

// The page of the built admin has the settings of the calendar, which the development server inserts into its own page.
buildBrowserFiles()
const server = spawn(process.execPath, ['--watch', 'server/bin/kalends.cjs', 'serve', '--no-auth'], { stdio: 'inherit' })
const admin = spawn('node_modules/.bin/vite', ['admin', '--clearScreen', 'false'], { stdio: 'inherit' })
const children = [server, admin]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children)
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    for (const other of children) other.kill()
  })
