// Builds the view of a request: the language, the links and the strings that every template receives.
import type { Site } from '../../engine/definition/kind.ts'
import { translator, type Translate } from '../../kernel/text/messages.ts'
import { ASSETS_VERSION } from './asset-files.ts'
import { translateStrings, type Strings } from './strings.ts'

export interface View {
  readonly language: string
  /** The language root of the request URL; empty if the URL has none. */
  readonly root: string
  readonly languages: readonly string[]
  /** The path without the language root and without slashes at either end; empty for the home page. */
  readonly path: string
  readonly strings: Strings
  readonly translate: Translate
  /** Returns the relative URL of a page in the language of this page. */
  readonly link: (path: string) => string
  /** Returns the relative URL of a page in another language. */
  readonly linkIn: (language: string, path: string) => string
  readonly asset: (name: string) => string
  /** The relative URL of the API, in the language of the page. */
  readonly api: string
  /** The absolute URL of the API, in the language of the page. */
  readonly publicApi: string
  readonly publicUrl: string
  /** The path of the API after the host and the language, without a leading slash. */
  readonly apiPath: string
  /** The name of the calendar (CALENDAR_NAME); empty if it is not set. */
  readonly calendarName: string
  readonly query: URLSearchParams
}

export interface PageRequest {
  readonly path: string
  readonly query: string
  readonly language: string
  /** The language root of the URL, if it has one. */
  readonly root: string | undefined
}

/** All links are relative, so that the pages also work behind a proxy that adds a path prefix. */
export function createView({ path, query, language, root }: PageRequest, site: Site): View {
  const up = '../'.repeat(path.split('/').length - 2)
  const translate = translator(language)
  const linkIn = (languageRoot: string | undefined, to: string): string =>
    `${up}${languageRoot === undefined ? '' : `${languageRoot}/`}${to}` || './'
  const apiPath = `${site.restRoot}/${site.namespace}`.slice(1)
  return {
    language,
    root: root ?? '',
    languages: site.languages,
    path: path.slice(root === undefined ? 1 : root.length + 2).replace(/\/$/, ''),
    strings: translateStrings(translate),
    translate,
    link: (to) => linkIn(root, to),
    linkIn,
    asset: (name) => `${up}docs/assets/${name}?v=${ASSETS_VERSION}`,
    api: linkIn(root, apiPath),
    publicUrl: site.publicUrl,
    apiPath,
    calendarName: site.name,
    query: new URLSearchParams(query),
    publicApi: `${site.publicUrl}${root === undefined ? '' : `/${root}`}/${apiPath}`,
  }
}
