import { expect, it } from 'vitest'
import { filesOfPaste } from './pasted-pictures'

it('a pasted picture is named by when it was pasted, a file keeps its name', () => {
  const files = [new File(['a'], 'image.png', { type: 'image/png' }), new File(['b'], 'notes.md')]
  const at = new Date(2026, 4, 4, 9, 5, 7).getTime()
  const pasted = filesOfPaste({ files: files as unknown as FileList }, at)
  expect(pasted.map(({ name, type }) => [name, type])).toEqual([
    ['Pasted picture 2026-05-04 09.05.07.png', 'image/png'],
    ['notes.md', ''],
  ])
})
