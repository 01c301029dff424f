import { beforeEach, describe, expect, it, vi } from 'vitest'
import { batchLimit } from '../../shared/contract/library'

const core = vi.hoisted(() => ({ called: [] as { tool: string; input: { doc_ids: readonly string[] } }[] }))
vi.mock('../app/client', () => ({
  client: {
    tools: {
      async call(called: (typeof core.called)[number]) {
        core.called.push(called)
        return { status: 'done', result: { success: true, content: 'Done.' } }
      },
    },
  },
}))
vi.mock('./changes', () => ({ undoChange: undefined }))
vi.mock('./page', () => ({ review: undefined }))
vi.mock('./proposals', () => ({ approve: undefined, takeWhole: undefined, useProposals: undefined }))

import { chooseLanguage } from '../text/language'
import { deleteDocuments, recognizeDocuments, restartDocuments } from './batches'
import { useToasts } from './toasts'

const ids = Array.from({ length: 2 * batchLimit + 1 }, (_, index) => `document-${index}`)
beforeEach(() => {
  core.called.length = 0
})

describe('many documents', () => {
  it.each([
    ['read again', restartDocuments],
    ['read with their pictures', recognizeDocuments],
  ])('are %s in parts, each once', async (_what, again) => {
    expect(await again(ids)).toBe(true)
    expect(core.called.map(({ input }) => input.doc_ids.length)).toEqual([batchLimit, batchLimit, 1])
    expect(core.called.flatMap(({ input }) => input.doc_ids)).toEqual(ids)
  })

  it('are said to need nothing in the language of the window, not in the words for models', async () => {
    vi.stubGlobal('document', { documentElement: {} })
    chooseLanguage('de')
    await restartDocuments(ids.slice(0, 1))
    expect(useToasts.getState().toasts.at(-1)?.title).toMatch(/^Es gab nichts zu tun/u)
    chooseLanguage('en')
    vi.unstubAllGlobals()
  })

  it('are refused where one yes is to be for all of them', async () => {
    await expect(deleteDocuments(ids)).rejects.toMatchObject({ code: 'too_large' })
    expect(core.called).toEqual([])
  })
})
