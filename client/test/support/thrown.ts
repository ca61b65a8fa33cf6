// Returns the error that a call of the client throws.
import assert from 'node:assert/strict'
import { isKalendsError, type KalendsError } from '../../src/index.ts'

export const thrown = async (work: Promise<unknown>): Promise<KalendsError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  assert.ok(isKalendsError(error), String(error))
  return error
}
