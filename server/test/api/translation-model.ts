// A model of contract 3.4: the texts of a record with the time of the last change of each, and the states that follow from them.
// It does not share code with the server. Times are numbers of writes.

export const LANGUAGES = ['ar', 'en', 'fr', 'pt-pt', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]
/** The default language of the site. */
const DEFAULT: Language = 'en'
export type State = 'current' | 'outdated' | 'missing'
export type Values = Readonly<Record<string, string | null>>
interface Row {
  readonly values: Record<string, string | null>
  readonly times: Record<string, number>
  last: number
}
export interface Expected {
  readonly status: Record<string, State>
  readonly fields: Record<string, Record<string, State>>
}

const compare = (changed: number | undefined, original: number): State =>
  changed === undefined ? 'missing' : changed < original ? 'outdated' : 'current'

/** The texts of one record. */
export class TextModel {
  readonly original: Language
  readonly fields: readonly string[]
  readonly rows = new Map<Language, Row>()
  constructor(original: Language, fields: readonly string[]) {
    this.original = original
    this.fields = fields
  }
  value(language: Language, field: string): string | null {
    return this.rows.get(language)?.values[field] ?? null
  }
  /** The text that a translation shows if it has none of its own. */
  #fallback(language: Language, field: string): string | null {
    if (language === this.original) return null
    return (language === DEFAULT ? null : this.value(DEFAULT, field)) ?? this.value(this.original, field)
  }
  /** Values as they are stored: a translation that equals its fallback is not. */
  stored(language: Language, sent: Values): Values {
    return Object.fromEntries(
      Object.entries(sent).map(([field, value]) => [field, value === this.#fallback(language, field) ? null : value]),
    )
  }
  /** Stores values of one language at a time. */
  set(language: Language, sent: Values, now: number): void {
    const row = this.rows.get(language)
    const values = { ...Object.fromEntries(this.fields.map((field) => [field, row?.values[field] ?? null])), ...sent }
    if (Object.values(values).every((value) => value === null)) this.rows.delete(language)
    else if (!row) this.rows.set(language, { values, times: Object.fromEntries(this.fields.map((field) => [field, now])), last: now })
    else {
      for (const field of this.fields) {
        if (row.values[field] === values[field]) continue
        row.values[field] = values[field] ?? null
        row.times[field] = now
        row.last = now
      }
    }
  }
  /** The texts that a request may confirm. */
  confirmable(language: Language): string[] {
    return language === this.original ? [] : this.fields.filter((field) => this.value(language, field) !== null)
  }
  /** Texts that are still correct count as changed, unless nothing is outdated. Returns whether they do. */
  confirm(language: Language, names: readonly string[], now: number): boolean {
    const { status, fields } = this.expected()
    const row = this.rows.get(language)
    if (!row || (status[language] !== 'outdated' && names.every((name) => fields[language]?.[name] !== 'outdated'))) return false
    for (const name of names) row.times[name] = now
    row.last = now
    return true
  }
  copy(): TextModel {
    const copy = new TextModel(this.original, this.fields)
    for (const [language, { values, times, last }] of this.rows)
      copy.rows.set(language, { values: { ...values }, times: { ...times }, last })
    return copy
  }
  /** Makes the values those of another state of the record. */
  restore(state: TextModel, now: number): void {
    for (const language of LANGUAGES)
      this.set(language, Object.fromEntries(this.fields.map((field) => [field, state.value(language, field)])), now)
  }
  expected(): Expected {
    const original = this.rows.get(this.original)
    const shown = this.fields.filter((field) => this.value(this.original, field) !== null)
    const time = (language: Language, field: string): number | undefined =>
      this.value(language, field) === null ? undefined : this.rows.get(language)?.times[field]
    const translated = LANGUAGES.filter((language) => language !== this.original)
    return {
      status: Object.fromEntries(LANGUAGES.map((language) => [language, compare(this.rows.get(language)?.last, original?.last ?? 0)])),
      fields: Object.fromEntries(
        translated.map((language) => [
          language,
          Object.fromEntries(shown.map((field) => [field, compare(time(language, field), original?.times[field] ?? 0)])),
        ]),
      ),
    }
  }
}

/** A date with texts of its own. All other texts, and their times, are those of the series. */
export class ExceptionModel {
  readonly texts: TextModel
  readonly overrides = new Set<string>()
  constructor(series: TextModel) {
    this.texts = series.copy()
  }
  set(language: Language, sent: Values, now: number): void {
    for (const [field, value] of Object.entries(sent))
      if (this.texts.value(language, field) !== value) this.overrides.add(`${field}.${language}`)
    this.texts.set(language, sent, now)
  }
  /** Texts that follow the series count as changed with those of the series. */
  confirm(language: Language, names: readonly string[], now: number): void {
    const row = this.texts.rows.get(language)
    const followed = names.filter((name) => !this.overrides.has(`${name}.${language}`))
    if (!row || followed.length === 0) return
    for (const name of followed) row.times[name] = now
    row.last = now
  }
  /** Takes over the texts of the series. */
  follow(series: TextModel, now: number): void {
    for (const language of LANGUAGES) {
      const followed = this.texts.fields.filter((field) => !this.overrides.has(`${field}.${language}`))
      this.texts.set(language, Object.fromEntries(followed.map((field) => [field, series.value(language, field)])), now)
    }
  }
  /** Drops texts of its own. The times of all texts that follow the series are those of the series. */
  reset(names: readonly string[], series: TextModel, now: number): void {
    for (const name of names) this.overrides.delete(name)
    this.follow(series, now)
    for (const [language, row] of this.texts.rows) {
      const source = series.rows.get(language)
      if (!source) continue
      for (const field of this.texts.fields) if (!this.overrides.has(`${field}.${language}`)) row.times[field] = source.times[field] ?? 0
      row.last = Math.max(...Object.values(row.times))
    }
  }
}
