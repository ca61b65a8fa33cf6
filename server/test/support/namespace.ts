// The path of the API in tests, which do not import it from the service.
export const NS = '/calendar/events/v1'
