import type { Block } from './block'

/** One list item as flat formats have it: a paragraph that names its depth. */
export type FlatItem = {
  readonly level: number
  readonly ordered: boolean
  readonly blocks: readonly Block[]
  /** What stands before it, where it isn't counted from 1. */
  readonly label?: string
  /** It is one more block of the item before it on its level. */
  readonly continues?: boolean
}

/** How an item is marked that has this label, or none. */
export function labelled(label: string | null): Pick<FlatItem, 'ordered' | 'label'> {
  if (label === null) return { ordered: false }
  return { ordered: true, label: /^\d+$/.test(label) ? `${label}.` : label }
}

/** Makes lists inside lists of items that only name their depth. */
function nestItems(items: readonly FlatItem[]): Block[] {
  const lists: Block[] = []
  let next = 0
  while (next < items.length) {
    const level = items[next]?.level ?? 0
    const ordered = items[next]?.ordered ?? false
    const children: Block[][] = []
    const labels: string[] = []
    while (next < items.length) {
      const item = items[next]
      if (item === undefined || item.level < level) break
      const parent = children.at(-1)
      if (item.level === level && item.continues === true && parent !== undefined) {
        for (const block of item.blocks) parent.push(block)
        next++
        continue
      }
      if (item.level === level && item.ordered !== ordered) break
      if (item.level === level) {
        children.push([...item.blocks])
        labels.push(item.label ?? '')
        next++
        continue
      }
      let end = next
      while (end < items.length && (items[end]?.level ?? level) > level) end++
      const below = nestItems(items.slice(next, end))
      if (parent === undefined) {
        children.push(below)
        labels.push('')
      } else for (const block of below) parent.push(block)
      next = end
    }
    const isLabelled = labels.some((label) => label !== '')
    lists.push({ kind: 'list', ordered, items: children, ...(isLabelled ? { labels } : {}) })
  }
  return lists
}

/** Collects blocks and flat items in order; items that follow each other become lists. */
export class ListCollector {
  readonly #blocks: Block[] = []
  #items: FlatItem[] = []

  add(block: Block): void {
    this.#endLists()
    this.#blocks.push(block)
  }

  addItem(item: FlatItem): void {
    this.#items.push(item)
  }

  end(): Block[] {
    this.#endLists()
    return this.#blocks
  }

  #endLists(): void {
    if (this.#items.length === 0) return
    for (const block of nestItems(this.#items)) this.#blocks.push(block)
    this.#items = []
  }
}
