// Loads categories and tags, and one of them with its name in every language.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Category, CategoryDetail, Client, PickFields, Tag, TagDetail, TagList } from '@kalends/client'
import { useClient, useLanguage } from '../../lib/language.tsx'
import { loadTranslated, type TranslatedTexts } from '../library/load-texts.ts'
import { LIBRARY_KEY } from '../library/use-library-change.ts'

const CATEGORY_FIELDS = ['id', 'name', 'parent', 'color', 'count', 'language'] as const
export type ListedCategory = Pick<Category, (typeof CATEGORY_FIELDS)[number]>
export interface CategoryNode extends ListedCategory {
  readonly children: readonly CategoryNode[]
}

/** All categories as a tree, by name. */
export function useCategoryTree() {
  const { client, language } = useLanguage()
  return useQuery({
    queryKey: [LIBRARY_KEY, 'categories', 'tree', language],
    queryFn: async ({ signal }) => {
      const found: ListedCategory[] = []
      for await (const each of client.categories.all({ hide_empty: false }, { fields: CATEGORY_FIELDS, signal })) found.push(each)
      return { all: found, tree: treeOf(found) }
    },
  })
}

function treeOf(categories: readonly ListedCategory[]): readonly CategoryNode[] {
  const byParent = Map.groupBy(categories, ({ parent }) => parent)
  const nodesOf = (parent: number): CategoryNode[] => (byParent.get(parent) ?? []).map((each) => ({ ...each, children: nodesOf(each.id) }))
  return nodesOf(0)
}

/** The category itself and everything below it. */
export const withDescendants = ({ id, children }: CategoryNode): number[] => [id, ...children.flatMap(withDescendants)]
export const findNode = (tree: readonly CategoryNode[], id: number): CategoryNode | undefined => {
  for (const node of tree) {
    const found = node.id === id ? node : findNode(node.children, id)
    if (found) return found
  }
  return undefined
}
/** All categories in the order of the tree, with the names above each, such as `Music › Jazz`. */
export const flatten = (tree: readonly CategoryNode[], above = ''): { readonly node: CategoryNode; readonly path: string }[] =>
  tree.flatMap((node) => {
    const path = above === '' ? node.name : `${above} › ${node.name}`
    return [{ node, path }, ...flatten(node.children, path)]
  })

const TAG_FIELDS = ['id', 'name', 'count', 'language'] as const
export type ListedTag = Pick<Tag, (typeof TAG_FIELDS)[number]>
type TagPage = TagList<PickFields<Tag, (typeof TAG_FIELDS)[number]>>
const PAGE_SIZE = 50

export function useTagList(search: string) {
  const { client, language } = useLanguage()
  return useInfiniteQuery({
    queryKey: [LIBRARY_KEY, 'tags', 'list', language, search],
    queryFn: ({ pageParam, signal }): Promise<TagPage> =>
      client.tags.list(
        { hide_empty: false, per_page: PAGE_SIZE, cursor: pageParam, ...(search && { search }) },
        { fields: TAG_FIELDS, signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

export type TermPlural = 'categories' | 'tags'
export type LoadedTerm = TranslatedTexts<CategoryDetail | TagDetail, 'name'>
const loadTerm = (client: Client, plural: TermPlural, id: number): Promise<LoadedTerm> =>
  loadTranslated<CategoryDetail | TagDetail, 'name'>(
    (language) => (plural === 'categories' ? client.categories.get(id, { language }) : client.tags.get(id, { language })),
    ['name'],
  )
export function useStoredTerm(plural: TermPlural, id: number) {
  const client = useClient()
  return useQuery({
    queryKey: [LIBRARY_KEY, plural, 'stored', id],
    queryFn: () => loadTerm(client, plural, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
