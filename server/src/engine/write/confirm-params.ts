// The parameter of updates that names translations which are still correct (contract 9.6).
import * as values from '../../kernel/validation/value-types.ts'
import type { Kind, Params } from '../definition/kind.ts'
import { param } from '../definition/resource.ts'
import { contentFields } from '../texts/translation-fields.ts'

export const confirmParams = (kind: Kind): Params => ({
  confirm_translation: param(
    values.listOf(values.oneOf(contentFields(kind))),
    'Names of texts whose translation into the language of the request is still correct. They become current without a change.',
  ),
})
