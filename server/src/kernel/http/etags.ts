// Tags of answers, and the version that a writer says he has read: If-Match (contract 3.12, 7.12).
import { hash } from 'node:crypto'
import { Problem } from '../errors/problems.ts'

export const contentHash = (body: string): string => hash('sha256', body, 'base64url').slice(0, 22)

/** If-Match compares the version alone: "3.hash", W/"3.hash", "3" and * all fit version 3. */
export const checkIfMatch =
  (ifMatch: string | undefined) =>
  (version: number): void => {
    if (ifMatch === undefined || ifMatch.trim() === '*') return
    const named = ifMatch.split(',').map((each) => /^(?:W\/)?"([^".]*)(?:\.[^"]*)?"$/.exec(each.trim())?.[1])
    if (!named.includes(String(version))) throw new Problem('rest_precondition_failed')
  }
