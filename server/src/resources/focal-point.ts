// The focal point of an image: the point that stays visible when a page crops the image (contract 12.7).
import Type, { type Static } from 'typebox'
import { jsonField } from '../engine/definition/fields.ts'
import { FieldError } from '../kernel/errors/problems.ts'
import { decimal, type ValueType } from '../kernel/validation/value-types.ts'

const share = decimal(0, 1)
const SHARE = Type.Number({ minimum: 0, maximum: 1 })
export const FOCAL_POINT = Type.Object({ x: SHARE, y: SHARE })
export type FocalPoint = Readonly<Static<typeof FOCAL_POINT>>

const focalPoint: ValueType<FocalPoint> = {
  schema: FOCAL_POINT,
  parse: (value) => {
    if (typeof value !== 'object' || value === null || !('x' in value && 'y' in value) || Object.keys(value).length !== 2)
      return new FieldError('not_focal_point')
    const [x, y] = [share.parse(value.x), share.parse(value.y)]
    return x instanceof FieldError || y instanceof FieldError ? new FieldError('not_focal_point') : { x, y }
  },
}

export const focalPointField = jsonField<FocalPoint>(
  'The point that stays visible when a page crops the image. `x` counts from the left and `y` from the top, as shares from 0 to 1.',
  focalPoint,
)
