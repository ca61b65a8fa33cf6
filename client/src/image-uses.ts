// The records that use an image.
import { createCall } from './call.ts'
import type { RequestOptions } from './options.ts'
import type { Send } from './send.ts'
import type { Status } from './records.ts'

export interface ImageUse {
  kind: 'event' | 'venue' | 'organizer'
  id: number
  title: string
  language: string
  status: Status
}
export interface ImageUses {
  /** Returns the records that use an image and that the caller may see, at most 100 of `total`. */
  imageUses(id: number, options?: RequestOptions): Promise<{ uses: ImageUse[]; total: number }>
}
export function createImageUses(send: Send, clientLanguage: string | undefined): ImageUses {
  const call = createCall(send, clientLanguage)
  return { imageUses: (id, options) => call({ method: 'GET', path: `/media/${id}/uses` }, options) }
}
