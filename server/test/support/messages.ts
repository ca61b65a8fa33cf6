// Every English sentence that can reach a reader of the interface: errors, the descriptions of the index and the document, and the pages.
import { kinds } from '../../src/resources/index.ts'
import { routesOf, siteOf } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { buildOpenApi } from '../../src/features/openapi/openapi.ts'
import { EMBED_STRINGS } from '../../src/features/embed/embed-strings.ts'
import { MAIL_TEXTS } from '../../src/features/accounts/mail-messages.ts'
import { REMEDIES } from '../../src/features/pages/error-pages.ts'
import { STATUS_TITLES } from '../../src/features/feeds/feed.ts'
import { PAGE_STRINGS } from '../../src/features/pages/strings.ts'
import { SITE_STRINGS } from '../../src/features/site/site-strings.ts'
import { SUBMIT_STRINGS } from '../../src/features/submissions/submit-strings.ts'
import { FIELD_ERRORS, OTHER_FIELD_TEXTS, OTHER_TEXTS, PROBLEMS } from '../../src/kernel/errors/problems.ts'
import { OTHER_ORIGIN } from '../../src/no-auth.ts'

export function everyMessage(): string[] {
  const site = siteOf(readConfig({ SURROGATE_KEY_HEADERS: 'surrogate-key,cache-tag' }))
  const found = new Set<string>([
    ...Object.values(PROBLEMS).map(({ text }) => text),
    ...Object.values(FIELD_ERRORS),
    ...Object.values(OTHER_FIELD_TEXTS),
    OTHER_ORIGIN,
  ])
  for (const text of [
    ...Object.values(OTHER_TEXTS),
    ...Object.values(PAGE_STRINGS),
    ...Object.values(EMBED_STRINGS),
    ...Object.values(SITE_STRINGS),
    ...Object.values(SUBMIT_STRINGS),
    ...Object.values(REMEDIES),
    ...Object.values(STATUS_TITLES),
    ...Object.values(MAIL_TEXTS).flatMap(({ subject, lines }) => [subject, ...lines.filter((line) => !/^\{\w+\}$/.test(line))]),
  ])
    found.add(text)
  for (const { messages: says, fields } of kinds) {
    for (const text of Object.values(says)) found.add(text)
    for (const { description } of Object.values(fields)) found.add(description)
  }
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'description' || key === 'title') && typeof value === 'string') found.add(value)
      // The method that tells summaries of the same operation apart is not translated.
      else if (key === 'summary' && typeof value === 'string') found.add(value.replace(/ \((POST|PUT)\)$/, ''))
      else if (key !== 'examples') walk(value)
    }
  }
  walk(buildOpenApi(site, routesOf(site), 'en'))
  return [...found].sort()
}
