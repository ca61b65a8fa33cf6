// The parameters of a list that select a page, an order or a form of the records, but not which records it contains.
export const VIEW_PARAMS: readonly string[] = ['page', 'per_page', 'cursor', 'orderby', 'order', 'facets', '_fields', 'highlight']
