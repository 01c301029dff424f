import { describe, expect, it } from 'vitest'
import { pastedTextLimit } from '../../../shared/contract/library'
import { longPaste } from './long-paste'

const clipboard = (words: string) => ({ getData: () => words })

describe('a pasted text', () => {
  it('is long from 2,000 characters on, as long as the library takes it', () => {
    expect(longPaste(clipboard('a'.repeat(1999)))).toBeNull()
    expect(longPaste(clipboard('a'.repeat(2000)))).toHaveLength(2000)
    expect(longPaste(clipboard('a'.repeat(pastedTextLimit)))).toHaveLength(pastedTextLimit)
    expect(longPaste(clipboard('a'.repeat(pastedTextLimit + 1)))).toBeNull()
  })

  it('has the line ends of the message box', () => {
    expect(longPaste(clipboard('ab\r\n'.repeat(1000)))).toBe('ab\n'.repeat(1000))
  })
})
