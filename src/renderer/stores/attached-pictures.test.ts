import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors'
import type { AttachmentOf } from '../../shared/run/blocks'
import { emptyConversation } from '../../shared/run/state'

const core = vi.hoisted(() => ({
  draw: (_words: string): void | Promise<void> => undefined,
  drawn: [] as string[],
  /** The conversations that there are, in the list or in the trash. */
  conversations: new Set<string>(),
  /** The tab that this page is. */
  tab: 'one',
  /** The page that a reload put this one in the place of. */
  former: null as string | null,
}))
vi.mock('./own-tab', () => ({
  get ownTab() {
    return core.tab
  },
  formerTab: async () => core.former,
}))
vi.mock('../app/client', () => ({
  client: {
    conversations: {
      async drawPicture({ data }: { data: string }) {
        const words = Buffer.from(data, 'base64').toString()
        core.drawn.push(words)
        await core.draw(words)
        return { picture: pictureOf(words), bytes: { mediaType: 'image/png', data } }
      },
      async page({ id }: { id: string }) {
        if (!core.conversations.has(id)) throw new AppError('not_found', 'There is no such conversation.')
      },
      send: async ({ conversationId }: { conversationId: string }) => ({ conversationId }),
    },
    pictures: {
      async get() {
        throw new AppError('not_found', 'There is no such picture.')
      },
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('../app/shrink-picture', () => ({ shrinkPicture: async (file: File) => file }))
vi.mock('../app/base64', async (original) => ({
  ...(await original<typeof import('../app/base64')>()),
  base64Of: async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString('base64'),
}))

import { attachPictures, detach, restorePictures } from './attached-pictures'
import { changeDraft, draftOf, newConversation, send, useConversations } from './conversations'
import { dropDraftIfGone } from './gone-drafts'
import { useToasts } from './toasts'
import { letGoUnsent, mostUnsentBytes } from './unsent-pictures'

/** What the browser keeps, by key. */
const kept = new Map<string, unknown>()
const answered = <T>(result: T) => {
  const request = { result, onsuccess: null as (() => void) | null }
  queueMicrotask(() => request.onsuccess?.())
  return request
}
const store = {
  get: (key: string) => answered(kept.get(key)),
  getAll: () => answered([...kept.values()]),
  getAllKeys: () => answered([...kept.keys()]),
  put: (value: { sha256: string }) => answered(void kept.set(value.sha256, value)),
  delete: (key: string) => answered(void kept.delete(key)),
}
const open = vi.fn()

// A page keeps what it has drawn as long as it lives: each test has pictures of its own.
let picturesMade = 0
const newWords = () => `picture ${picturesMade++}`
const shaOf = (words: string) => createHash('sha256').update(words).digest('hex')
const pictureOf = (words: string) => ({
  ...{ sha256: shaOf(words), mediaType: 'image/png' as const },
  ...{ width: 1, height: 1, size: words.length },
})
const imageOf = (words: string): AttachmentOf<'image'> => ({
  ...{ kind: 'image', title: words, picture: pictureOf(words) },
})
/** As it is after a reload: a draft's picture, of which the browser keeps the bytes. */
function keptOver(id: string | null, ...pictures: readonly string[]): void {
  changeDraft(id, { attachments: pictures.map(imageOf) })
  for (const words of pictures) {
    kept.set(shaOf(words), { sha256: shaOf(words), bytes: new Blob([words]), at: Date.now() })
  }
}
const titles = (id: string | null) =>
  draftOf(useConversations.getState().drafts, id).attachments.map((each) => 'title' in each && each.title)
const toasts = () => useToasts.getState().toasts.map(({ title }) => title)
const isKept = (words: string) => kept.has(shaOf(words))

beforeEach(() => {
  kept.clear()
  core.draw = () => undefined
  core.drawn.length = 0
  core.tab = 'one'
  core.former = null
  core.conversations = new Set(['a', 'b'])
  open.mockImplementation(() =>
    answered({ transaction: () => ({ objectStore: () => store }), close: () => undefined }),
  )
  vi.stubGlobal('indexedDB', { open })
  useToasts.setState({ toasts: [] })
  useConversations.setState({ drafts: {}, list: [], open: { a: emptyConversation('a') } })
})

describe('the bytes of a picture that was not sent', () => {
  const logo = (words: string) => new File([words], words)

  it('stay for another draft that has it, and go with the last one', async () => {
    const words = newWords()
    await attachPictures('a', [logo(words)])
    await attachPictures('b', [logo(words)])
    await expect.poll(() => isKept(words)).toBe(true)
    await send('a', () => true)
    await restorePictures()
    expect(titles('a')).toEqual([])
    expect(isKept(words)).toBe(true)
    const [attachment] = draftOf(useConversations.getState().drafts, 'b').attachments
    if (attachment === undefined) throw new Error('Nothing is attached.')
    detach('b', attachment)
    await expect.poll(() => isKept(words)).toBe(false)
  })

  it('stay for another tab that has it, whichever sends first, and go with the last', async () => {
    const words = newWords()
    await attachPictures('a', [logo(words)])
    await expect.poll(() => isKept(words)).toBe(true)
    // The other tab came with the same drafts, as one that was duplicated does.
    core.tab = 'two'
    await restorePictures()
    core.tab = 'one'
    await send('a', () => true)
    await restorePictures()
    expect(titles('a')).toEqual([])
    expect(isKept(words)).toBe(true)
    core.tab = 'two'
    await letGoUnsent([shaOf(words)], new Set())
    expect(isKept(words)).toBe(false)
  })

  it('are this page’s alone after a reload, and what it has no more goes with the page before', async () => {
    const [still, gone] = [newWords(), newWords()]
    await attachPictures('a', [logo(still)])
    await attachPictures('b', [logo(gone)])
    await expect.poll(() => kept.size).toBe(2)
    core.former = core.tab
    core.tab = 'reloaded'
    changeDraft('b', { attachments: [] })
    await restorePictures()
    expect([...kept.values()]).toEqual([
      expect.objectContaining({ sha256: shaOf(still), tabs: ['reloaded'] }),
    ])
  })

  it('stay for a tab that attached the same picture anew', async () => {
    const words = newWords()
    await attachPictures('a', [logo(words)])
    await expect.poll(() => isKept(words)).toBe(true)
    core.tab = 'two'
    await attachPictures('b', [logo(words)])
    await expect.poll(() => kept.get(shaOf(words))).toMatchObject({ tabs: ['one', 'two'] })
    await letGoUnsent([shaOf(words)], new Set())
    expect(kept.get(shaOf(words))).toMatchObject({ tabs: ['one'] })
  })

  it('are not waited for: a browser that never answers attaches all the same', async () => {
    open.mockImplementation(() => ({}))
    const words = newWords()
    expect(await attachPictures('a', [logo(words)])).toBe(1)
    expect(titles('a')).toEqual([words])
  })

  it('are not kept where drafts have taken up all the room, and the picture is attached all the same', async () => {
    const [large, words] = [newWords(), newWords()]
    keptOver('b', large)
    const bytes = Object.defineProperty(new Blob([large]), 'size', { value: mostUnsentBytes })
    kept.set(shaOf(large), { sha256: shaOf(large), bytes, at: 0 })
    expect(await attachPictures('a', [logo(words)])).toBe(1)
    changeDraft('b', { attachments: [] })
    // There is room for the next one; once that is kept, the one before it has been decided on.
    await attachPictures('a', [logo(newWords())])
    await expect.poll(() => isKept(large)).toBe(false)
    expect([isKept(words), kept.size]).toEqual([false, 1])
  })

  it('go with the draft of a conversation that was deleted for good, and stay with one in the trash', async () => {
    const [trashed, gone, begun] = [newWords(), newWords(), newWords()]
    keptOver('a', trashed)
    keptOver('gone', gone)
    keptOver(null, begun)
    for (const id of ['a', 'gone', newConversation]) await dropDraftIfGone(id)
    expect(Object.keys(useConversations.getState().drafts).toSorted()).toEqual(['a', newConversation])
    await expect.poll(() => isKept(gone)).toBe(false)
    expect([isKept(trashed), isKept(begun)]).toEqual([true, true])
  })
})

describe('after a reload', () => {
  it('pictures of a conversation that is gone are not made ready', async () => {
    const [gone, own] = [newWords(), newWords()]
    keptOver('gone', gone)
    keptOver('a', own)
    await restorePictures()
    expect(core.drawn).toEqual([own])
    expect(Object.keys(useConversations.getState().drafts)).toEqual(['a'])
  })

  it.each(['unsupported', 'too_large', 'corrupt'] as const)(
    'a picture that is refused as %s is named, and the others are made ready',
    async (code) => {
      const [bad, good] = [newWords(), newWords()]
      keptOver('a', bad, good)
      core.draw = (words) => {
        if (words === bad) throw new AppError(code, 'No.')
      }
      await restorePictures()
      expect(titles('a')).toEqual([good])
      expect(toasts()).toEqual([expect.stringContaining(bad)])
      expect([isKept(bad), isKept(good)]).toEqual([false, true])
    },
  )

  it('a failure of another kind leaves its picture, and the others are made ready', async () => {
    const [slow, good] = [newWords(), newWords()]
    keptOver('a', slow, good)
    core.draw = (words) => {
      if (words === slow) throw new AppError('timeout', 'It took too long.')
    }
    await expect(restorePictures()).rejects.toMatchObject({ code: 'timeout' })
    expect(core.drawn).toEqual([slow, good])
    expect(titles('a')).toEqual([slow, good])
    expect(isKept(slow)).toBe(true)
  })

  it('a lost connection ends it with nothing lost, the old is cleaned up, and the next call begins anew', async () => {
    const [first, second] = [newWords(), newWords()]
    keptOver('a', first, second)
    kept.set('old', { sha256: 'old', bytes: new Blob(['old']), at: 0 })
    core.draw = () => {
      throw new AppError('unavailable', 'The connection is lost.')
    }
    await expect(restorePictures()).rejects.toMatchObject({ code: 'unavailable' })
    expect(core.drawn).toEqual([first])
    expect([...kept.keys()]).toEqual([shaOf(first), shaOf(second)])
    core.draw = () => undefined
    await restorePictures()
    expect(core.drawn).toEqual([first, first, second])
    expect(titles('a')).toEqual([first, second])
    expect(toasts()).toEqual([])
  })

  it('a call while one is under way joins it', async () => {
    const words = newWords()
    keptOver('a', words)
    await Promise.all([restorePictures(), restorePictures()])
    expect(core.drawn).toEqual([words])
  })

  it('a picture that was taken off meanwhile is not called lost', async () => {
    const words = newWords()
    keptOver('a', words)
    core.draw = () => {
      changeDraft('a', { attachments: [] })
      throw new AppError('corrupt', 'No.')
    }
    await restorePictures()
    expect(toasts()).toEqual([])
  })

  it('what is kept in another form is not read, and let go of', async () => {
    const words = newWords()
    keptOver('a', words)
    kept.set(shaOf(words), { sha256: shaOf(words), bytes: 'no blob', at: 'never' })
    await restorePictures()
    expect(titles('a')).toEqual([])
    expect(toasts()).toEqual([expect.stringContaining(words)])
    expect(kept.size).toBe(0)
  })
})
