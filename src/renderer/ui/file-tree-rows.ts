/** What a row of a tree stands for: a place in a file system or of a site. */
export type TreeKind = 'file' | 'folder' | 'link' | 'other' | 'page'

/** Something that has a place in a tree. */
export interface TreeEntry {
  readonly key: string
  /** The names of what it lies in, from the outside in, and its own. */
  readonly parts: readonly string[]
  readonly kind: TreeKind
  /** Bytes. */
  readonly size?: number | null
  /** Short, on the right, in place of its size; a folder of which something is shown says how much that is. */
  readonly meta?: string
  /** On a line of its own, below its name. */
  readonly detail?: string | undefined
  readonly onOpen?: (() => void) | undefined
}

/** A row with what lies in it; `entry` is absent for a folder that is only on the way to others. */
export interface TreeNode {
  readonly key: string
  /** Several names where each of them but the last holds nothing but the next. */
  readonly name: string
  readonly kind: TreeKind
  readonly entry: TreeEntry | undefined
  readonly children: readonly TreeNode[]
  /** Files (or pages) in it, at any depth; 1 for one itself. */
  readonly files: number
  /** Bytes of these. */
  readonly size: number
}

/** A node as it stands in the list of what is seen. */
export interface TreeRow {
  readonly node: TreeNode
  /** From 1. */
  readonly level: number
  /** Among those beside it, from 1. */
  readonly position: number
  readonly siblings: number
  /** Undefined for what holds nothing that could be shown. */
  readonly open: boolean | undefined
  /** The row that it lies in, or -1. */
  readonly parent: number
}

interface Growing {
  readonly name: string
  entry: TreeEntry | undefined
  readonly children: Map<string, Growing>
}

/** Puts entries in the folders that they lie in; what lies beside each other keeps the order of the entries. */
export function treeOf(entries: readonly TreeEntry[]): readonly TreeNode[] {
  const root: Growing = { name: '', entry: undefined, children: new Map() }
  for (const entry of entries) {
    let at = root
    let above = root
    for (const name of entry.parts) {
      const there: Growing = at.children.get(name) ?? { name, entry: undefined, children: new Map() }
      at.children.set(name, there)
      above = at
      at = there
    }
    // Two addresses may differ in what is no part of a place: neither takes the other's.
    if (at.entry === undefined) at.entry = entry
    else above.children.set(`${at.name}\0${entry.key}`, { name: at.name, entry, children: new Map() })
  }
  return nodesOf(root, '')
}

function nodesOf(growing: Growing, above: string): readonly TreeNode[] {
  // A name can't hold NUL.
  return [...growing.children].map(([name, child]) => nodeOf(child, `${above}\0${name}`, ''))
}

function nodeOf(growing: Growing, key: string, before: string): TreeNode {
  const name = before === '' ? growing.name : `${before}/${growing.name}`
  const { entry } = growing
  const [only] = growing.children.values()
  if (entry === undefined && growing.children.size === 1 && only && only.children.size > 0)
    return nodeOf(only, `${key}\0${only.name}`, name)
  const children = nodesOf(growing, key)
  const isCounted = entry !== undefined && entry.kind !== 'folder'
  return {
    key,
    name,
    kind: entry?.kind ?? (children[0]?.kind === 'page' ? 'page' : 'folder'),
    entry,
    children,
    files: children.reduce((sum, child) => sum + child.files, isCounted ? 1 : 0),
    size: children.reduce((sum, child) => sum + child.size, entry?.size ?? 0),
  }
}

/** The rows that are seen while these folders are open. */
export function rowsOf(roots: readonly TreeNode[], open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const add = (nodes: readonly TreeNode[], level: number, parent: number) => {
    nodes.forEach((node, index) => {
      const isOpen = node.children.length === 0 ? undefined : open.has(node.key)
      const at = rows.length
      rows.push({ node, level, position: index + 1, siblings: nodes.length, open: isOpen, parent })
      if (isOpen) add(node.children, level + 1, at)
    })
  }
  add(roots, 1, -1)
  return rows
}

/** What is open at first: level by level, as long as no more than so many rows are seen. */
export function openAtFirst(roots: readonly TreeNode[], mostRows: number): ReadonlySet<string> {
  const open = new Set<string>()
  let seen = roots.length
  let level = roots
  while (level.length > 0) {
    const below: TreeNode[] = []
    for (const node of level) {
      if (node.children.length === 0 || seen + node.children.length > mostRows) continue
      open.add(node.key)
      seen += node.children.length
      below.push(...node.children)
    }
    level = below
  }
  return open
}

/** Where a key leads from a row, or what it opens and closes; undefined for a key that means nothing here. */
export type TreeMove = { readonly to: number } | { readonly toggle: string } | undefined

/** What a key does in a tree, as the ARIA practices say; a letter goes to the next row that begins with it. */
export function moveInTree(rows: readonly TreeRow[], active: number, key: string): TreeMove {
  const row = rows[active]
  if (row === undefined) return undefined
  const within = (to: number) => ({ to: Math.max(0, Math.min(rows.length - 1, to)) })
  switch (key) {
    case 'ArrowDown':
      return within(active + 1)
    case 'ArrowUp':
      return within(active - 1)
    case 'Home':
      return within(0)
    case 'End':
      return within(rows.length - 1)
    case 'ArrowRight':
      if (row.open === undefined) return { to: active }
      return row.open ? within(active + 1) : { toggle: row.node.key }
    case 'ArrowLeft':
      if (row.open) return { toggle: row.node.key }
      return { to: row.parent < 0 ? active : row.parent }
    default:
      return key.length === 1 && key !== ' ' ? nextNamed(rows, active, key) : undefined
  }
}

function nextNamed(rows: readonly TreeRow[], active: number, letter: string): TreeMove {
  const sought = letter.toLowerCase()
  for (let step = 1; step <= rows.length; step++) {
    const to = (active + step) % rows.length
    if (rows[to]?.node.name.toLowerCase().startsWith(sought)) return { to }
  }
  return { to: active }
}

/** The names in a path, of either notation: a backslash divides only where the path can't be one of POSIX. */
export function partsOfPath(path: string): readonly string[] {
  const parts = path.split(path.startsWith('/') ? '/' : /[/\\]/).filter((part) => part !== '')
  return parts.length === 0 ? [path] : parts
}

/**
 * The folder that all of these paths lie in, as it is written in them, and each path's names below it; the folder is empty
 * where they have none in common.
 */
export function underOneFolder(paths: readonly string[]): {
  readonly folder: string
  readonly below: readonly (readonly string[])[]
} {
  const all = paths.map(partsOfPath)
  const [first = []] = all
  const most = Math.min(...all.map((parts) => parts.length - 1))
  let shared = 0
  while (shared < most && all.every((parts) => parts[shared] === first[shared])) shared++
  const [path = ''] = paths
  const mark = path.startsWith('/') ? '/' : path.includes('\\') ? '\\' : '/'
  const lead = /^[/\\]*/.exec(path)?.[0] ?? ''
  return {
    folder: shared === 0 ? '' : lead + first.slice(0, shared).join(mark),
    below: all.map((parts) => parts.slice(shared)),
  }
}
