// Serves the scripts, the style sheet and the icon of the pages under URLs that contain a version, so that browsers cache them permanently.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Asset {
  readonly type: string
  readonly text: string
}

const [SCRIPT, STYLE] = ['text/javascript; charset=utf-8', 'text/css; charset=utf-8']
const TYPES = {
  'pages.css': STYLE,
  'pages.js': SCRIPT,
  'dom.js': SCRIPT,
  'search.js': SCRIPT,
  'try-it.js': SCRIPT,
  'subscribe-form.js': SCRIPT,
  'icon.svg': 'image/svg+xml',
}
const texts = Object.keys(TYPES).map((name) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8'))
export const ASSETS_VERSION = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 10)

/** Import statements in scripts also name the version, because imported scripts are cached in the same way. */
const assets: ReadonlyMap<string, Asset> = new Map(
  Object.entries(TYPES).map(([name, type], i) => [
    name,
    { type, text: (texts[i] ?? '').replaceAll(/(?<=from '\.\/[\w-]+\.js)(?=')/g, `?v=${ASSETS_VERSION}`) },
  ]),
)
export const findAsset = (name: string): Asset | undefined => assets.get(name)
