import { beforeEach, describe, expect, it, vi } from 'vitest'

const core = vi.hoisted(() => ({ texts: {} as Record<string, string>, fresh: {} as unknown }))
vi.mock('../app/client', () => ({
  client: {
    proposals: {
      textToEdit: async ({ id }: { id: string }) => ({ text: core.texts[id] }),
      amend: async () => ({ planHash: 'amended' }),
      proposeAgain: async () => core.fresh,
    },
  },
}))

import type { Proposal } from '../../shared/contract/changes'
import { amendmentOf, editContent, leaveOut, useAmendments } from './amendments'
import { proposeAgain, type ShownProposal, shownProposal, takeWhole, useProposals } from './proposals'

const removal = (name: string) => ({ kind: 'removal', label: name, reference: name })

function proposal(id: string, names: readonly string[], more: Partial<Proposal> = {}): Proposal {
  const targets = names.map((name) => ({ kind: 'file', label: name, reference: name }))
  const preview = { summary: '', targets, changes: names.map(removal), lost: [], warnings: [] }
  return {
    id,
    status: 'pending',
    chooseBy: 'items',
    editable: false,
    planHash: id,
    preview,
    amendment: null,
    ...more,
  } as unknown as Proposal
}

const draftOf = (id: string) => amendmentOf(useAmendments.getState().byId, id)

async function again(
  former: Proposal,
  fresh: Proposal,
  draft: (former: ShownProposal) => Promise<unknown>,
): Promise<void> {
  takeWhole(former)
  const { byId, details } = useProposals.getState()
  const shown = shownProposal(byId[former.id], details[former.id])
  if (shown === null) throw new Error('It was taken whole.')
  await draft(shown)
  core.fresh = fresh
  expect(await proposeAgain(former.id)).not.toBeNull()
}

beforeEach(() => {
  useAmendments.setState({ byId: {} })
  useProposals.setState({ byId: {}, details: {}, notAgain: {} })
})

describe('what was edited or left out of a proposal that is planned anew', () => {
  it('is left out of the new one that shows the same things', async () => {
    const former = proposal('p1', ['a', 'b', 'c'])
    await again(former, proposal('p2', ['a', 'b', 'c']), (shown) => leaveOut(shown, new Set(['1'])))
    expect(draftOf('p2').leftOut).toEqual(new Set(['1']))
    expect(draftOf('p2').shown).not.toBeNull()
  })

  it('goes where the new one shows other things', async () => {
    const former = proposal('p1', ['a', 'b', 'c'])
    await again(former, proposal('p2', ['a', 'c']), (shown) => leaveOut(shown, new Set(['1'])))
    expect(draftOf('p2').leftOut).toEqual(new Set())
  })

  it('is the text of the new one where that proposes the same, and goes where it does not', async () => {
    const text = { chooseBy: null, editable: true }
    const former = proposal('p1', ['a'], text)
    core.texts = { p1: 'one', p2: 'one', p3: 'two' }
    await again(former, proposal('p2', ['a'], text), (shown) => editContent(shown, 'mine'))
    expect(draftOf('p2').edited).toBe('mine')
    await again(former, proposal('p3', ['a'], text), (shown) => editContent(shown, 'mine'))
    expect(draftOf('p3').edited).toBeNull()
  })
})
