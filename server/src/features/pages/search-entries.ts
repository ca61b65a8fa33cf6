// Collects the searchable text of the documentation: sections of the guide, operations of the reference, and errors.
import type { Translate } from '../../kernel/text/messages.ts'
import { errorPath, messageText, type DocumentedError } from './error-pages.ts'
import { chapterHtml, chapterTitle } from './guide.ts'
import { CHAPTERS, chapterPath, groupName, operationPath } from './navigation.ts'
import { resolveSchema, type OpenApiModel, type OperationGroup, type OperationModel, type SchemaModel } from './openapi-model.ts'
import type { SearchEntry } from './search-index.ts'
import { translateStrings } from './strings.ts'

export interface SearchSources {
  readonly language: string
  readonly translate: Translate
  readonly document: OpenApiModel
  readonly groups: readonly OperationGroup[]
  readonly errors: readonly DocumentedError[]
}

export function searchEntries({ language, translate, document, groups, errors }: SearchSources): SearchEntry[] {
  const strings = translateStrings(translate)
  return [
    ...CHAPTERS.flatMap((chapter) => guideEntries(chapterHtml(chapter), chapterPath(chapter), chapterTitle(chapter), strings[chapter])),
    ...groups.flatMap(({ name, operations }) =>
      operations.map((op) => ({
        path: operationPath(op),
        title: op.summary,
        section: groupName(name, strings),
        keywords: `${op.method} ${op.path} ${op.operationId}`,
        text: operationText(op, document),
        code: '',
        language,
      })),
    ),
    ...errors.map(({ code, statuses, messages, remedy }) => ({
      path: errorPath(code),
      title: code,
      section: strings.errors,
      keywords: statuses.join(' '),
      text: `${messageText(messages, translate)} ${translate(remedy)}`,
      code: '',
      language,
    })),
  ]
}

/** Each section of a chapter is one entry, so that a result leads to the right heading. */
function guideEntries(html: string, path: string, title: string, translatedTitle: string): SearchEntry[] {
  return html.split(/(?=<h2 id=")/).map((part) => {
    const [, id, heading] = /^<h2 id="([^"]*)">(.*?)<\/h2>/.exec(part) ?? []
    const body = part.replace(/^\s*<h[12][^>]*>.*?<\/h[12]>/, '')
    return {
      path: id === undefined ? path : `${path}#${id}`,
      title: heading === undefined ? title : plainText(heading),
      section: title,
      keywords: translatedTitle,
      text: plainText(body.replace(CODE_BLOCK, ' ')),
      code: plainText((body.match(CODE_BLOCK) ?? []).join(' ')),
      language: 'en',
    }
  })
}

const CODE_BLOCK = /<pre[^>]*>[\s\S]*?<\/pre>/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
/** The HTML of the guide is generated from Markdown, so it contains only simple tags and these character references. */
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:code|a|em|strong)\b/.test(tag) ? '' : ' '))
    .replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim()

/** The description of an operation, then its parameters and the fields of its body with their descriptions. */
function operationText({ description = '', parameters = [], requestBody }: OperationModel, document: OpenApiModel): string {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  return [description, ...parameters.map((parameter) => `${parameter.name}: ${parameter.description ?? ''}`), ...fieldTexts(body, document)]
    .join(' ')
    .replaceAll('`', '')
}
function fieldTexts(schema: SchemaModel | undefined, document: OpenApiModel): string[] {
  const { properties = {} } = schema ? resolveSchema(schema, document) : {}
  return Object.entries(properties).map(([name, field]) => `${name}: ${resolveSchema(field, document).description ?? ''}`)
}
