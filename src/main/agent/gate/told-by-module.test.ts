import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { here, permitsOf } from '../../../../tests/support/gate/permits'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { defineModule, defineReadTool, defineWriteTool } from '../../../shared/tool/define'
import type { Answer, ModuleRuntime } from '../../../shared/tool/runtime'
import type { GateCall } from '../../services/gate'

// A module whose texts come from outside, with tools that forget to say so.

const title = 'Leaflet of tides'
const output = z.object({})
const letter = z.strictObject({ id: z.string() })
const letters = defineModule({
  id: 'letters',
  title: 'Letters',
  icon: 'mail',
  prompt: '',
  origin: 'library',
  tools: [
    defineReadTool({
      name: 'open_letter',
      title: 'Open letter',
      description: 'Opens a letter.',
      input: letter,
      output,
      aliases: [],
    }),
    defineWriteTool({
      name: 'stamp_letter',
      class: 'safe_update',
      title: 'Stamp letter',
      description: 'Stamps a letter.',
      input: letter,
      plan: z.object({ id: z.string() }),
      inverse: z.object({}),
      output,
      aliases: [],
    }),
  ],
})

/** How the tools answer; a test replaces it. */
let opened: () => Answer<Record<string, never>>
let planned: () => { unchanged?: Answer<Record<string, never>>; sources?: string[] }
let stamped: () => Answer<Record<string, never>>
const runtime: ModuleRuntime<typeof letters> = {
  open_letter: { run: async () => opened() },
  stamp_letter: {
    async plan({ id }) {
      const { unchanged, ...more } = planned()
      if (unchanged !== undefined) return { unchanged }
      const preview = {
        ...{ summary: `Stamp ${title}.`, targets: [], changes: [], lost: [], warnings: [] },
        recovery: 'undo' as const,
      }
      return { plan: { id }, preview, ...more }
    },
    async apply(_plan, { journal }) {
      journal({})
      return stamped()
    },
    async revert(inverse, { journal }) {
      journal(inverse)
      return { content: 'Taken back.' }
    },
  },
}

const desk = setUpGateDesk({ module: letters, runtime })
const { setPolicy } = permitsOf(desk)
const program = { actor: { kind: 'mcp_client' as const, name: 'Program' }, ...here }
const said = (): Answer<Record<string, never>> => ({ content: title, state: {} })
const failing =
  (...[words, options]: ConstructorParameters<typeof AppError> extends [unknown, ...infer R] ? R : never) =>
  () => {
    throw new AppError('conflict', words, options)
  }

/** Why the run asks for what a policy or a standing approval would let through; empty where it does not. */
async function reasons(from: Partial<GateCall> = here): Promise<string> {
  setPolicy('put_item', 'auto')
  const outcome = await desk.bench.call('put_item', { name: 'cup', text: 'x' }, { approval: 'safe', ...from })
  return outcome.status === 'done' ? '' : outcome.proposal.raisedBecause.join(' ')
}
const call = (tool: string, more: Partial<GateCall> = here) => desk.bench.call(tool, { id: 'l-1' }, more)
const stamp = (more: Partial<GateCall> = {}) => call('stamp_letter', { ...here, approval: 'safe', ...more })

describe('what a tool does not say of where its words come from', () => {
  beforeEach(() => {
    opened = said
    planned = () => ({})
    stamped = said
  })

  it.each<[string, () => Promise<unknown>]>([
    ['what it read', () => call('open_letter')],
    [
      'what is so already',
      () => {
        planned = () => ({ unchanged: said() })
        return stamp()
      },
    ],
    ['what it did by itself', () => stamp()],
    [
      'what a person approved',
      async () => desk.bench.approve(await desk.bench.propose('stamp_letter', { id: 'l-1' }, here)),
    ],
  ])('its module says: %s', async (_what, tell) => {
    await tell()
    expect(await reasons()).toBe('This run has read something from the library.')
  })

  it('it says itself where it tells nothing from outside', async () => {
    stamped = () => ({ content: 'Stamped.', state: {}, origin: 'own' })
    await stamp()
    expect(await reasons()).toBe('')
  })

  it('is kept with what is told again of a proposal', async () => {
    const proposal = await desk.bench.propose('stamp_letter', { id: 'l-1' }, here)
    const { result } = await desk.bench.approve(proposal)
    expect(result?.origin).toBe('library')
  })
})

describe('a failure', () => {
  beforeEach(() => {
    planned = () => ({})
    stamped = said
  })

  it('counts where it quotes a title: of a read, of a plan and of what was begun', async () => {
    const moved = failing(say('document.was_changed', { title }))
    for (const fail of [
      () => {
        opened = moved
        return call('open_letter')
      },
      () => {
        planned = moved
        return stamp()
      },
      () => {
        stamped = moved
        return stamp()
      },
    ]) {
      desk.bench.reopen()
      desk.bench.db.raw.exec('DELETE FROM run_taints')
      expect(await fail()).toMatchObject({ status: 'done', result: { success: false } })
      expect(await reasons()).toBe(`This run has read “${title}” from the library.`)
    }
  })

  it('counts where a person approved what then failed, and is told again as that', async () => {
    stamped = failing(say('document.was_changed', { title }))
    const { result } = await desk.bench.approve(await desk.bench.propose('stamp_letter', { id: 'l-1' }, here))
    expect(result).toMatchObject({ success: false, origin: 'library' })
    expect(await reasons()).toBe(`This run has read “${title}” from the library.`)
  })

  it('counts where nothing says what it quotes', async () => {
    opened = failing(`The letter says: ${title}`)
    await call('open_letter')
    expect(await reasons()).toBe('This run has read something from the library.')
  })

  it('does not count where it names only what the call itself has, or nothing', async () => {
    for (const fail of [
      failing(say('document.none', { id: 'l-1' })),
      failing(say('document.unchanged')),
      failing(say('document.file_changed', { path: '/granted/notes.md' })),
      failing('Give pages or a start.', { sources: [] }),
    ]) {
      opened = fail
      await call('open_letter')
    }
    expect(await reasons()).toBe('')
  })
})

describe('the summary of a proposal', () => {
  beforeEach(() => {
    stamped = said
  })

  it('counts for a program, which is told it at once, and not for its own card', async () => {
    planned = () => ({ sources: [title] })
    const { raisedBecause } = await desk.bench.propose('stamp_letter', { id: 'l-1' }, program)
    expect(raisedBecause).toEqual([])
    expect(await reasons(program)).toBe(`This run has read “${title}” from the library.`)
  })

  it('counts as the module says where its tool says nothing', async () => {
    planned = () => ({})
    await desk.bench.propose('stamp_letter', { id: 'l-1' }, program)
    expect(await reasons(program)).toBe('This run has read something from the library.')
  })

  it('does not count where it quotes nothing, or for a model, which is told what was decided', async () => {
    planned = () => ({ sources: [] })
    await desk.bench.propose('stamp_letter', { id: 'l-1' }, program)
    expect(await reasons(program)).toBe('')
    planned = () => ({ sources: [title] })
    await desk.bench.propose('stamp_letter', { id: 'l-1' }, here)
    expect(await reasons()).toBe('')
  })
})
