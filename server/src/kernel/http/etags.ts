// Content hashes for ETags, the check of If-None-Match before a response, and the check of If-Match before a write (contract 3.12, 7.12).
import { hash } from 'node:crypto'
import { Problem } from '../errors/problems.ts'

export const contentHash = (body: string | Buffer): string => hash('sha256', body, 'base64url').slice(0, 22)

/** Throws 412 unless If-Match names the version. Only the version counts: "3.hash", W/"3.hash", "3" and * all match version 3. */
export const checkIfMatch =
  (ifMatch: string | undefined) =>
  (version: number): void => {
    if (ifMatch === undefined || ifMatch.trim() === '*') return
    const versions = ifMatch.split(',').map((each) => /^(?:W\/)?"([^".]*)(?:\.[^"]*)?"$/.exec(each.trim())?.[1])
    if (!versions.includes(String(version))) throw new Problem('rest_precondition_failed')
  }

/** Whether If-None-Match names the ETag, so that the response is 304. Weak and strong ETags match. */
export const matchesIfNoneMatch = (ifNoneMatch: string | undefined, etag: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => opaqueTag(each) === opaqueTag(etag)))
const opaqueTag = (etag: string): string => etag.trim().replace(/^W\//, '')
