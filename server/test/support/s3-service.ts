// An S3 service for tests: OpenStack Swift on loopback, and a proxy before it that causes faults.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openS3Bucket } from '../../src/kernel/outbound/s3-bucket.ts'
import { S3mini } from 's3mini'
import { PYTHON } from './tools.ts'

const PROGRAM = fileURLToPath(new URL('s3-service.py', import.meta.url))
export const BUCKET = 'pictures'
const KEY = { accessKeyId: 'test:writer', secretAccessKey: 'secret-of-writer' }

/** Settings of a calendar whose pictures are in a bucket. */
export const s3Settings = (endpoint: string, prefix: string) => ({
  MEDIA_URL: `s3://${BUCKET}/${prefix}`,
  S3_ENDPOINT: endpoint,
  S3_REGION: 'eu-central-1',
  S3_PATH_STYLE: 'true',
  S3_ACCESS_KEY_ID: KEY.accessKeyId,
  S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
  // The tests share two processors with others.
  S3_TIMEOUT_MS: '20000',
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: '60000',
})
interface BucketOptions {
  readonly isPathStyle?: boolean
  readonly secretAccessKey?: string
  readonly pageSize?: number
}
export const testBucket = (endpoint: string, { pageSize, ...options }: BucketOptions = {}) =>
  openS3Bucket({ endpoint, region: 'eu-central-1', bucket: BUCKET, isPathStyle: true, ...KEY, ...options }, pageSize)

/** Returns the URL of the service, which ends with the test file. `TEST_S3_URL` names one that runs already. */
export async function s3Service(): Promise<string> {
  const running = process.env['TEST_S3_URL']
  if (running) return running
  const folder = await mkdtemp(join(tmpdir(), 'kalends-swift-'))
  const child = spawn(PYTHON, [PROGRAM, folder], { stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  after(async () => {
    child.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const base = await Promise.race([
    new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))),
    ended.then(() => Promise.reject(new Error(`Swift did not start: ${errors}`))),
  ])
  await new S3mini({ ...KEY, region: 'eu-central-1', endpoint: `${base}/${BUCKET}` }).createBucket()
  return base
}

/** `hang`: no response. `cut`: the connection ends in the middle of a body. `short`: a body loses its last byte, and its length fits. */
export type Fault = 'hang' | 'cut' | 'short' | 503
export interface FaultProxy {
  readonly base: string
  /** Selects the fault of a request. */
  fault: (request: IncomingMessage) => Fault | null
  /** Requests so far: method and path. */
  readonly requests: string[]
}
/** Forwards requests with their `Host`, because it is part of the signature. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const own = { base: '', fault: () => null, requests: [] } as { -readonly [K in keyof FaultProxy]: FaultProxy[K] }
  const server = createServer((request, response) => {
    own.requests.push(`${request.method} ${request.url}`)
    const fault = own.fault(request)
    request.on('error', () => undefined)
    if (fault === 'hang') return
    if (fault === 503) {
      request.resume()
      response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    forward(target, request, response, fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return own
}

function forward(target: string, request: IncomingMessage, response: ServerResponse, fault: 'cut' | 'short' | null): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const isUpload = body.length > 0
    const sent = isUpload && fault === 'short' ? body.subarray(0, -1) : body
    const headers = { ...request.headers, ...(isUpload && { 'content-length': String(sent.length) }) }
    const onward = send(target, { method: request.method, path: request.url, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (chunk: Buffer) => parts.push(chunk))
      answer.on('end', () => {
        const whole = Buffer.concat(parts)
        const status = answer.statusCode ?? 502
        if (fault === 'short' && !isUpload && whole.length > 0) {
          const rest = whole.subarray(0, -1)
          response.writeHead(status, { ...answer.headers, 'content-length': String(rest.length) }).end(rest)
          return
        }
        response.writeHead(status, answer.headers)
        if (fault !== 'cut' || whole.length === 0) response.end(whole)
        else response.write(whole.subarray(0, whole.length >> 1), () => response.destroy())
      })
    })
    onward.on('error', () => response.destroy())
    if (!isUpload || fault !== 'cut') onward.end(sent)
    else
      onward.write(sent.subarray(0, sent.length >> 1), () => {
        onward.destroy()
        response.destroy()
      })
  })
}
