import { describe, expect, it } from 'vitest'
import { type Attachment, attachmentKey, attachmentSchema, messageName, saysSomething } from './blocks'

const picture = { sha256: 'a', mediaType: 'image/png' as const, width: 1, height: 1, size: 1 }

describe('what is attached to a message', () => {
  it.each(['document', 'limit'] as const)(
    'is read as it was stored before there were pictures: %s',
    (kind) => {
      const stored = { kind, documentId: 'd1', title: 'Tides' }
      expect(attachmentSchema.parse(stored)).toEqual(stored)
    },
  )

  it('is the same thing by what it is, not by its name or what was read of it', () => {
    const read = { success: true, content: 'Words', state: null }
    const one: Attachment[] = [
      { kind: 'image', title: 'a.png', picture },
      { kind: 'file', title: 'a.txt', path: '/a.txt' },
      { kind: 'page', title: 'Tides', documentId: 'd1', page: 2 },
      { kind: 'page', title: 'Tides', documentId: 'd1', page: 3 },
      { kind: 'document', title: 'Tides', documentId: 'd1' },
    ]
    const other: Attachment[] = [
      { kind: 'image', title: 'b.png', picture },
      { kind: 'file', title: 'b.txt', path: '/a.txt', read },
      { kind: 'page', title: 'Ebb', documentId: 'd1', page: 2, read },
    ]
    expect(new Set(one.map(attachmentKey)).size).toBe(one.length)
    expect(other.map(attachmentKey)).toEqual(one.slice(0, 3).map(attachmentKey))
  })
})

describe('a message without words', () => {
  const limit: Attachment = { kind: 'limit', documentId: 'd1', title: 'Tides' }
  const image: Attachment = { kind: 'image', title: 'a.png', picture }

  it('says something by what is attached, not by where it is to be looked', () => {
    expect(saysSomething({ text: ' \n', attachments: [] })).toBe(false)
    expect(saysSomething({ text: '', attachments: [limit] })).toBe(false)
    expect(saysSomething({ text: '', attachments: [image] })).toBe(true)
    expect(saysSomething({ text: 'Why?', attachments: [] })).toBe(true)
  })

  it('has the names of what is attached for its own', () => {
    expect(messageName({ text: 'Why?', attachments: [image] })).toBe('Why?')
    expect(messageName({ text: ' ', attachments: [image, limit] })).toBe('a.png')
  })
})
