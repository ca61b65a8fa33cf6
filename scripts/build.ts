// Builds what is published of the server: Node strips no types under node_modules, so the package carries JavaScript. Run by `npm pack` and `npm publish`.
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [root, server] = [new URL('../', import.meta.url), new URL('../server/', import.meta.url)]
rmSync(new URL('dist', server), { recursive: true, force: true })
const tsc = fileURLToPath(new URL('node_modules/.bin/tsc', root))
const { status } = spawnSync(tsc, ['-p', fileURLToPath(new URL('tsconfig.build.json', server))], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
cpSync(new URL('src/features/pages/assets', server), new URL('dist/features/pages/assets', server), { recursive: true })
