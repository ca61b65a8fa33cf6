// Loaded into a server before it starts: the telephone number of an organizer throws when it is shown with a letter that is not ASCII.
import { organizers } from '../../src/resources/organizers.ts'

Object.assign(organizers.fields.phone, {
  show: ({ phone }: { phone: unknown }) => {
    if (/[^\0-\x7f]/.test(String(phone ?? ''))) throw new TypeError('seeded')
    return phone ?? null
  },
})
