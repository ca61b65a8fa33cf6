// Chooses the category above another one, and moves a category there.
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { useLibraryChange } from '../library/use-library-change.ts'
import { findNode, flatten, withDescendants, type CategoryNode } from './term-queries.ts'

interface ParentSelectProps {
  readonly tree: readonly CategoryNode[]
  /** The category that moves, which cannot be below itself. Null for a new one. */
  readonly id: number | null
  readonly parent: number
  readonly onChange: (parent: number) => void
}
export function ParentSelect({ tree, id, parent, onChange }: ParentSelectProps) {
  const t = useText()
  const node = id === null ? undefined : findNode(tree, id)
  const excluded = node ? withDescendants(node) : []
  const options = flatten(tree)
    .filter((each) => !excluded.includes(each.node.id))
    .map(({ node: { id: option }, path }) => ({ id: String(option), label: path }))
  return (
    <Select
      name="parent"
      label={t('Under')}
      value={String(parent)}
      options={[{ id: '0', label: t('Top level') }, ...options]}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

/** Moves a category under another one, and offers to undo it. */
export function useMoveCategory(): (category: Pick<CategoryNode, 'id' | 'name'>, parent: number) => Promise<boolean> {
  const t = useText()
  const client = useClient()
  const { run } = useLibraryChange()
  return ({ id, name }, parent) => run(() => client.categories.update(id, { parent }), t('“{name}” moved.', { name }))
}

interface MoveDialogProps {
  readonly tree: readonly CategoryNode[]
  readonly node: CategoryNode
  readonly onClose: () => void
}
export function MoveDialog({ tree, node, onClose }: MoveDialogProps) {
  const t = useText()
  const move = useMoveCategory()
  const [parent, setParent] = useState(node.parent)
  return (
    <Dialog
      title={t('Move “{name}”', { name: node.name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={parent === node.parent}
            onPress={() => void move(node, parent).then((isMoved) => isMoved && onClose())}
          >
            {t('Move')}
          </Button>
        </>
      }
    >
      <ParentSelect tree={tree} id={node.id} parent={parent} onChange={setParent} />
      {node.children.length > 0 && <p className="soft">{t('Its subcategories move with it.')}</p>}
    </Dialog>
  )
}
