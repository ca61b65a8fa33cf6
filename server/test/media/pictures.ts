// Pictures that the tests send, made on the spot, and a server that pictures are fetched from.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import sharp from 'sharp'

interface Drawn {
  readonly width?: number
  readonly height?: number
}
/** No two are alike. */
export const fresh = ({ width = 60, height = 40 }: Drawn = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg()
    .toBuffer()
/** Half of it can be seen through. */
export const glass = (): Promise<Buffer> =>
  sharp({ create: { width: 30, height: 20, channels: 4, background: { r: 10, g: 20, b: 200, alpha: 0.5 } } })
    .png()
    .toBuffer()
export const blob = (bytes: Buffer | string, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(Buffer.from(bytes))], { type })
/** A form with a picture and further fields. */
export function form(bytes: Buffer | string, fields: Readonly<Record<string, string>> = {}, name = 'poster.jpg'): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.append(key, value)
  data.append('file', blob(bytes), name)
  return data
}

export interface PictureServer {
  readonly base: string
  /** Every request it was sent, in order. */
  readonly asked: IncomingMessage[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
}
/** Call before the first test; it is closed at the end of the file. */
export async function pictureServer(port: number): Promise<PictureServer> {
  const own: PictureServer = { base: `http://127.0.0.1:${port}`, asked: [], answer: (_, response) => response.writeHead(404).end() }
  const server = createServer((request, response) => {
    own.asked.push(request)
    own.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return own
}
