import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorShape } from '../../shared/errors'

type Answer = (answer: { moved: ErrorShape | null }) => void

const core = vi.hoisted(() => ({ asked: [] as string[], held: [] as Answer[], failing: [] as Error[] }))
vi.mock('../app/client', () => ({
  client: {
    proposals: {
      lookAtBase: ({ id }: { id: string }) => {
        core.asked.push(id)
        const failure = core.failing.pop()
        if (failure !== undefined) return Promise.reject(failure)
        return new Promise((resolve) => core.held.push(resolve))
      },
    },
  },
}))

import type { ProposalLine } from '../../shared/contract/changes'
import { AppError } from '../../shared/errors'
import { lookAtBase } from './moved-bases'
import { keepMoved, useProposals } from './proposals'
import { useToasts } from './toasts'

const why = { code: 'conflict', message: 'It changed.' } as const
const movedOf = (id: string) => useProposals.getState().moved[id]
const ids = Array.from({ length: 20 }, (_, number) => `p${number}`)

const answer = (moved: ErrorShape | null) => core.held.shift()?.({ moved })

beforeEach(() => {
  core.asked.length = 0
  const byId = Object.fromEntries(ids.map((id) => [id, { id, status: 'pending' } as ProposalLine]))
  useProposals.setState({ byId, moved: {} })
  useToasts.setState({ toasts: [] })
})

describe('looking at what waiting proposals were planned against', () => {
  it('looks once more after a look during which it was asked for, however often', async () => {
    lookAtBase('p1')
    lookAtBase('p1')
    lookAtBase('p1')
    expect(core.asked).toEqual(['p1'])
    answer(why)
    await vi.waitFor(() => expect(core.asked).toEqual(['p1', 'p1']))
    expect(movedOf('p1')).toEqual(why)
    answer(null)
    await vi.waitFor(() => expect(movedOf('p1')).toBeUndefined())
    expect(core.asked).toHaveLength(2)
  })

  it('looks at a few of many at once, and at each', async () => {
    ids.forEach(lookAtBase)
    expect(core.asked).toHaveLength(4)
    for (const [place] of ids.entries()) {
      await vi.waitFor(() => expect(core.asked.length).toBeGreaterThan(place))
      answer(null)
    }
    expect(core.asked).toEqual(ids)
  })

  it('forgets what it knew where it can’t be told, and says why', async () => {
    keepMoved('p1', why)
    core.failing.push(new AppError('internal', 'The disk broke.'))
    lookAtBase('p1')
    await vi.waitFor(() => expect(useToasts.getState().toasts).toMatchObject([{ title: 'The disk broke.' }]))
    expect(movedOf('p1')).toBeUndefined()
  })
})
