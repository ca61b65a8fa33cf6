// Types follow from the declarations: what is shown, what may be sent. The compiler is the test; a wrong line here is a compile error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Category } from '../../src/resources/categories.ts'
import type { Event } from '../../src/resources/events.ts'
import { events } from '../../src/resources/events.ts'
import type { Organizer } from '../../src/resources/organizers.ts'
import type { Tag } from '../../src/resources/tags.ts'
import type { Venue } from '../../src/resources/venues.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(value: T): T => value

test('types: each output value has the type of its field', () => {
  assert.ok(holds<Same<Organizer['email'], string | null>>(true))
  assert.ok(holds<Same<Organizer['organizer'], string>>(true))
  assert.ok(holds<Same<Venue['geo_lat'], number | null>>(true))
  assert.ok(holds<Same<Venue['show_map'], boolean>>(true))
  assert.ok(holds<Same<Category['urls']['up'], string | null>>(true))
  assert.ok(holds<Same<Tag['count'], number>>(true))
  assert.ok(holds<Same<Event['cost_details']['values'], string[]>>(true))
})
test('types: a password is never shown, and computed fields are not sent', () => {
  assert.ok(holds<Same<'password' extends keyof Event ? true : false, false>>(true))
  assert.equal(events.fields.password.output, null)
  assert.equal(events.fields.utc_start_date.input, null)
})
