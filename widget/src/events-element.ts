// <kalends-events>: a list of the next events.
import type { TemplateResult } from 'lit'
import { listMarkup, type EmbedEvent } from '../../server/src/features/embed/embed-markup.ts'
import { upcomingQuery } from '../../server/src/features/embed/embed-queries.ts'
import { loadEvents, type EmbedCalendar } from './calendar-api.ts'
import { CalendarElement, LIT } from './calendar-element.ts'
import type { KalendsEventsElement } from './public-types.ts'

export class EventsElement extends CalendarElement implements KalendsEventsElement {
  static override properties = { heading: {} }
  declare heading: string | null | undefined
  #events: readonly EmbedEvent[] | null = null

  protected override async load(calendar: EmbedCalendar, signal: AbortSignal): Promise<void> {
    const { events } = await loadEvents<EmbedEvent>(calendar, upcomingQuery(this.options), signal)
    this.#events = events
    this.requestUpdate()
  }

  protected override render(): TemplateResult {
    return listMarkup(LIT, this.frame, this.hasFailed ? 'failed' : this.#events, this.heading ?? '')
  }
}
