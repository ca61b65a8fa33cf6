// Loaded into a server before it starts: serializing the phone number of an organizer throws if it has a character that is not ASCII.
import type { Field } from '../../src/engine/definition/kind.ts'
import { organizers } from '../../src/resources/organizers.ts'

const fault: Pick<Field, 'serialize'> = {
  serialize: ({ phone }) => {
    if (/[^\0-\x7f]/.test(String(phone ?? ''))) throw new TypeError('seeded')
    return phone ?? null
  },
}
Object.assign(organizers.fields.phone, fault)
