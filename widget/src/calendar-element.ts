// The common part of both elements: attributes, loading and failures.
import { html, LitElement, nothing, unsafeCSS, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import type { EmbedFrame, Renderer } from '../../server/src/features/embed/embed-markup.ts'
import { DEFAULT_LIMIT, EMBED_FILTERS, type EmbedOptions } from '../../server/src/features/embed/embed-queries.ts'
import { EMBED_STYLE } from '../../server/src/features/embed/embed-style.ts'
import { loadCalendar, matchLanguage, type EmbedCalendar } from './calendar-api.ts'

export const LIT: Renderer<TemplateResult> = { html, nothing }
/** The folder of the script on its server, which may have a path on its host. */
const SCRIPT_SERVER = import.meta.url.replace(/[^/]*$/, '')

/** The languages of the texts, which are shown before the calendar has responded. */
const TEXT_LANGUAGES = { languages: ['ar', 'en', 'fr', 'pt-pt', 'sw'], default_language: 'en' }

/** Attributes that decide which events are loaded. Frameworks set them as properties, some as numbers. */
const QUERY_ATTRIBUTES = [...EMBED_FILTERS, 'collapse', 'language', 'limit', 'src'] as const
type QueryAttributes = Partial<Record<(typeof QUERY_ATTRIBUTES)[number], string | number | null>>

export abstract class CalendarElement extends LitElement {
  static override styles = unsafeCSS(EMBED_STYLE)
  static override properties: PropertyDeclarations = {
    ...Object.fromEntries(QUERY_ATTRIBUTES.map((name) => [name, {}])),
    calendar: { state: true },
    hasFailed: { state: true },
  }
  /** Null until the calendar has responded. */
  declare calendar: EmbedCalendar | null
  declare hasFailed: boolean
  #requests = new AbortController()
  #isServerRendered = false

  constructor() {
    super()
    this.calendar = null
    this.hasFailed = false
  }

  /** Loads the events, and ends without an effect if `signal` is aborted. */
  protected abstract load(calendar: EmbedCalendar, signal: AbortSignal): Promise<void>

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    this.#isServerRendered = this.shadowRoot !== null
    const root = super.createRenderRoot()
    this.renderOptions.renderBefore = null
    root.addEventListener('click', (event) => {
      if (event.target instanceof HTMLButtonElement) this.reload()
    })
    return root
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.reload()
  }
  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#requests.abort()
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || !QUERY_ATTRIBUTES.some((name) => changed.has(name))) return
    this.forget()
    this.reload()
  }
  /** Forgets loaded events that belong to other values of the attributes. */
  protected forget(): void {}
  /** Markup that the server has rendered into a declarative shadow root stays until the calendar has responded. */
  protected override shouldUpdate(): boolean {
    if (!this.#isServerRendered) return true
    if (this.calendar === null) return false
    this.renderRoot.replaceChildren()
    this.#isServerRendered = false
    return true
  }

  reload(): void {
    this.#requests.abort()
    this.#requests = new AbortController()
    this.hasFailed = false
    void this.#load(this.#requests.signal)
  }
  async #load(signal: AbortSignal): Promise<void> {
    try {
      const calendar = await loadCalendar(this.#server)
      if (signal.aborted) return
      this.calendar = calendar
      await this.load(calendar, signal)
    } catch (error) {
      if (signal.aborted) return
      this.hasFailed = true
      console.error(`<${this.localName}>`, error)
    }
  }

  get #attributes(): QueryAttributes {
    return this as QueryAttributes
  }
  get #server(): string {
    return new URL(String(this.#attributes.src ?? SCRIPT_SERVER), this.baseURI).href.replace(/\/+$/, '')
  }
  get options(): EmbedOptions {
    const { collapse, limit } = this.#attributes
    const filters = EMBED_FILTERS.map((name) => [name, this.#attributes[name]] as const).filter(([, value]) => isSet(value))
    return {
      language: this.#language,
      limit: String(limit ?? DEFAULT_LIMIT),
      filters: Object.fromEntries(filters.map(([name, value]) => [name, String(value)])),
      collapse: isSet(collapse) ? String(collapse) : null,
    }
  }
  /** The language of the element, or the one of the page around it, if the calendar has it. */
  get #language(): string {
    const wanted = String(this.#attributes.language ?? this.closest<HTMLElement>('[lang]')?.lang ?? '')
    return matchLanguage(wanted, this.calendar ?? TEXT_LANGUAGES)
  }
  get frame(): EmbedFrame {
    const { language } = this.options
    const { calendar } = this
    return {
      language,
      headingLevel: 2,
      calendarName: calendar?.name ?? '',
      calendarUrl: calendar?.url ?? this.#server,
      eventsUrl: calendar?.has_pages ? `${calendar.url}${language === calendar.default_language ? '' : `/${language}`}/events` : null,
      target: '_self',
      isInteractive: true,
    }
  }
}
const isSet = (value: string | number | null | undefined): boolean => value !== null && value !== undefined && value !== ''
