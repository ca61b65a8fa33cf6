// Admission control: limits per client, class and process, paced streams, and bodies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../errors/problems.ts'
import { createAdmission, type Client, type AdmissionSlot, type AdmissionOptions } from './admission.ts'

const SETTINGS: AdmissionOptions = {
  anonymous: 2,
  caller: 3,
  queue: 1,
  waitMs: 20,
  bodies: 2,
  classes: { feed: 2, search: 4, upload: 0 },
  maxInFlight: 5,
}
const one: Client = { key: '192.0.2.1', isCaller: false }
const other: Client = { key: '192.0.2.2', isCaller: false }
const caller: Client = { key: '192.0.2.1', isCaller: true }
const isOverloaded = (error: unknown): boolean => error instanceof Problem && error.code === 'rest_overloaded'

void test('permits are limited per client, per caller, and per process', async () => {
  const work = createAdmission(SETTINGS)
  const slots: AdmissionSlot[] = []
  for (let i = 0; i < 2; i += 1) slots.push(await work.enter(one, null))
  await assert.rejects(work.enter(one, null), isOverloaded)
  for (let i = 0; i < 3; i += 1) slots.push(await work.enter(caller, null))
  assert.equal(work.isFull(), true)
  await assert.rejects(work.enter(other, null), isOverloaded)
  slots.forEach((slot) => slot.release())
  slots.forEach((slot) => slot.release())
  assert.equal(work.isFull(), false)
  ;(await work.enter(one, null)).release()
})

void test('one client gets at most half of a class, and rejected requests release their permits', async () => {
  const work = createAdmission({ ...SETTINGS, anonymous: 0, maxInFlight: 0 })
  const slots = [await work.enter(one, 'search'), await work.enter(one, 'search')]
  await assert.rejects(work.enter(one, 'search'), isOverloaded)
  slots.push(await work.enter(other, 'search'), await work.enter(other, 'search'))
  await assert.rejects(work.enter(caller, 'search'), isOverloaded)
  slots.push(await work.enter(one, null), await work.enter(one, 'upload'))
  slots.forEach((slot) => slot.release())
  ;(await work.enter(one, 'search')).release()
})

void test('a stream holds a permit only during each step, and releases it when it is interrupted', async () => {
  const work = createAdmission({ ...SETTINGS, classes: { feed: 1, search: 0, upload: 0 } })
  const { signal } = new AbortController()
  let ended = 0
  const steps = async function* (): AsyncGenerator<number> {
    try {
      for (let n = 0; n < 3; n += 1) yield n
    } finally {
      ended += 1
    }
  }
  const [slow, fast] = [work.pace(one, 'feed', steps(), signal), work.pace(other, 'feed', steps(), signal)]
  assert.equal((await slow.next()).value, 0)
  const all: number[] = []
  for await (const n of fast) all.push(n)
  assert.deepEqual(all, [0, 1, 2])
  await slow.return()
  assert.equal(ended, 2)
  const broken = work.pace(
    one,
    'feed',
    (async function* (): AsyncGenerator<number> {
      yield* []
      throw new Error('broken')
    })(),
    signal,
  )
  await assert.rejects(broken.next(), /broken/)
  ;(await work.enter(one, 'feed')).release()
})

void test('streams that have started take turns, whatever the limit of the queue', async () => {
  const work = createAdmission({ ...SETTINGS, queue: 0, waitMs: 0, classes: { feed: 1, search: 0, upload: 0 } })
  const { signal } = new AbortController()
  const steps = async function* (): AsyncGenerator<number> {
    for (let n = 0; n < 3; n += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      yield n
    }
  }
  const read = () => Array.fromAsync(work.pace(one, 'feed', steps(), signal))
  assert.deepEqual(await Promise.all([read(), read(), read()]), [
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ])
})

void test('bodies that are being received are counted per client', () => {
  const work = createAdmission(SETTINGS)
  const end = work.receiveBody(one)
  work.receiveBody(one)
  assert.throws(() => work.receiveBody(one), isOverloaded)
  work.receiveBody(other)
  end()
  end()
  work.receiveBody(one)
  assert.throws(() => work.receiveBody(one), isOverloaded)
})
