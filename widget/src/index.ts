// Defines <kalends-events> and <kalends-month>. The server sends this module as /embed.js.
import { EventsElement } from './events-element.ts'
import { MonthElement } from './month-element.ts'

export type { KalendsElement, KalendsEventsElement, KalendsMonthElement } from './public-types.ts'

// A page may load the script twice.
if (customElements.get('kalends-events') === undefined) customElements.define('kalends-events', EventsElement)
if (customElements.get('kalends-month') === undefined) customElements.define('kalends-month', MonthElement)
