import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attachment } from '../../shared/run/blocks'
import { emptyConversation } from '../../shared/run/state'

const server = vi.hoisted(() => ({
  send: async (): Promise<unknown> => null,
  unqueue: async (): Promise<unknown> => null,
  edit: async (_edited: object): Promise<unknown> => null,
}))
vi.mock('../app/client', () => ({
  client: {
    conversations: {
      send: () => server.send(),
      unqueue: () => server.unqueue(),
      edit: (edited: object) => server.edit(edited),
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))

import { attachmentLimit, conversationsContract } from '../../shared/contract/conversations'
import {
  askAbout,
  attachDocuments,
  changeDraft,
  draftOf,
  editMessage,
  limitOf,
  send,
  useConversations,
} from './conversations'
import { editQueued } from './queued'
import { useToasts } from './toasts'

const tides: Attachment = { kind: 'document', documentId: 'tides', title: 'Tides' }
const moons: Attachment = { kind: 'document', documentId: 'moons', title: 'Moons' }
const limit = { documentId: 'atlas', title: 'Atlas' }
const about: Attachment = { kind: 'limit', ...limit }
const draft = () => draftOf(useConversations.getState().drafts, 'c')

const documents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `document-${index}`, title: `Document ${index}` }))
const asAttached = (count: number): Attachment[] =>
  documents(count).map(({ id, title }) => ({ kind: 'document', documentId: id, title }))

beforeEach(() => useConversations.setState({ drafts: {}, open: { c: emptyConversation('c') } }))

describe('a message that could not be sent', () => {
  it('comes back as it was', async () => {
    server.send = () => Promise.reject(new Error('Gone'))
    changeDraft('c', { text: 'When is low water?', attachments: [tides], limit })
    await expect(send('c', () => true)).rejects.toThrow('Gone')
    expect(draft()).toEqual({ text: 'When is low water?', attachments: [tides], limit })
  })

  it('comes back before what was written since, and none of that is lost', async () => {
    const answered = Promise.withResolvers<never>()
    server.send = () => answered.promise
    changeDraft('c', { text: 'When is low water?', attachments: [tides] })
    const sent = send('c', () => true)
    changeDraft('c', { text: 'And high', attachments: [moons, tides] })
    answered.reject(new Error('Gone'))
    await expect(sent).rejects.toThrow('Gone')
    expect(draft()).toEqual({ text: 'When is low water?\n\nAnd high', attachments: [tides, moons] })
  })
})

describe('a first message about one document', () => {
  beforeEach(() => askAbout({ id: limit.documentId, title: limit.title }))

  it('leaves the next new conversation about everything', async () => {
    server.send = async () => ({ conversationId: 'c' })
    changeDraft(null, { text: 'Where?' })
    await send(null, () => true)
    expect(limitOf(draftOf(useConversations.getState().drafts, null), undefined)).toBeNull()
  })

  it('is about that document still where it could not be sent', async () => {
    server.send = () => Promise.reject(new Error('Gone'))
    changeDraft(null, { text: 'Where?' })
    await expect(send(null, () => true)).rejects.toThrow('Gone')
    expect(draftOf(useConversations.getState().drafts, null)).toMatchObject({ text: 'Where?', limit })
  })
})

describe('a waiting message that is taken back to be edited', () => {
  it('is about the one document that it was about', async () => {
    server.unqueue = async () => ({ id: 'm', at: 1, text: 'Where?', attachments: [about, tides] })
    changeDraft('c', { text: 'Now' })
    await editQueued('c', 'm')
    expect(draft()).toMatchObject({ text: 'Where?\n\nNow', attachments: [tides], limit })
  })

  it('leaves what was read of its files behind: they are read again when it is sent', async () => {
    const read = { success: true as const, content: 'x'.repeat(100_000), state: null }
    const file: Attachment = { kind: 'file', path: '/notes/a.md', title: 'a.md' }
    const page: Attachment = { kind: 'page', documentId: 'tides', title: 'Tides', page: 2 }
    const note: Attachment = { kind: 'note', noteId: 'ebb', title: 'Ebb' }
    const sent = [{ ...file, read }, { ...page, read }, { ...note, read }, tides]
    server.unqueue = async () => ({ id: 'm', at: 1, text: 'Compare', attachments: sent })
    await editQueued('c', 'm')
    expect(draft().attachments).toEqual([file, page, note, tides])
  })

  it('is about everything where it was, also after a message about one document', async () => {
    const before = { role: 'user' as const, id: 'b', runId: 'r', at: 1, text: 'What?', attachments: [about] }
    const state = { ...emptyConversation('c'), messages: [before] }
    server.unqueue = async () => ({ id: 'm', at: 1, text: 'Where?', attachments: [] })
    await editQueued('c', 'm')
    expect(limitOf(draft(), state)).toBeNull()
  })
})

describe('a message that is sent again with other words', () => {
  it('says what is attached without what was read of it, which main has', async () => {
    const file: Attachment = { kind: 'file', path: '/notes/a.md', title: 'a.md' }
    const read = { success: true as const, content: 'x', state: null }
    const edited = vi.spyOn(server, 'edit')
    await editMessage('c', 'm', { text: 'Why?', attachments: [{ ...file, read }, tides] })
    expect(edited).toHaveBeenCalledWith(expect.objectContaining({ attachments: [file, tides], text: 'Why?' }))
  })
})

describe('more than a message takes', () => {
  it('is not attached, which is said, and what is attached can be sent', () => {
    expect(attachDocuments('c', documents(60))).toBe(attachmentLimit)
    expect(draft().attachments).toEqual(asAttached(attachmentLimit))
    expect(useToasts.getState().toasts.at(-1)?.title).toBe(
      'A message takes 50 attachments. The others were not attached.',
    )
    // The same again needs no room.
    expect(attachDocuments('c', documents(2))).toBe(2)
    expect(draft().attachments).toHaveLength(attachmentLimit)
  })

  it('is kept where it came back from sending', async () => {
    const answered = Promise.withResolvers<never>()
    server.send = () => answered.promise
    changeDraft('c', { text: 'Compare', attachments: asAttached(attachmentLimit) })
    const sent = send('c', () => true)
    changeDraft('c', { attachments: [tides] })
    answered.reject(new Error('Gone'))
    await expect(sent).rejects.toThrow('Gone')
    expect(draft().attachments).toEqual([...asAttached(attachmentLimit), tides])
    expect(attachDocuments('c', documents(3))).toBe(3)
    expect(attachDocuments('c', [{ id: 'moons', title: 'Moons' }])).toBe(0)
    expect(draft().attachments).toHaveLength(attachmentLimit + 1)
  })

  it.each([
    ['as many as it takes, about one document', [...asAttached(attachmentLimit), about], true],
    ['one more', asAttached(attachmentLimit + 1), false],
    ['one more, about one document', [...asAttached(attachmentLimit + 1), about], false],
    ['about many documents alone', Array.from({ length: attachmentLimit + 2 }, () => about), false],
  ])('is what main refuses: %s', (_what, attachments, taken) => {
    const { inputSchema } = conversationsContract.send['~orpc']
    const input = { conversationId: 'c', text: 'Compare', attachments }
    expect(inputSchema?.['~standard'].validate(input)).toSatisfy(
      (result: object) => 'value' in result === taken,
    )
  })
})
