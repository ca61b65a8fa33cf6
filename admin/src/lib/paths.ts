// Addresses of screens as text, for lists whose items link to different screens.

/** The types of the router know addresses with parameters only as patterns, so it does not check these. */
export const pathOf = (path: string): '/' => path as '/'
export const newEventPath = pathOf('/events/new')
export const eventPath = (id: number): '/' => pathOf(`/events/${id}`)
export const historyPath = (id: number): '/' => pathOf(`/events/${id}/history`)
export type PlacePlural = 'venues' | 'organizers'
export const placesPath = (plural: PlacePlural): '/' => pathOf(`/${plural}`)
export const placePath = (plural: PlacePlural, id: number | 'new'): '/' => pathOf(`/${plural}/${id}`)
