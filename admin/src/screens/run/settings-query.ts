// The key of the settings of the server in the cache.
export const SETTINGS_KEY = ['settings'] as const
