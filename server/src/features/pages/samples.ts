// Example request bodies for operations without an example in the OpenAPI document. They are small and valid.

const BODIES: Readonly<Record<string, unknown>> = {
  create_event: {
    title: 'Open day',
    start_date: '2027-03-01 10:00',
    end_date: '2027-03-01 16:00',
    timezone: 'Europe/Paris',
    venue: { venue: 'Town hall', city: 'Lyon' },
    tags: ['family'],
  },
  create_venue: { venue: 'Town hall', city: 'Lyon', country: 'France' },
  create_organizer: { organizer: 'Friends of the library', email: 'hello@example.org' },
  create_category: { name: 'Concerts' },
  create_tag: { name: 'Family' },
  event: { title: 'Open day, with music' },
  venue: { phone: '+33 4 72 00 00 00' },
  organizer: { website: 'https://example.org' },
  category: { description: 'Live music of every genre.' },
  tag: { description: 'For children and their families.' },
}
export const sampleBody = (operationId: string): unknown =>
  BODIES[operationId] ?? BODIES[operationId.replace(/_by_slug$/, '').replace(/^[a-z]+_/, '')] ?? {}
