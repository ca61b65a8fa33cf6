// Builds the admin into `server/admin`, which the server package contains. `npm run dev` serves it with hot reload beside a local server.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const OUTPUT = resolve(import.meta.dirname, '../server/admin')
const SERVER = process.env['KALENDS_URL'] ?? 'http://127.0.0.1:3000'

/** Compresses scripts and styles once, so that the server does not compress them for each visitor. */
const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  writeBundle() {
    const folder = join(OUTPUT, 'assets')
    for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const bytes = readFileSync(join(folder, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

/** The server inserts the settings of the calendar into the page. In development they are taken from its own page. */
const insertSettings: Plugin = {
  name: 'insert-settings',
  apply: 'serve',
  async transformIndexHtml(html) {
    const page = await fetch(`${SERVER}/admin`).then((response) => response.text())
    const content = /<meta name="kalends-admin" content="([^"]*)"/.exec(page)?.[1]
    if (content === undefined) throw new Error(`${SERVER}/admin has no settings. Build the admin once, and start the server.`)
    return html.replace('content="{}"', () => `content="${content}"`)
  },
}

const COMPONENT_LOCALES = ['ar-AE', 'en-US', 'fr-FR', 'pt-PT']
/** React Aria has its own texts in 34 languages. Those in languages that the admin does not have are replaced by the English ones. */
const dropUnusedLocales: Plugin = {
  name: 'drop-unused-locales',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    const locale = /react-(?:aria|stately|aria-components)\/dist\/private\/.*\/([a-z]{2}-[A-Z]{2})\.mjs$/.exec(id)?.[1]
    return locale === undefined || COMPONENT_LOCALES.includes(locale) ? null : `export { default } from './en-US.mjs'`
  },
}

/** The server accepts writes from its own origin only. */
const proxied = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } }

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // URLs of built files are relative, because the calendar may have a path on its host.
  base: command === 'serve' ? '/admin/' : './',
  plugins: [dropUnusedLocales, react(), compressFiles, insertSettings],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    // The policy of the page forbids `data:` URLs.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    target: 'es2024',
    reportCompressedSize: false,
    // Compression takes most of the time of a build, as intended.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/calendar': proxied, '/auth': proxied, '/media': proxied } },
}))
