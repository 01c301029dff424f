import { describe, expect, it } from 'vitest'
import { type Seeded, seeded } from '../../../../tests/support/seeded'
import type { WatchedFile } from '../../db/watched-folders'
import { type Comparison, compareFolder, type FoundFile } from './compare'

/** A folder as a test changes it: content and inode by path. */
type Disk = Map<string, { content: string; node: string }>
type Shelved = { content: string; source: string; gone: boolean; present: boolean }

/** A library that takes what a comparison says, without files and workers. */
class Shelf {
  readonly documents = new Map<string, Shelved>()
  readonly rows = new Map<string, WatchedFile>()
  private next = 1

  look(disk: Disk): Comparison {
    const found: FoundFile[] = [...disk].map(([path, { content, node }]) => {
      const stamp = `${node}:${content}`
      const same = this.rows.get(path)?.stamp === stamp
      return { path, stamp, node, otherDisk: false, size: 1, sha256: same ? null : content }
    })
    return compareFolder({
      tracked: [...this.rows.values()],
      found,
      unknown: new Set(),
      released: new Set(),
      document: (id) => {
        const { source = null, gone = false, present = false, content = null } = this.documents.get(id) ?? {}
        return { source, gone, present, contents: [content] }
      },
      withContent: (sha256) =>
        [...this.documents].filter(([, each]) => each.present && each.content === sha256).map(([id]) => id),
      newId: () => `d${this.next++}`,
    })
  }

  take({ put, remove, sources, changes }: Comparison): void {
    for (const { path } of remove) this.rows.delete(path)
    for (const row of put) this.rows.set(row.path, row)
    for (const [id, { path, gone }] of sources) {
      const document = this.documents.get(id)
      if (document !== undefined) Object.assign(document, { source: path, gone })
    }
    for (const { kind, documentId, files } of changes) {
      const [first] = files
      if (first === undefined) throw new Error('A change without a file.')
      for (const { path, sha256, stamp, node, otherDisk, base } of files) {
        expect(this.rows.get(path)?.sha256 ?? null, `what was taken of ${path}`).toBe(base)
        this.rows.set(path, { path, sha256, stamp, node, otherDisk, documentId, gone: false })
      }
      const known = this.documents.get(documentId)
      if (kind === 'added') {
        expect(known).toBeUndefined()
        this.documents.set(documentId, {
          ...{ content: first.sha256, source: first.path, gone: false, present: true },
        })
      } else if (known !== undefined) known.content = first.sha256
    }
  }

  compare(disk: Disk): void {
    this.take(this.look(disk))
  }

  /** What the library has of each file that is there. */
  contents(): Record<string, string | undefined> {
    const there = [...this.rows.values()].filter(({ gone }) => !gone)
    return Object.fromEntries(
      there.map(({ path, documentId }) => [path, this.documents.get(documentId)?.content]),
    )
  }
}

const disk = (files: Record<string, string>): Disk =>
  new Map(Object.entries(files).map(([path, content], index) => [path, { content, node: `n${index}` }]))

const contentsOf = (files: Disk) =>
  Object.fromEntries([...files].map(([path, { content }]) => [path, content] as const))

describe('a comparison of a folder', () => {
  it('finds nothing in a folder that did not change', () => {
    const shelf = new Shelf()
    const files = disk({ 'a.txt': 'A', 'b.txt': 'B' })
    shelf.compare(files)
    expect(shelf.look(files)).toMatchObject({ put: [], remove: [], changes: [] })
  })

  it('makes a changed file its document’s new version', () => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A' }))
    shelf.compare(disk({ 'a.txt': 'A2' }))
    expect([...shelf.documents.values()]).toEqual([
      { content: 'A2', source: 'a.txt', gone: false, present: true },
    ])
  })

  it('takes nothing anew of a file whose new content its document has already', () => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A', 'copy.txt': 'A' }))
    const [document] = shelf.documents.values()
    if (document === undefined) throw new Error('Nothing was taken.')
    document.content = 'A2'
    const files = disk({ 'a.txt': 'A2', 'copy.txt': 'A' })
    shelf.compare(files)
    expect(shelf.contents()).toEqual({ 'a.txt': 'A2', 'copy.txt': 'A' })
    expect([...shelf.documents.values()].map(({ content }) => content)).toEqual(['A2', 'A'])
    expect(shelf.look(files)).toMatchObject({ put: [], remove: [], changes: [] })
  })

  it.each([
    ['content', 'n9', 'A'],
    ['inode, where it was changed too', 'n0', 'A2'],
  ])('recognises a renamed file by its %s', (_, node, content) => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A' }))
    shelf.compare(new Map([['sub/b.txt', { content, node }]]))
    expect([...shelf.documents]).toEqual([
      ['d1', { content, source: 'sub/b.txt', gone: false, present: true }],
    ])
  })

  it('keeps the document of a deleted file, says that its source is gone, and takes it up again', () => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A', 'b.txt': 'B' }))
    shelf.compare(new Map([['b.txt', { content: 'B', node: 'n1' }]]))
    expect(shelf.documents.get('d1')).toEqual({ content: 'A', source: 'a.txt', gone: true, present: true })
    shelf.compare(
      new Map([
        ['b.txt', { content: 'B', node: 'n1' }],
        ['a.txt', { content: 'A2', node: 'n7' }],
      ]),
    )
    expect(shelf.documents.get('d1')).toEqual({ content: 'A2', source: 'a.txt', gone: false, present: true })
    expect(shelf.documents.size).toBe(2)
  })

  it('does not bring back what a person deleted, whatever its file does', () => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A', 'b.txt': 'B' }))
    Object.assign(shelf.documents.get('d1') ?? {}, { present: false })
    shelf.compare(
      new Map([
        ['moved.txt', { content: 'A', node: 'n0' }],
        ['b.txt', { content: 'B', node: 'n1' }],
      ]),
    )
    shelf.compare(
      new Map([
        ['moved.txt', { content: 'A2', node: 'n0' }],
        ['b.txt', { content: 'B', node: 'n1' }],
      ]),
    )
    expect(shelf.documents.size).toBe(2)
  })

  it('gives files of the same content one document, which follows the file that it was made from', () => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A', 'copy.txt': 'A' }))
    expect(shelf.documents.size).toBe(1)
    shelf.compare(disk({ 'a.txt': 'A2', 'copy.txt': 'A' }))
    expect(shelf.contents()).toEqual({ 'a.txt': 'A2', 'copy.txt': 'A' })
    expect(shelf.documents.get('d1')?.content).toBe('A2')
  })

  it('leaves everything of paths that nothing is known of', () => {
    const shelf = new Shelf()
    shelf.compare(disk({ 'a.txt': 'A', 'b.txt': 'B' }))
    const [a] = [...shelf.rows.values()]
    const comparison = compareFolder({
      tracked: [...shelf.rows.values()],
      found: [],
      unknown: new Set(['a.txt']),
      released: new Set(['b.txt']),
      document: () => ({ source: 'a.txt', gone: false, present: true, contents: [] }),
      withContent: () => [],
      newId: () => 'x',
    })
    expect(a?.path).toBe('a.txt')
    expect(comparison.remove.map(({ path }) => path)).toEqual(['b.txt'])
    expect(comparison).toMatchObject({ put: [], changes: [] })
    expect(comparison.sources.size).toBe(0)
  })

  it('after any series of changes is the library of the last state, and what was deleted', () => {
    for (let seed = 1; seed <= 300; seed++) runSeries(seed)
  })
})

/** One series of changes with comparisons in between, and what must hold at its end. */
function runSeries(seed: number): void {
  const random = seeded(seed)
  const shelf = new Shelf()
  const files: Disk = new Map()
  const ever = new Set<string>()
  for (let step = 0; step < 40; step++) {
    changeSomething(files, random, step)
    if (random.below(5) < 2) {
      shelf.compare(files)
      for (const { content } of shelf.documents.values()) ever.add(content)
    }
  }
  const kept = shelf.documents.size
  shelf.compare(files)
  expect(shelf.contents(), `series ${seed}`).toEqual(contentsOf(files))
  // A fresh library of the last state has the same contents; the others are those whose files are gone.
  const fresh = new Shelf()
  fresh.compare(files)
  expect(fresh.contents()).toEqual(shelf.contents())
  const living = [...shelf.documents.values()].filter(({ gone }) => !gone)
  expect(new Set(living.map(({ content }) => content))).toEqual(new Set(Object.values(contentsOf(files))))
  for (const { source, gone } of shelf.documents.values()) expect(files.has(source)).toBe(!gone)
  expect(shelf.documents.size).toBeGreaterThanOrEqual(kept)
  expect(shelf.look(files)).toMatchObject({ put: [], remove: [], changes: [] })
}

const names = ['a.txt', 'b.txt', 'c.md', 'sub/a.txt', 'sub/d.txt', 'sub/deep/e.pdf']

/** Writes, replaces, renames, swaps, copies or deletes a file. */
function changeSomething(files: Disk, random: Seeded, step: number): void {
  const any = () => random.pick(names)
  const content = () => `c${random.below(6)}`
  const path = any()
  const other = any()
  const here = files.get(path)
  const there = files.get(other)
  switch (random.below(6)) {
    case 0:
      files.set(path, { content: content(), node: `n${step}` })
      break
    case 1:
      if (here !== undefined) files.set(path, { ...here, content: content() })
      break
    case 2:
      if (here === undefined || path === other) break
      files.delete(path)
      files.set(other, here)
      break
    case 3:
      if (here === undefined || there === undefined) break
      files.set(path, there)
      files.set(other, here)
      break
    case 4:
      if (here !== undefined) files.set(other, { content: here.content, node: `m${step}` })
      break
    default:
      files.delete(path)
  }
}
