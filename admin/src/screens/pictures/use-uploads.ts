// The uploads of a screen: several at once, each with its progress, and with the reason if it failed.
import type { Image } from '@kalends/client'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { fileProblem, uploadMessage, uploadPicture } from '../../lib/upload.ts'

export interface PictureUpload {
  readonly key: number
  readonly name: string
  readonly previewUrl: string
  /** The share that was sent, from 0 to 1. */
  readonly share: number
  readonly error: string | null
  readonly cancel: () => void
}

/** `onDone` gets the pictures of one choice of files after all of them have ended. */
export function useUploads(language: string, onDone: (images: readonly Image[]) => void) {
  const t = useText()
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([])
  const nextKey = useRef(0)
  const latest = useRef({ uploads, onDone })
  latest.current = { uploads, onDone }
  useEffect(() => () => latest.current.uploads.forEach(({ cancel }) => cancel()), [])
  const change = (key: number, changes: Partial<PictureUpload>): void =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  const remove = (key: number): void =>
    setUploads((all) =>
      all.filter((each) => {
        if (each.key === key) URL.revokeObjectURL(each.previewUrl)
        return each.key !== key
      }),
    )
  const upload = async (file: File): Promise<Image | null> => {
    const key = nextKey.current
    nextKey.current += 1
    const controller = new AbortController()
    const cancel = (): void => {
      controller.abort()
      remove(key)
    }
    const error = fileProblem(file, t)
    setUploads((all) => [...all, { key, name: file.name, previewUrl: URL.createObjectURL(file), share: 0, error, cancel }])
    if (error !== null) return null
    try {
      const image = await uploadPicture(file, { language, signal: controller.signal, onProgress: (share) => change(key, { share }) })
      remove(key)
      return image
    } catch (cause) {
      if (!controller.signal.aborted) change(key, { error: uploadMessage(cause, t) })
      return null
    }
  }
  const uploadAll = async (files: readonly File[]): Promise<void> => {
    const done = (await Promise.all(files.map(upload))).filter((image) => image !== null)
    if (done.length > 0) latest.current.onDone(done)
  }
  const start = (files: readonly File[]): void => {
    // A new choice replaces the failures of earlier ones.
    latest.current.uploads.filter(({ error }) => error !== null).forEach(({ key }) => remove(key))
    void uploadAll(files)
  }
  return { uploads, start }
}
