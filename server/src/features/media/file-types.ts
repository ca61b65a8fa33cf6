// Media types and caching of the files of images. A file never changes, so caches may keep it for a year.
const TYPES: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.jpg': 'image/jpeg', '.png': 'image/png' }

/** Returns the media type of a file extension, such as `.webp`. */
export const fileType = (extension: string): string => TYPES[extension] ?? 'application/octet-stream'
export const FILE_CACHING = 'public, max-age=31536000, immutable'
