// Content hashes for ETags, and the check of If-Match before a write (contract 3.12, 7.12).
import { hash } from 'node:crypto'
import { Problem } from '../errors/problems.ts'

export const contentHash = (body: string): string => hash('sha256', body, 'base64url').slice(0, 22)

/** Throws 412 unless If-Match names the version. Only the version counts: "3.hash", W/"3.hash", "3" and * all match version 3. */
export const checkIfMatch =
  (ifMatch: string | undefined) =>
  (version: number): void => {
    if (ifMatch === undefined || ifMatch.trim() === '*') return
    const versions = ifMatch.split(',').map((each) => /^(?:W\/)?"([^".]*)(?:\.[^"]*)?"$/.exec(each.trim())?.[1])
    if (!versions.includes(String(version))) throw new Problem('rest_precondition_failed')
  }
