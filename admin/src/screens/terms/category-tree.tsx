// The tree of categories. A category is dragged onto the one that it belongs under, with the pointer or with the keyboard.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Collection } from 'react-aria-components/Collection'
import { Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { useLanguage, useText } from '../../lib/language.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { colorOf } from '../events/category-color.ts'
import { useColorNames } from './colors.tsx'
import { useMoveCategory } from './parent-select.tsx'
import { findNode, flatten, withDescendants, type CategoryNode } from './term-queries.ts'

export type CategoryCommand = 'add' | 'edit' | 'move' | 'delete'
interface CategoryTreeProps {
  readonly tree: readonly CategoryNode[]
  readonly mayCreate: boolean
  readonly mayEdit: boolean
  readonly onCommand: (command: CategoryCommand, node: CategoryNode) => void
}
export function CategoryTree({ tree, onCommand, ...rights }: CategoryTreeProps) {
  const { t, language } = useLanguage()
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set())
  const ids = flatten(tree).map(({ node }) => node.id)
  const dragAndDropHooks = useCategoryDrag(tree, rights.mayEdit)
  const row = (node: CategoryNode) => (
    <CategoryRow node={node} rights={rights} onCommand={onCommand}>
      <Collection items={node.children} dependencies={[language, rights.mayEdit, rights.mayCreate]}>
        {row}
      </Collection>
    </CategoryRow>
  )
  return (
    <Tree
      className="category-tree card"
      aria-label={t('Categories')}
      items={tree}
      dependencies={[language, rights.mayEdit, rights.mayCreate]}
      expandedKeys={ids.filter((id) => !collapsed.has(id))}
      onExpandedChange={(keys) => setCollapsed(new Set(ids.filter((id) => !keys.has(id))))}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(key) => {
        const node = findNode(tree, Number(key))
        if (node && rights.mayEdit) onCommand('edit', node)
      }}
    >
      {row}
    </Tree>
  )
}

const DRAG_TYPE = 'kalends-category'
function useCategoryDrag(tree: readonly CategoryNode[], mayEdit: boolean) {
  const move = useMoveCategory()
  const [dragged, setDragged] = useState<number | null>(null)
  const moveTo = (parent: number): void => {
    const node = dragged === null ? undefined : findNode(tree, dragged)
    if (node && node.parent !== parent) void move(node, parent)
  }
  /** A category cannot be dropped on itself or on one below it. */
  const isPossible = (key: unknown): boolean => {
    const node = dragged === null ? undefined : findNode(tree, dragged)
    return node !== undefined && !withDescendants(node).includes(Number(key))
  }
  const { dragAndDropHooks } = useDragAndDrop<CategoryNode>({
    isDisabled: !mayEdit,
    getItems: (keys, items) => [...keys].map((key, index) => ({ [DRAG_TYPE]: String(key), 'text/plain': items[index]?.name ?? '' })),
    acceptedDragTypes: [DRAG_TYPE],
    getDropOperation: (target) => (target.type === 'root' || target.dropPosition === 'on' ? 'move' : 'cancel'),
    shouldAcceptItemDrop: ({ key }) => isPossible(key),
    onDragStart: ({ keys }) => setDragged(Number([...keys][0])),
    onDragEnd: () => setDragged(null),
    onItemDrop: ({ target: { key } }) => moveTo(Number(key)),
    onRootDrop: () => moveTo(0),
  })
  return dragAndDropHooks
}

interface CategoryRowProps {
  readonly node: CategoryNode
  readonly rights: { readonly mayCreate: boolean; readonly mayEdit: boolean }
  readonly onCommand: CategoryTreeProps['onCommand']
  readonly children: React.ReactNode
}
function CategoryRow({ node, rights, onCommand, children }: CategoryRowProps) {
  const t = useText()
  const { id, name, language, count } = node
  const colors = useColorNames()
  const color = colors.find(([each]) => each === node.color)?.[1]
  return (
    <TreeItem id={id} value={node} className="category-row" textValue={name}>
      <TreeItemContent>
        {({ hasChildItems, level, allowsDragging }) => (
          <div className="category-content" style={{ '--level': level - 1 } as React.CSSProperties}>
            {allowsDragging && (
              <Button slot="drag" className="drag-handle">
                <Icon name="move" small />
              </Button>
            )}
            {hasChildItems ? (
              <Button slot="chevron" className="icon-button chevron">
                <Icon name="chevron-down" small />
              </Button>
            ) : (
              <span className="chevron" />
            )}
            <span className="category" {...colorOf(node)}>
              <bdi className="clip" lang={language}>
                {name}
              </bdi>
            </span>
            {color && <span className="faint small color-name">{color}</span>}
            <span className="count faint small">{t('{count} published events', { count })}</span>
            <CategoryMenu node={node} rights={rights} onCommand={onCommand} />
          </div>
        )}
      </TreeItemContent>
      {children}
    </TreeItem>
  )
}

function CategoryMenu({ node, rights: { mayCreate, mayEdit }, onCommand }: Omit<CategoryRowProps, 'children'>) {
  const t = useText()
  const entry = (command: CategoryCommand, label: string, icon: MenuEntry['icon']): MenuEntry => ({
    id: command,
    label,
    ...(icon && { icon }),
    run: () => onCommand(command, node),
  })
  const entries = [
    ...(mayEdit ? [entry('edit', t('Edit'), 'edit'), entry('move', t('Move under…'), 'move')] : []),
    ...(mayCreate ? [entry('add', t('New category under it'), 'plus')] : []),
    ...(mayEdit ? [entry('delete', t('Delete'), 'trash')] : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu
      label={t('Actions')}
      trigger={<IconButton label={t('More for “{title}”', { title: node.name })} icon="more" />}
      entries={entries}
    />
  )
}
