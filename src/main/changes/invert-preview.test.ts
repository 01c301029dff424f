import { describe, expect, it } from 'vitest'
import type { ChangePreview, Preview } from '../../shared/tool/preview'
import { invertPreview } from './invert-preview'

function inverted(change: ChangePreview): ChangePreview | undefined {
  const preview: Preview = {
    summary: '',
    targets: [],
    changes: [change],
    lost: [],
    recovery: 'trash',
    warnings: ['w'],
  }
  return invertPreview(preview, 'Undid').changes[0]
}

describe('the preview of an undo', () => {
  it('exchanges the sides of a diff and keeps removed lines before added ones', () => {
    const change: ChangePreview = {
      kind: 'text',
      label: 'a.txt',
      added: 2,
      removed: 1,
      hunks: [
        {
          oldStart: 1,
          oldLines: 3,
          newStart: 5,
          newLines: 4,
          lines: [' a', '-b', '+c', '+d', ' e', '+f', '\\ No newline at end of file'],
        },
      ],
    }
    expect(inverted(change)).toEqual({
      kind: 'text',
      label: 'a.txt',
      added: 1,
      removed: 2,
      hunks: [
        {
          oldStart: 5,
          oldLines: 4,
          newStart: 1,
          newLines: 3,
          lines: [' a', '-c', '-d', '+b', ' e', '-f', '\\ No newline at end of file'],
        },
      ],
    })
  })

  it('exchanges the sides of more lines than a call takes arguments', () => {
    const lines = Array.from({ length: 200_000 }, (_, place) => `-${place}`)
    const hunk = { oldStart: 1, oldLines: lines.length, newStart: 1, newLines: 0, lines }
    const change: ChangePreview = {
      kind: 'text',
      label: 'a.txt',
      added: 0,
      removed: lines.length,
      hunks: [hunk],
    }
    expect(inverted(change)).toMatchObject({
      hunks: [{ lines: lines.map((line) => line.replace('-', '+')) }],
    })
  })

  it('takes a new text away', () => {
    const change: ChangePreview = {
      kind: 'text',
      label: 'a.txt',
      content: 'x',
      hunks: [],
      added: 1,
      removed: 0,
    }
    expect(inverted(change)).toMatchObject({ kind: 'removal', label: 'a.txt' })
  })

  it('takes away what was new and is no text, with its size and its look', () => {
    const look = { mediaType: 'image/png', size: 3, sha256: 'a' }
    const added: ChangePreview = { kind: 'binary', label: 'x.png', sizeAfter: 3, after: look }
    const gone = { kind: 'removal', label: 'x.png', reference: 'x.png', size: 3, look }
    expect(inverted(added)).toEqual(gone)
    expect(inverted({ ...gone, kind: 'removal' })).toEqual(added)
  })

  it('exchanges fields and sizes, and brings removed things back', () => {
    expect(
      inverted({ kind: 'fields', label: 'x', fields: [{ name: 'title', before: null, after: 'New' }] }),
    ).toMatchObject({ fields: [{ name: 'title', before: 'New', after: null }] })
    expect(inverted({ kind: 'binary', label: 'x', sizeBefore: 1, sizeAfter: 2 })).toEqual({
      kind: 'binary',
      label: 'x',
      sizeBefore: 2,
      sizeAfter: 1,
    })
    expect(inverted({ kind: 'removal', label: 'x', reference: '/x', size: 3 })).toEqual({
      kind: 'binary',
      label: 'x',
      sizeAfter: 3,
    })
  })
})
