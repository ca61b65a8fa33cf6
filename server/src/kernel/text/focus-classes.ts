// Classes for the focal point of a cropped picture, in tenths from the left and from the top. Style sheets turn them into a position.

export function focusClasses(point: { readonly x: number; readonly y: number } | null): string {
  const { x, y } = point ?? { x: 0.5, y: 0.5 }
  return `fx${Math.round(x * 10)} fy${Math.round(y * 10)}`
}
