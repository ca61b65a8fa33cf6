// The color of a category, for the styles that show it.

/** A server of an earlier version has no colors of categories. */
export const colorOf = (category: object | undefined): { readonly 'data-color'?: string } => {
  const { color } = (category ?? {}) as { readonly color?: string | null }
  return color ? { 'data-color': color } : {}
}
