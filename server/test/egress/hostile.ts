// A server that means no good, as a process of its own: what it does is named by the path that is asked for.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from 'node:zlib'

type Trick = (socket: Socket) => void

const head = (...lines: readonly string[]): string => `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
const chunk = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`), Buffer.from(bytes), Buffer.from('\r\n')])
/** Writes for ever, as fast as it is read. */
const pour = (socket: Socket, bytes: Buffer | string): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}
/** Writes a piece every 20 ms, for ever. */
const drip = (socket: Socket, bytes: string): void => {
  const timer = setInterval(() => socket.write(bytes), 20)
  socket.on('close', () => clearInterval(timer))
}
const say =
  (text: string | Buffer): Trick =>
  (socket) =>
    socket.end(text)
const coded = (coding: string, body: Buffer): Trick => say(Buffer.concat([Buffer.from(head(`content-encoding: ${coding}`)), body]))
const MEGABYTE = Buffer.alloc(1_048_576)
const HUNDRED = Buffer.alloc(100 * 1_048_576)
/** Empty blocks: input without end, and no output. */
const NO_OUTPUT = Buffer.from('00 00 00 ff ff'.repeat(10_000).replaceAll(' ', ''), 'hex')

const TRICKS: Readonly<Record<string, Trick>> = {
  fine: say(`${head('content-length: 4')}fine`),
  silent: () => undefined,
  'close-at-once': (socket) => socket.destroy(),
  'reset-in-body': (socket) => socket.write(`${head('content-length: 100')}half`, () => socket.resetAndDestroy()),
  'endless-status': (socket) => pour(socket, 'HTTP/1.1 200 '.repeat(1_000)),
  'endless-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    pour(socket, 'x-a: b\r\n'.repeat(1_000))
  },
  'endless-header': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-a: ')
    pour(socket, 'a'.repeat(10_000))
  },
  'large-headers': say(head(`x-a: ${'a'.repeat(100_000)}`)),
  'endless-hints': (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)),
  'drip-status': (socket) => {
    socket.write('HTTP/1.1 200 O')
    drip(socket, 'K')
  },
  'drip-header-lines': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    drip(socket, 'a: b\r\n')
  },
  'drip-body': (socket) => {
    socket.write(head('content-length: 1000000'))
    drip(socket, 'a')
  },
  'drip-chunks': (socket) => {
    socket.write(head('transfer-encoding: chunked'))
    drip(socket, '1\r\na\r\n')
  },
  'endless-body': (socket) => {
    socket.write(head())
    pour(socket, MEGABYTE)
  },
  'endless-chunks': (socket) => {
    socket.write(head('transfer-encoding: chunked'))
    pour(socket, chunk(MEGABYTE))
  },
  'ten-gigabytes': (socket) => socket.write(head('content-length: 10737418240')),
  'chunk-of-exabytes': (socket) => {
    socket.write(`${head('transfer-encoding: chunked')}7fffffffffffffff\r\n`)
    pour(socket, MEGABYTE)
  },
  'chunk-too-large': say(`${head('transfer-encoding: chunked')}fffffffffffffffff\r\na\r\n`),
  'chunk-extensions': (socket) => {
    socket.write(`${head('transfer-encoding: chunked')}1`)
    pour(socket, ';a=b'.repeat(1_000))
  },
  'endless-trailers': (socket) => {
    socket.write(`${head('transfer-encoding: chunked')}0\r\n`)
    pour(socket, 'x-a: b\r\n'.repeat(1_000))
  },
  'gzip-bomb': coded('gzip', gzipSync(HUNDRED)),
  'brotli-bomb': coded('br', brotliCompressSync(HUNDRED, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })),
  'deflate-bomb': coded('deflate', deflateSync(HUNDRED)),
  'endless-gzip': (socket) => {
    socket.write(head('content-encoding: gzip'))
    const gzip = createGzip({ level: 9 })
    gzip.pipe(socket, { end: false })
    const more = (): void => {
      while (!socket.destroyed && gzip.write(MEGABYTE));
    }
    gzip.on('drain', more)
    more()
  },
  'gzip-without-output': (socket) => {
    socket.write(head('content-encoding: gzip'))
    socket.write(Buffer.from('1f8b0800000000000003', 'hex'))
    pour(socket, NO_OUTPUT)
  },
  'gzip-twice': coded('gzip, gzip', gzipSync(gzipSync(HUNDRED))),
  'unknown-coding': coded('constructor', Buffer.from('a')),
  'gzip-garbage': coded('gzip', Buffer.from('this is not gzip')),
  'gzip-cut': coded('gzip', gzipSync(Buffer.alloc(10_000)).subarray(0, 20)),
  'length-too-long': say(`${head('content-length: 100')}short`),
  'length-too-short': say(`${head('content-length: 4')}fine, and HTTP/1.1 200 OK more`),
  'length-negative': say(`${head('content-length: -1')}a`),
  'two-lengths': say(`${head('content-length: 4', 'content-length: 5')}fine!`),
  'length-and-chunks': say(`${head('content-length: 4', 'transfer-encoding: chunked')}4\r\nfine\r\n0\r\n\r\n`),
  'endless-redirect': say('HTTP/1.1 302 Found\r\nlocation: /endless-redirect\r\n\r\n'),
  'redirect-with-endless-body': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nlocation: /fine\r\n\r\n')
    pour(socket, MEGABYTE)
  },
  'redirect-to-nothing': say('HTTP/1.1 302 Found\r\nlocation: http://\r\n\r\n'),
  'redirect-far': say(`HTTP/1.1 302 Found\r\nlocation: /${'a'.repeat(9_000)}\r\n\r\n`),
  upgrade: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nbytes'),
  'not-http': say('220 mail.example ESMTP\r\n'),
  'http-0.9': say('<html>hello</html>'),
  garbage: (socket) => pour(socket, Buffer.from('16030100ff00ff00'.repeat(1_000), 'hex')),
  'zero-in-header': say(head('x-a: a\0b')),
  'held-open': (socket) => socket.write(`${head('content-length: 4')}fine`),
  'held-open-without-length': (socket) => socket.write(`${head()}fine`),
}

let open = 0
const server = createServer((socket) => {
  open += 1
  socket.on('error', () => undefined)
  socket.on('close', () => (open -= 1))
  socket.once('data', (asked) => {
    // The first byte of a TLS handshake.
    if (asked[0] === 0x16) return TRICKS['garbage']?.(socket)
    const name = /^GET \/([^ ]*)/.exec(asked.toString('latin1'))?.[1] ?? ''
    if (name === 'open') return socket.end(`${head()}${open - 1}`)
    ;(TRICKS[name] ?? say('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'))(socket)
  })
})
/** Takes connections and says nothing. */
const mute = createServer((socket) => socket.on('error', () => undefined).resume())
const ports = [server, mute].map(async (one) => {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  return (one.address() as AddressInfo).port
})
process.send?.({ ports: await Promise.all(ports), tricks: Object.keys(TRICKS) })
process.on('disconnect', () => process.exit())
