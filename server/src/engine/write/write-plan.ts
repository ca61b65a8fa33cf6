// A write before anything is stored: inputs read, names looked up, columns settled, for the record and all that it makes along.
import type { Inputs } from '../../kernel/http/request-parsing.ts'
import type { Db } from '../../kernel/database/database.ts'
import { fold } from '../../kernel/text/fold.ts'
import { collectFaults, Fault, forbidden, invalid, missing } from '../../kernel/errors/problems.ts'
import type { LinkItem } from '../definition/fields.ts'
import { readBody, type Body } from '../input/parse-input.ts'
import { settleLifecycle } from './lifecycle.ts'
import { lookUp, USERS, type Found, type Wanted } from '../input/resolve-references.ts'
import { linkFields, type Ask, type Kind, type Settled, type Stored } from '../definition/resource.ts'
import { changeTexts, writeLanguage, type TextChange, type Texts } from '../texts/texts.ts'
import { mayTry } from '../access/visibility.ts'

/** What a link will point at: a record that is there, or one that is made along. */
export type Target = { readonly id: number } | { readonly plan: Plan }
export interface Plan {
  readonly kind: Kind
  readonly values: Readonly<Record<string, unknown>>
  readonly columns: Readonly<Record<string, unknown>>
  readonly text: TextChange
  /** Link fields that were sent; null where all links go, hidden ones too. */
  readonly links: Readonly<Record<string, readonly Target[] | null>>
}
/** The record as it is: its row, its texts, and what the caller is shown of it. */
export interface Before {
  readonly row: Stored
  readonly texts: Texts
  readonly shown: Readonly<Record<string, unknown>>
}
interface Draft {
  readonly kind: Kind
  readonly body: Body
  /** Where its faults are named: '' for the record itself, `venue.0.` for one made along. */
  readonly path: string
  readonly before: Before | null
  readonly inner: ReadonlyMap<LinkItem, Draft>
}

export interface Planned extends Plan {
  readonly ignored: readonly string[]
}

/** Everything that can be known to be wrong is known at the end of this, and said at once. */
export async function planWrite(db: Db, kind: Kind, inputs: Inputs, before: Before | null, ask: Ask): Promise<Planned> {
  const draft = draftOf(kind, inputs, before, '', ask)
  const faults = collectFaults(ask.faults)
  const language = inputs['i18n_language'] ?? ''
  if (language !== '' && !ask.site.languages.includes(language as string))
    faults['i18n_language'] = new Fault('not_choice', { words: ask.site.languages.join(', ') })
  const ignored = [...ignoredBy(draft)]
  if (ask.strict) for (const name of ignored) faults[name] = new Fault('ignored')
  const found = await lookUp(db, [...wantedBy(draft, ask)], ask)
  const plan = settle(draft, found, faults, ask)
  if (draft.body.missing.length > 0) throw missing(draft.body.missing, faults)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return { ...plan, ignored }
}

function draftOf(kind: Kind, inputs: Inputs, before: Before | null, path: string, ask: Ask): Draft {
  const body = readBody(kind, inputs, before?.shown ?? null, ask.cleaned)
  const inner = new Map<LinkItem, Draft>()
  for (const [name, place] of linkFields(kind)) {
    const items = (body.values[name] ?? []) as readonly LinkItem[]
    const to = ask.site.kinds.get(place.to)
    items.forEach((item, i) => {
      if (!to || !('make' in item)) return
      if (!mayTry(ask.caller, to, 'create')) throw forbidden(ask.caller.id === null)
      const single = items.length === 1 && !Array.isArray(inputs[name])
      inner.set(item, draftOf(to, item.make, null, `${path}${name}.${single ? '' : `${i}.`}`, ask))
    })
  }
  return { kind, body, path, before, inner }
}

/** Inputs that nothing is done with, of the record and of all that it makes along. */
function* ignoredBy({ body, path, inner }: Draft): Generator<string> {
  for (const name of body.ignored) yield path + name
  for (const draft of inner.values()) yield* ignoredBy(draft)
}

/** Every record that a draft names. */
function* wantedBy(draft: Draft, ask: Ask): Generator<Wanted> {
  const { kind, body } = draft
  if (typeof body.values['author'] === 'number') yield { kind: USERS, by: 'id', value: body.values['author'] }
  for (const [name, { place }] of Object.entries(kind.fields)) {
    const value = body.values[name]
    const referred = place.in === 'reference' ? referredBy(value, ask) : null
    if (place.in === 'reference' && typeof referred === 'number') yield { kind: place.to, by: 'id', value: referred }
    if (place.in !== 'links' || !value) continue
    for (const item of value as readonly LinkItem[]) {
      if ('id' in item) yield { kind: place.to, by: 'id', value: item.id }
      if ('text' in item) for (const by of ['slug', 'name'] as const) yield { kind: place.to, by, value: item.text }
    }
  }
  for (const inner of draft.inner.values()) yield* wantedBy(inner, ask)
}
/** The id that is meant, or what is wrong with the address that was sent for it; 0 is none. */
const referredBy = (value: unknown, ask: Ask): number | Fault | null =>
  typeof value === 'string' ? (ask.brought?.get(value) ?? new Fault('unknown')) : (value as number) || null

function settle(draft: Draft, found: Found, faults: Record<string, Fault>, ask: Ask): Plan {
  const { kind, body, path, before } = draft
  const stored = before?.row ?? null
  const fail = (name: string, fault: Fault): void => {
    faults[path + name] ??= fault
  }
  for (const [name, fault] of Object.entries(body.faults)) fail(name, fault)
  if (path) for (const name of body.missing) fail(name, new Fault('required'))
  const columns: Record<string, unknown> = {}
  const links: Record<string, readonly Target[] | null> = {}
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = body.values[name]
    const { place } = field
    if (place.in === 'column' && (value !== undefined || !stored)) columns[place.column] = value ?? field.initial
    if (place.in === 'reference' && (value !== undefined || !stored)) {
      const referred = referredBy(value, ask)
      columns[place.column] = typeof referred === 'number' ? found({ kind: place.to, by: 'id', value: referred }) : null
      if (referred && columns[place.column] === null) fail(name, referred instanceof Fault ? referred : new Fault('unknown'))
      if (stored && columns[place.column] === stored['id']) fail(name, new Fault('cycle'))
    }
    if (place.in === 'links' && value !== undefined) {
      const targets = value === null ? null : targetsOf(value as readonly LinkItem[], place.to, draft, found, faults, ask)
      if (targets instanceof Fault) fail(name, targets)
      else links[name] = targets
    }
  }
  const author = body.values['author']
  if (typeof author === 'number' && found({ kind: USERS, by: 'id', value: author }) === null) fail('author', new Fault('unknown'))
  const settlements: Settled[] = [
    ...(kind.access === 'owned' ? [settleLifecycle(body.values, stored, ask)] : []),
    ...(kind.settle ? [kind.settle(body.values, stored, ask)] : []),
  ]
  for (const settled of settlements) {
    Object.assign(columns, settled.columns)
    for (const [name, fault] of Object.entries(settled.faults)) fail(name, fault)
  }
  const text = textOf(kind, body.values, before, ask)
  for (const [name, fault] of Object.entries(text.faults)) fail(name, fault)
  return { kind, values: body.values, columns, links, text }
}

/** Each record once, in the order given. */
function targetsOf(
  items: readonly LinkItem[],
  to: string,
  draft: Draft,
  found: Found,
  faults: Record<string, Fault>,
  ask: Ask,
): Target[] | Fault {
  const targets = new Map<string, Target>()
  for (const item of items) {
    const inner = draft.inner.get(item)
    if (inner) {
      targets.set(`made ${targets.size}`, { plan: settle(inner, found, faults, ask) })
      continue
    }
    if ('id' in item) {
      const id = found({ kind: to, by: 'id', value: item.id })
      if (id === null) return new Fault('unknown')
      targets.set(`id ${id}`, { id })
    } else if ('text' in item) {
      const id = found({ kind: to, by: 'slug', value: item.text }) ?? found({ kind: to, by: 'name', value: item.text })
      const kind = ask.site.kinds.get(to)
      if (id === null && !(kind && mayTry(ask.caller, kind, 'create'))) return new Fault('unknown_name')
      if (id !== null) targets.set(`id ${id}`, { id })
      else if (kind) targets.set(`name ${fold(item.text)}`, { plan: named(kind, item.text, ask) })
    }
  }
  return [...targets.values()]
}
/** A record of which nothing is known but its name. */
function named(kind: Kind, name: string, ask: Ask): Plan {
  const values = { [kind.title]: name }
  const columns = Object.values(kind.fields).flatMap(({ place, initial }) => (place.in === 'column' ? [[place.column, initial]] : []))
  return { kind, values, columns: Object.fromEntries(columns), links: {}, text: textOf(kind, values, null, ask) }
}

function textOf(kind: Kind, values: Readonly<Record<string, unknown>>, before: Before | null, ask: Ask): TextChange {
  const texts = before?.texts ?? new Map()
  const original = before ? String(before.row['language']) : ask.language
  return changeTexts(kind, texts, original, writeLanguage(texts, original, ask), values)
}
