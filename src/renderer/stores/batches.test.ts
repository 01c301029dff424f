import { beforeEach, describe, expect, it, vi } from 'vitest'
import { batchLimit } from '../../shared/contract/library'

const core = vi.hoisted(() => ({
  called: [] as { tool: string; input: { doc_ids: readonly string[] } }[],
  /** The proposal that a call makes; null where there is nothing to change. */
  proposes: null as string | null,
  class: 'safe_update',
  refuses: undefined as object | undefined,
}))
vi.mock('../app/client', () => ({
  client: {
    tools: {
      async call(called: (typeof core.called)[number]) {
        core.called.push(called)
        const { proposes: id } = core
        if (id !== null) return { status: 'proposed', proposal: { id, class: core.class } }
        return { status: 'done', result: { success: true, content: 'Done.', error: core.refuses } }
      },
    },
  },
}))
vi.mock('./changes', () => ({ undoChange: undefined }))
vi.mock('./page', () => ({ review: () => undefined }))
vi.mock('./proposals', () => ({
  approve: async () => true,
  takeWhole: () => undefined,
  useProposals: undefined,
}))

import type { Change } from '../../shared/contract/changes'
import { chooseLanguage } from '../text/language'
import { changeByHand, deleteDocuments, recognizeDocuments, restartDocuments, tellOfBatch } from './batches'
import { takeBackNotes, useToasts } from './toasts'

const ids = Array.from({ length: 2 * batchLimit + 1 }, (_, index) => `document-${index}`)
beforeEach(() => {
  core.called.length = 0
  core.proposes = null
  core.class = 'safe_update'
  core.refuses = undefined
  useToasts.setState({ toasts: [] })
})

/** A change of a task as the stream tells it, asked for here before. */
async function changed(id: string, of: Partial<Change> = {}): Promise<void> {
  core.proposes = `p-${id}`
  await changeByHand('update_task', {})
  tellOfBatch(changeOf(id, { proposalId: `p-${id}`, ...of }))
}

function changeOf(id: string, of: Partial<Change>): Change {
  const change = {
    id,
    status: 'applied',
    tool: 'update_task',
    summary: `${id}.`,
    proposalId: null,
    undoes: null,
  }
  return { ...change, preview: { changes: [], warnings: [] }, ...of } as unknown as Change
}

const shown = () => useToasts.getState().toasts.map(({ title, detail }) => [title, detail])

describe('what is told of changes by hand', () => {
  it('names no id to a person who chose what another window deleted', async () => {
    const refused = (code: string) => {
      const said = { code, values: { id: 'd_12' } }
      core.refuses = { code: 'not_found', message: 'There is no document d_12 in the library.', said }
      return changeByHand('update_document', {})
    }
    const meanwhile = { code: 'not_found', message: expect.stringContaining('was deleted meanwhile') }
    for (const kind of ['document', 'collection', 'note', 'contact', 'task'])
      await expect(refused(`${kind}.none`)).rejects.toMatchObject(meanwhile)
    await expect(refused('trash.gone')).rejects.toThrow('There is no document d_12 in the library.')
  })

  it('is no more what was undone in another place', async () => {
    await changed('Fold')
    await changed('Stow')
    expect(shown()).toEqual([['Done: Stow.', 'And 1 more like it. Undo takes back the newest.']])
    takeBackNotes('Stow')
    expect(shown()).toEqual([['Done: Fold.', undefined]])
    takeBackNotes('Fold')
    expect(shown()).toEqual([])
    await changed('Haul')
    expect(shown()).toEqual([['Done: Haul.', undefined]])
  })
})

describe('what a change was warned of', () => {
  const preview = { changes: [], warnings: ['One stays out.'] } as unknown as Change['preview']

  it('is told where it was approved with the gesture that asked for it', async () => {
    await changed('Reef', { preview })
    expect(shown()).toEqual([['Done: Reef.', 'One stays out.']])
  })

  it('is not told again where it was shown whole before the yes', async () => {
    core.class = 'destructive_update'
    await changed('Strike', { preview })
    expect(shown()).toEqual([['Done: Strike.', undefined]])
  })
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
