import { expect, it } from 'vitest'
import type { ChangePreview } from '../../../shared/tool/preview'
import { together } from './together'

const file = (label: string): ChangePreview => ({ kind: 'binary', label, sizeAfter: 1 })
const fields = (label: string): ChangePreview => ({ kind: 'fields', label, fields: [] })
const look = { mediaType: 'image/png', size: 1, sha256: '' }
const seen: ChangePreview = { kind: 'binary', label: 'c.png', after: look }
const removal: ChangePreview = { kind: 'removal', label: 'd', reference: 'd' }

it('puts files that are not shown, and fields, together where they follow each other', () => {
  const changes = [file('a.pdf'), file('b.pdf'), seen, fields('x'), fields('y'), removal, file('e.pdf')]
  const blocks = together(changes.map((change, index) => ({ change, index })))
  expect(blocks.map(({ kind, items }) => [kind, items.map(({ index }) => index)])).toEqual([
    ['files', [0, 1]],
    ['one', [2]],
    ['fields', [3, 4]],
    ['one', [5]],
    ['files', [6]],
  ])
})
