// Uploads a picture and reports the progress, which `fetch` does not tell.
import { createClient, isKalendsError, type Image } from '@kalends/client'
import type { Translate } from './messages.ts'
import { pageSettings } from './page-settings.ts'
import { messageOf } from './submission.ts'

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 5 * 60_000

interface UploadOptions {
  readonly language: string
  readonly signal: AbortSignal
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}
export function uploadPicture(file: File, { language, signal, onProgress }: UploadOptions): Promise<Image> {
  const client = createClient({
    baseUrl: location.origin + pageSettings.api,
    session: pageSettings.authentication,
    language,
    fetch: (url, init) => fetchWithProgress(url, init, onProgress),
  })
  return client.media.create({ file }, { signal, timeoutMs: TIMEOUT_MS })
}

/** Why a file cannot be uploaded, before it is sent. */
export function fileProblem({ type, size }: File, t: Translate): string | null {
  if (!PICTURE_TYPES.includes(type)) return t('This file is not a picture. Choose a JPEG, PNG, WebP, GIF or AVIF file.')
  return size > MAX_BYTES ? t('This picture is larger than 10 MB. Choose a smaller one.') : null
}
export function uploadMessage(error: unknown, t: Translate): string {
  if (isKalendsError(error, 'rest_body_too_large')) return t('This picture is larger than 10 MB. Choose a smaller one.')
  return (isKalendsError(error) ? error.details['file']?.message : undefined) ?? messageOf(error, t)
}

function fetchWithProgress(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  const { signal } = init
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) }))
    })
    request.addEventListener('error', () => reject(new TypeError('The request received no response.')))
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason as Error)
    })
    request.send(init.body as FormData)
  })
}
function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
