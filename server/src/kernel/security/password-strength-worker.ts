// The worker thread that estimates one password with zxcvbn: 0 is too guessable, 4 is very unguessable.
import { parentPort, workerData } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { StrengthRequest } from './password-strength.ts'

/** The estimate takes quadratic time, and a password is at least as strong as its beginning. */
const ESTIMATED_CHARACTERS = 64
const { password, knownWords } = workerData as StrengthRequest
const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs, l33tMaxSubstitutions: 20 })
parentPort?.postMessage(estimator.check(password.slice(0, ESTIMATED_CHARACTERS), [...knownWords]).score)
