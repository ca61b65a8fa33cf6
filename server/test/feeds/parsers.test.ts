// FEED_EVENTS: how many (200). FEED_SEED: which (1). parsers.long.test.ts takes more of them.
import { testReaders } from './parsers.ts'

await testReaders(200, 1)
