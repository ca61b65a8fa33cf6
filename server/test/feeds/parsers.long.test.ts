// FEED_EVENTS: how many (5,000). FEED_SEED: which (2).
import { testReaders } from './parsers.ts'

await testReaders(5_000, 2)
