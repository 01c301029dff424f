import { describe, expect, it, vi } from 'vitest'
import { alignSource } from './align-source'

describe('where a drawn text comes from', () => {
  it('is found past marks, and of a character by its name', () => {
    expect(alignSource('> a\\*\n> &amp;b', 2, 'a*\n&b')).toEqual({ starts: [2, 4, 5, 8, 13], end: 14 })
  })

  it('is looked for once where it stands nowhere', () => {
    // What Markdown draws in place of characters that no text may have.
    const [source, drawn] = ['\0'.repeat(8000), '\ufffd'.repeat(8000)]
    let reads = 0
    const spy = vi.spyOn(String.prototype, 'charAt').mockImplementation(function (this: string, at) {
      if (++reads > 100_000) throw new Error('It is read over and over.')
      return this[at] ?? ''
    })
    const { starts, end } = alignSource(`${source}.`, 0, `${drawn}.`)
    spy.mockRestore()
    expect([starts[0], starts[7999], starts[8000], end]).toEqual([0, 0, 8000, 8001])
  })
})
