// Fetches the document of a source: one file, or for some types several responses that become one document.
import { EgressError } from '../../kernel/outbound/egress.ts'
import { UnreadableDocument, type SourceType } from './importer.ts'
import type { ImportServices } from './source-services.ts'
import type { Source } from './source.ts'
import { fetchCopy } from './kalends/fetch-copy.ts'
import { fetchSite } from './tec/fetch-site.ts'

/** Throws an `UnreadableDocument` with the code of the reason. It is repeated if the process ends, so it may store what it has. */
type Fetcher = (services: ImportServices, url: string, runId: number, source: Source) => Promise<Buffer>

export const fetchDocument = (services: ImportServices, source: Source, runId: number): Promise<Buffer> => {
  if (source.url === null) throw new UnreadableDocument('no_document')
  return FETCHERS[source.type](services, source.url, runId, source)
}

const FETCH_MS = 60_000
const fetchFile =
  (accept: string): Fetcher =>
  async ({ egress }, url) => {
    try {
      const { status, body } = await egress.fetch(url, { headers: { accept: `${accept}, */*;q=0.5` }, deadlineMs: FETCH_MS })
      if (status !== 200) throw new UnreadableDocument('not_fetched')
      return body
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      // The reason could reveal details of the internal network, except for these two.
      throw new UnreadableDocument(error.reason === 'too_large' ? 'too_large' : 'not_fetched', { cause: error })
    }
  }
const FETCHERS: Readonly<Record<SourceType, Fetcher>> = {
  icalendar: fetchFile('text/calendar'),
  csv: fetchFile('text/csv'),
  tec: fetchSite,
  jsonld: fetchFile('text/html, application/ld+json'),
  kalends: fetchCopy,
}
