// The page /embed, which writes the code for other sites. It works without its script, which updates code and preview while the reader types.
import { Problem } from '../../kernel/errors/problems.ts'
import { languageName } from '../../kernel/text/language-names.ts'
import { html, type Markup } from '../../kernel/text/markup.ts'
import type { SiteRoute } from '../site/site-request.ts'
import { basePath, type ApiRecord, type SiteView } from '../site/site-view.ts'
import { DEFAULT_LIMIT, embedPath, optionsOfQuery } from './embed-queries.ts'
import { translateEmbedStrings, type EmbedStrings } from './embed-strings.ts'

/** Renders the elements of the preview. */
export type PreviewRenderers = Readonly<
  Record<'list' | 'month', (view: SiteView, headingLevel: 2) => Promise<{ readonly element: Markup }>>
>

export const GENERATOR_PARAMS = [
  'view',
  'heading',
  'categories',
  'tags',
  'venue',
  'organizer',
  'language',
  'limit',
  'collapse',
  'accent',
  'radius',
]
const [DEFAULT_ACCENT, DEFAULT_RADIUS] = ['#a81f27', '12']

export const generatorRoute = (renderers: PreviewRenderers): SiteRoute => ({
  path: '/embed',
  params: GENERATOR_PARAMS,
  render: async (view) => {
    const t = translateEmbedStrings(view.translate)
    const choice = readChoice(view)
    const [form, preview] = await Promise.all([
      renderForm(view, t, choice),
      renderPreview({ ...view, language: choice.language || view.language }, t, renderers[choice.view]),
    ])
    const base = basePath(view.site)
    const main = html`<div class="frame generator"><h1>${t.embed_title}</h1><p class="lead">${t.embed_about}</p>
<div class="columns">${form}
<div class="result" data-result>${renderCode(view, t, choice)}
<section aria-labelledby="preview"><h2 id="preview">${t.preview}</h2><div data-preview data-accent="${choice.accent === DEFAULT_ACCENT ? '' : choice.accent}" data-radius="${choice.radius}">${preview}</div></section></div></div></div>`
    const head = html`<link rel="stylesheet" href="${base}/embed/generator.css"><script type="module" src="${base}/embed.js"></script><script type="module" src="${base}/embed/generator.js"></script>`
    return { page: { title: t.embed_title, main, head, canonical: 'embed' } }
  },
})

interface Choice {
  readonly view: 'list' | 'month'
  /** The language of the texts; empty for the language of the page around the element. */
  readonly language: string
  readonly heading: string
  readonly accent: string
  readonly radius: string
}
function readChoice({ query, site }: SiteView): Choice {
  const [language, accent, radius] = ['language', 'accent', 'radius'].map((name) => query.get(name) ?? '') as [string, string, string]
  return {
    view: query.get('view') === 'month' ? 'month' : 'list',
    language: site.languages.includes(language) ? language : '',
    heading: query.get('heading') ?? '',
    accent: /^#[\da-f]{6}$/i.test(accent) ? accent.toLowerCase() : DEFAULT_ACCENT,
    radius: /^\d{1,2}$/.test(radius) ? radius : DEFAULT_RADIUS,
  }
}

/** Values that the API refuses are shown as such. All other errors are those of the page. */
async function renderPreview(view: SiteView, t: EmbedStrings, render: PreviewRenderers['list']): Promise<Markup> {
  try {
    return (await render(view, 2)).element
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    return html`<p class="note warn" role="status">${t.invalid_value}</p>`
  }
}

function renderCode(view: SiteView, t: EmbedStrings, choice: Choice): Markup {
  const { site } = view
  const { filters, limit, collapse } = optionsOfQuery(view)
  const isList = choice.view === 'list'
  const tag = isList ? 'kalends-events' : 'kalends-month'
  const attributes = Object.entries({
    ...filters,
    ...(choice.language !== '' && { language: choice.language }),
    ...(limit !== DEFAULT_LIMIT && { limit }),
    ...(isList && collapse !== null && { collapse }),
    ...(isList && choice.heading !== '' && { heading: choice.heading }),
  }).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const properties = [
    choice.accent !== DEFAULT_ACCENT && `--kalends-accent: ${choice.accent};`,
    choice.radius !== DEFAULT_RADIUS && `--kalends-radius: ${choice.radius}px;`,
  ].filter(Boolean)
  const style = properties.length === 0 ? '' : `\n<style>\n  ${tag} { ${properties.join(' ')} }\n</style>`
  const code = `<script type="module" src="${site.publicUrl}/embed.js"></script>\n<${tag}${attributes.join('')}></${tag}>${style}`
  const path = embedPath(choice.view, { filters, limit, collapse, language: choice.language || view.language })
  const frame = `<iframe src="${escapeAttribute(site.publicUrl + path)}" title="${escapeAttribute(view.calendarName)}" width="100%" height="480" style="border: 0"></iframe>`
  return html`${codeBlock(t, { id: 'code', title: t.code, about: t.code_about, code })}
${codeBlock(t, { id: 'frame', title: t.frame, about: t.frame_about, code: frame })}`
}
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const codeBlock = (t: EmbedStrings, { id, title, about, code }: Readonly<Record<'id' | 'title' | 'about' | 'code', string>>): Markup =>
  html`<section aria-labelledby="${id}"><div class="bar"><h2 id="${id}">${title}</h2><button type="button" class="btn" data-copy-code data-copied="${t.copied}" aria-describedby="${id}" hidden>${t.copy}</button></div><p class="hint">${about}</p><pre dir="ltr" tabindex="0" aria-labelledby="${id}"><code>${code}</code></pre></section>`

async function renderForm(view: SiteView, t: EmbedStrings, choice: Choice): Promise<Markup> {
  const { query, site } = view
  const [categories, venues, organizers] = await Promise.all([
    readCategories(view),
    readNames(view, 'venues', 'venue'),
    readNames(view, 'organizers', 'organizer'),
  ])
  const value = (name: string): string => query.getAll(name).filter(Boolean).join(',')
  const chosen = value('categories').split(',')
  const languages = site.languages.map((each) => ({ value: each, label: languageName(each, site.languages) }))
  return html`<form method="get" class="card options" data-generator>
<fieldset class="field"><legend class="label">${t.show}</legend>${radio('list', t.upcoming_list, choice.view)}${radio('month', t.month_view, choice.view)}</fieldset>
${input('heading', t.heading, { value: choice.heading, list: true, extra: html` maxlength="100"` })}
${
  categories.length > 0 &&
  html`<fieldset class="field"><legend class="label">${t.categories}</legend><div class="choices">${categories.map(
    ({ value: slug, label }) =>
      html`<label><input type="checkbox" name="categories" value="${slug}"${chosen.includes(slug) ? html` checked` : ''}> ${label}</label>`,
  )}</div></fieldset>`
}
${input('tags', t.tags, { value: value('tags'), about: t.tags_about, extra: html` dir="ltr" maxlength="500"` })}
${venues.length > 0 && select('venue', t.venue, [{ value: '', label: t.any_venue }, ...venues], value('venue'))}
${organizers.length > 0 && select('organizer', t.organizer, [{ value: '', label: t.any_organizer }, ...organizers], value('organizer'))}
${select('language', t.event_language, [{ value: '', label: t.language_of_page }, ...languages], choice.language)}
${input('limit', t.number_of_events, { value: value('limit') || DEFAULT_LIMIT, extra: html` type="number" min="1" max="${site.maxPerPage}"` })}
<p class="field" data-list-only><label class="check"><input type="checkbox" name="collapse" value="series"${value('collapse') === 'series' ? html` checked` : ''}> ${t.once_per_series}</label></p>
${input('accent', t.accent_color, { value: choice.accent, extra: html` type="color"` })}
${input('radius', t.corner_radius, { value: choice.radius, extra: html` type="number" min="0" max="40"` })}
<p data-no-script><button class="btn primary">${t.update}</button></p>
</form>`
}

interface Option {
  readonly value: string
  readonly label: string
}
/** Up to as many records as a page of the API has, by name. Venues and organizers are chosen by ID. */
async function readNames(view: SiteView, plural: 'venues' | 'organizers', field: string): Promise<Option[]> {
  const records = await readRecords(view, plural, { filter: ['has_events', 'true'], field })
  return sortOptions(
    view,
    records.map((record) => ({ value: String(record['id']), label: String(record[field]) })),
  )
}
/** Categories are chosen by their slug in the default language, whatever the language of the page. Those without own events may have children. */
async function readCategories(view: SiteView): Promise<Option[]> {
  const filter = ['hide_empty', 'false'] as const
  const [records, originals] = await Promise.all([
    readRecords(view, 'categories', { filter, field: 'name' }),
    readRecords(view, 'categories', { filter, field: 'slug', root: view.site.defaultLanguage }),
  ])
  const slugs = new Map(originals.map(({ id, slug }) => [id, String(slug)]))
  return sortOptions(
    view,
    records.map(({ id, name }) => ({ value: slugs.get(id) ?? String(id), label: String(name) })),
  )
}
interface NameRead {
  readonly filter: readonly [name: string, value: string]
  readonly field: string
  /** The language root of the read, if it differs from that of the page. */
  readonly root?: string
}
async function readRecords(view: SiteView, plural: string, { filter, field, root }: NameRead): Promise<readonly ApiRecord[]> {
  const query: [string, string][] = [
    [...filter],
    ['per_page', String(Math.min(MAX_NAMES, view.site.maxPerPage))],
    ['_fields', `id,${field}`],
  ]
  const { [plural]: records } = await view.reads.json(`/${plural}`, { query, keys: 'records', ...(root !== undefined && { root }) })
  return records as readonly ApiRecord[]
}
const sortOptions = ({ language }: SiteView, options: Option[]): Option[] =>
  options.sort((a, b) => a.label.localeCompare(b.label, language))
const MAX_NAMES = 100

const radio = (value: string, label: string, chosen: string): Markup =>
  html`<label class="check"><input type="radio" name="view" value="${value}"${value === chosen ? html` checked` : ''}> ${label}</label>`
const select = (name: string, label: string, options: readonly Option[], chosen: string): Markup =>
  html`<p class="field"><label for="${name}">${label}</label><select class="input" id="${name}" name="${name}">${options.map(
    (option) => html`<option value="${option.value}"${option.value === chosen ? html` selected` : ''}>${option.label}</option>`,
  )}</select></p>`
interface InputParts {
  readonly value: string
  readonly about?: string
  /** Whether only the list has this input. */
  readonly list?: boolean
  readonly extra: Markup
}
const input = (name: string, label: string, { value, about, list, extra }: InputParts): Markup =>
  html`<p class="field"${list ? html` data-list-only` : ''}><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" value="${value}"${extra}${about ? html` aria-describedby="${name}-about"` : ''} autocomplete="off">${
    about && html`<span class="hint" id="${name}-about">${about}</span>`
  }</p>`
