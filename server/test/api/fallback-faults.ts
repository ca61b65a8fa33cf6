// Faults in the fallback of languages. The property in fallback.test.ts must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const TEXTS = 'engine/texts/texts.ts'
export const FALLBACK_FAULTS: readonly SeededFault[] = [
  {
    name: 'reads prefer the original to the default',
    file: TEXTS,
    in: 'textAliases',
    at: 'conditional 1.alternate',
    put: "['t', 'b', 'd']",
  },
  { name: 'search texts skip the default', file: TEXTS, in: 'languageChain', at: 'new 1', put: 'new Set([language, original])' },
  { name: 'a search skips the default', file: TEXTS, in: 'readInLanguage', at: 'template 4', replace: ['not t.original', 'false'] },
]
