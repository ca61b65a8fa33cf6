// Builds the widget into `server/embed`, which the server package contains: the script of the list, and a second one that loads with the first month.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const OUTPUT = resolve(import.meta.dirname, '../server/embed')

/** Compresses the scripts once, so that the server does not compress them for each visitor. */
const compressScripts: Plugin = {
  name: 'compress-scripts',
  writeBundle() {
    for (const name of globSync('**/*.js', { cwd: OUTPUT })) {
      const bytes = readFileSync(join(OUTPUT, name))
      writeFileSync(join(OUTPUT, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compressScripts],
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/index.ts',
      // The second script imports what it needs from the first one, so that a list loads one file.
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: 'embed.js', chunkFileNames: 'embed/[name]-[hash].js' },
    },
  },
})
