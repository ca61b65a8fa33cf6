// <kalends-month>: a month of days, and the events of the selected one.
import type { PropertyValues, TemplateResult } from 'lit'
import { eventsMarkup, frameMarkup } from '../../server/src/features/embed/embed-markup.ts'
import type { EmbedCalendar } from './calendar-api.ts'
import { CalendarElement, LIT } from './calendar-element.ts'
import { loadMonth } from './load-month.ts'
import type { MonthController } from './month-controller.ts'
import type { KalendsMonthElement } from './public-types.ts'

export class MonthElement extends CalendarElement implements KalendsMonthElement {
  static override properties = { date: {} }
  declare date: string | null | undefined
  /** Null until its code is loaded. */
  #controller: MonthController | null = null

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('date')) this.#controller?.showFirstDate()
    super.willUpdate(changed)
  }
  protected override forget(): void {
    this.#controller?.forget()
  }

  protected override async load(calendar: EmbedCalendar, signal: AbortSignal): Promise<void> {
    if (this.#controller === null) {
      const { MonthController } = await loadMonth()
      this.#controller ??= new MonthController(this)
    }
    await this.#controller.load(calendar, signal)
  }

  protected override render(): TemplateResult {
    if (this.#controller !== null) return this.#controller.render()
    const events = this.hasFailed ? 'failed' : null
    const body = eventsMarkup(LIT, this.frame, { events, day: null, none: '' })
    return frameMarkup(LIT, this.frame, { head: LIT.html``, body })
  }
}
