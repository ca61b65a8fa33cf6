// The categories as a tree, which is changed by dragging, or with the menu of each category.
import { useState } from 'react'
import { useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { EmptyList } from '../library/list-parts.tsx'
import { useTitle } from '../outside-page.tsx'
import { CategoryTree, type CategoryCommand } from './category-tree.tsx'
import { DeleteTerm } from './delete-term.tsx'
import { MoveDialog } from './parent-select.tsx'
import { TermDialog } from './term-dialog.tsx'
import { useCategoryTree, type CategoryNode } from './term-queries.ts'
import { TermSwitch } from './term-switch.tsx'
import '../../styles/pickers.css'
import '../../styles/events.css'
import '../../styles/library.css'

/** A dialog that is open, and the category that it belongs to. */
interface OpenDialog {
  readonly command: CategoryCommand
  /** Null to create a category at the top level. */
  readonly node: CategoryNode | null
}

export function CategoriesScreen() {
  const t = useText()
  const { data: me } = useMe()
  const query = useCategoryTree()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayCreate = me?.may.create_terms === true
  useTitle(t('Categories'))
  return (
    <div className="page events">
      <header>
        <h1>{t('Categories')}</h1>
        <TermSwitch />
        {mayCreate && (
          <Button variant="primary" icon="plus" onPress={() => setDialog({ command: 'add', node: null })}>
            {t('New category')}
          </Button>
        )}
      </header>
      <QueryState query={query}>
        {({ tree }) => (
          <>
            {tree.length === 0 ? (
              <EmptyList
                icon="tag"
                title={t('There are no categories yet')}
                text={t('Categories sort the calendar for visitors, such as Music or For families. Each can have a color.')}
              />
            ) : (
              <CategoryTree
                tree={tree}
                mayCreate={mayCreate}
                mayEdit={me?.may.edit_others === true}
                onCommand={(command, node) => setDialog({ command, node })}
              />
            )}
            {dialog && <CategoryDialog tree={tree} dialog={dialog} onClose={() => setDialog(null)} />}
          </>
        )}
      </QueryState>
    </div>
  )
}

interface CategoryDialogProps {
  readonly tree: readonly CategoryNode[]
  readonly dialog: OpenDialog
  readonly onClose: () => void
}
function CategoryDialog({ tree, dialog: { command, node }, onClose }: CategoryDialogProps) {
  const t = useText()
  if (node === null || command === 'add')
    return <TermDialog plural="categories" title={t('New category')} id={null} tree={tree} parent={node?.id ?? 0} onClose={onClose} />
  if (command === 'edit') return <TermDialog plural="categories" title={t('Edit category')} id={node.id} tree={tree} onClose={onClose} />
  if (command === 'move') return <MoveDialog tree={tree} node={node} onClose={onClose} />
  return <DeleteTerm plural="categories" term={node} hasChildren={node.children.length > 0} onClose={onClose} />
}
