// Demo texts by language code.
import { AR } from './ar.ts'
import type { DemoTexts } from './demo-texts.ts'
import { EN } from './en.ts'
import { FR } from './fr.ts'
import { PT_PT } from './pt-pt.ts'
import { SW } from './sw.ts'

export const DEMO_TEXTS: Readonly<Record<string, DemoTexts>> = { ar: AR, en: EN, fr: FR, 'pt-pt': PT_PT, sw: SW }

/** A text in one of the languages of the site. */
export type Localized = readonly [language: string, texts: DemoTexts]

/** Texts of the original language first, in English if there are none, then those of every other language of the site. */
export function siteTexts(original: string, languages: readonly string[]): readonly [Localized, ...Localized[]] {
  const own = DEMO_TEXTS[original] ?? EN
  const others = languages.flatMap((language): Localized[] => {
    const texts = DEMO_TEXTS[language]
    // A translation that equals the original would not be stored by a write either.
    return language === original || !texts || texts === own ? [] : [[language, texts]]
  })
  return [[original, own], ...others]
}
