// Values of a filter that exclude records: a minus before the value (contract 5.7).
import Type, { type TSchema } from 'typebox'
import type { ValueType } from '../../kernel/validation/value-types.ts'
import { FieldError } from '../../kernel/errors/problems.ts'

/** A value with a minus before it. */
export class Excluded<T = unknown> {
  readonly value: T
  constructor(value: T) {
    this.value = value
  }
}
export const isExcluded = (sent: unknown): boolean => typeof sent === 'string' && sent.startsWith('-')

/** Accepts the values of a type, with or without a minus. */
export const orExcluded = <T>(type: ValueType<T>): ValueType<T | Excluded<T>> => ({
  schema: acceptsText(type.schema) ? type.schema : Type.Union([type.schema, Type.String({ pattern: '^-' })]),
  parse: (sent) => {
    if (typeof sent !== 'string' || !isExcluded(sent)) return type.parse(sent)
    const value = sent === '-' ? new FieldError('not_record') : type.parse(sent.slice(1))
    return value instanceof FieldError ? value : new Excluded(value)
  },
})
const acceptsText = (schema: TSchema): boolean =>
  ((schema as { anyOf?: readonly { type?: string }[] }).anyOf ?? []).some(({ type }) => type === 'string')
