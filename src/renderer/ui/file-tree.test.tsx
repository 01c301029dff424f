import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FileTree } from './file-tree'
import {
  moveInTree,
  openAtFirst,
  partsOfPath,
  rowsOf,
  type TreeEntry,
  treeOf,
  underOneFolder,
} from './file-tree-rows'

const file = (path: string, size = 10): TreeEntry => ({
  key: path,
  parts: partsOfPath(path),
  kind: 'file',
  size,
})
const notes = treeOf([file('a/b/one.md'), file('a/b/two.md', 5), file('c.md')])
const shown = (roots: ReturnType<typeof treeOf>, open = openAtFirst(roots, 100)) =>
  rowsOf(roots, open).map(({ node, level }) => `${'  '.repeat(level - 1)}${node.name} ${node.files}`)

describe('a tree of files', () => {
  it('puts entries in their folders, counts what is in them, and has one row for folders in a row', () => {
    expect(shown(notes)).toEqual(['a/b 2', '  one.md 1', '  two.md 1', 'c.md 1'])
    expect(notes[0]?.size).toBe(15)
  })

  it('keeps the order that the entries have, and each of two that have one place', () => {
    expect(shown(treeOf([file('z'), file('a')]))).toEqual(['z 1', 'a 1'])
    const twice = treeOf([
      { key: '1', parts: ['site', 'page'], kind: 'page' },
      { key: '2', parts: ['site', 'page'], kind: 'page' },
    ])
    expect(twice[0]?.children.map(({ entry }) => entry?.key)).toEqual(['1', '2'])
    expect(new Set(twice[0]?.children.map(({ key }) => key)).size).toBe(2)
  })

  it('opens level by level as long as few rows are seen', () => {
    const many = treeOf(Array.from({ length: 300 }, (_, at) => file(`${at % 3}/${at}`)))
    expect(shown(many, openAtFirst(many, 100))).toHaveLength(3)
    expect(shown(many, openAtFirst(many, 103))).toHaveLength(103)
  })

  it('divides a path at a backslash only where it is one of Windows', () => {
    expect(partsOfPath('/home/a\\b')).toEqual(['home', 'a\\b'])
    expect(partsOfPath('C:\\Notes\\a.md')).toEqual(['C:', 'Notes', 'a.md'])
    expect(underOneFolder(['/home/ada/a.md', '/home/ada/b/c.md'])).toEqual({
      folder: '/home/ada',
      below: [['a.md'], ['b', 'c.md']],
    })
    expect(underOneFolder(['C:\\Notes\\a.md', 'C:\\Notes\\b.md']).folder).toBe('C:\\Notes')
    expect(underOneFolder(['/a/x', '/b/x']).folder).toBe('')
  })

  it('moves by keys as trees do', () => {
    const rows = rowsOf(notes, openAtFirst(notes, 100))
    expect(moveInTree(rows, 0, 'ArrowDown')).toEqual({ to: 1 })
    expect(moveInTree(rows, 0, 'ArrowRight')).toEqual({ to: 1 })
    expect(moveInTree(rows, 2, 'ArrowLeft')).toEqual({ to: 0 })
    expect(moveInTree(rows, 0, 'ArrowLeft')).toEqual({ toggle: notes[0]?.key })
    expect(moveInTree(rows, 0, 'End')).toEqual({ to: 3 })
    expect(moveInTree(rows, 0, 'c')).toEqual({ to: 3 })
    expect(moveInTree(rows, 3, 't')).toEqual({ to: 2 })
    expect(moveInTree(rows, 0, 'Tab')).toBeUndefined()
    const closed = rowsOf(notes, new Set())
    expect(moveInTree(closed, 0, 'ArrowRight')).toEqual({ toggle: notes[0]?.key })
  })

  it('has in the page only what is seen of thousands, and shows what hides in names', () => {
    const entries = Array.from({ length: 5000 }, (_, at) => file(`invoice\u202e-${at}.pdf`))
    const html = renderToStaticMarkup(<FileTree label="Entries" entries={entries} note="There is more." />)
    expect(html.match(/role="treeitem"/gu)?.length).toBeLessThan(60)
    expect(html).toContain('aria-setsize="5000"')
    expect(html).toContain('ui-hidden')
    expect(html).toContain('There is more.')
  })
})
