import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeLine } from '../../shared/contract/changes'
import type { ToolInfo } from '../../shared/contract/tools'

interface Asked {
  readonly limit: number
  readonly before?: number
  readonly tools?: readonly string[]
  readonly search?: string
}
const core = vi.hoisted(() => ({
  asked: [] as Asked[],
  list: async (_asked: Asked): Promise<readonly ChangeLine[]> => [],
  compare: (_id: string): { differences: readonly object[] } => ({ differences: [] }),
}))
vi.mock('../app/client', () => ({
  client: {
    changes: {
      list: (asked: Asked) => {
        core.asked.push(asked)
        return core.list(asked)
      },
      undo: async ({ id }: { id: string }) => ({ ...entry(Number(id)), preview: { changes: [] } }),
      compareUndo: async ({ id }: { id: string }) => core.compare(id),
      verify: async () => ({ intact: true, records: 0, firstBroken: null, detail: '' }),
    },
  },
}))

import {
  anyDeleted,
  compareKept,
  everything,
  isRestorable,
  loadChanges,
  loadOlderChanges,
  undoChange,
  useChanges,
} from './changes'
import { useSystem } from './system'

const entry = (number: number) => ({ id: String(number), number }) as ChangeLine
const ledger = Array.from({ length: 1000 }, (_, index) => entry(1000 - index))
const shown = () => useChanges.getState().changes.map(({ number }) => number)

beforeEach(() => {
  core.asked.length = 0
  core.list = async ({ limit, before = Number.POSITIVE_INFINITY }) =>
    ledger.filter(({ number }) => number < before).slice(0, limit)
  useChanges.setState({ changes: [], filter: everything, loaded: false, more: false })
})

describe('what was deleted and can be brought back', () => {
  const line = (number: number, more: Partial<ChangeLine>) =>
    ({
      ...entry(number),
      class: 'destructive_delete',
      status: 'applied',
      recovery: 'trash',
      undoEnded: false,
      ...more,
    }) as ChangeLine

  it('is asked for as deletions that are applied, of the tools of a module', async () => {
    useSystem.setState({
      tools: [{ name: 'delete_notes', aliases: ['delete_note'], module: 'notes' } as unknown as ToolInfo],
    })
    core.list = async () => [line(2, { undoEnded: true })]
    expect(await anyDeleted('notes')).toBe(false)
    expect(core.asked.at(-1)).toMatchObject({
      class: 'destructive_delete',
      status: 'applied',
      tools: ['delete_notes', 'delete_note'],
    })
    core.list = async () => [line(2, { undoEnded: true }), line(1, {})]
    expect(await anyDeleted('notes')).toBe(true)
    await loadChanges({ ...everything, deleted: true })
    expect(core.asked.at(-1)).not.toHaveProperty('deleted')
  })

  it('is none once it was brought back, or its time is over', () => {
    expect(isRestorable(line(1, {}))).toBe(true)
    expect(isRestorable(line(1, { status: 'undone' }))).toBe(false)
    expect(isRestorable(line(1, { undoEnded: true }))).toBe(false)
    expect(isRestorable(line(1, { class: 'safe_update' }))).toBe(false)
    // An undo of a deletion.
    expect(isRestorable(line(1, { recovery: 'undo' }))).toBe(false)
  })
})

describe('the timeline', () => {
  it('keeps the older entries that were loaded when one of them is undone', async () => {
    await loadChanges()
    for (let page = 0; page < 6; page++) await loadOlderChanges()
    expect(shown()).toHaveLength(700)
    await undoChange('320')
    expect(shown()).toHaveLength(700)
    expect(shown()).toContain(320)
    expect(useChanges.getState().more).toBe(true)
    expect(core.asked.at(-2)).toMatchObject({ limit: 500 })
    expect(core.asked.at(-1)).toMatchObject({ limit: 200, before: 501 })
  })

  it('shows what was asked for last, whichever answer comes last', async () => {
    const first = Promise.withResolvers<readonly ChangeLine[]>()
    core.list = () => first.promise
    const slow = loadChanges()
    core.list = async () => [entry(2), entry(1)]
    await loadChanges()
    first.resolve([entry(1)])
    await slow
    expect(shown()).toEqual([2, 1])
  })

  it('has no hole where it is loaded anew while older entries are on their way', async () => {
    await loadChanges()
    await loadOlderChanges()
    const answered = Promise.withResolvers<readonly ChangeLine[]>()
    const { list } = core
    core.list = () => answered.promise
    const older = loadOlderChanges()
    core.list = list
    await loadChanges()
    answered.resolve(ledger.slice(200, 300))
    await older
    expect(shown()).toHaveLength(100)
  })

  it('finds the changes of a tool under its former names too', async () => {
    const tool = (name: string, module: string, aliases: string[]) => ({ name, module, aliases }) as ToolInfo
    useSystem.setState({
      tools: [tool('create_file', 'files', ['write_new_file']), tool('create_note', 'notes', [])],
    })
    await loadChanges({ ...everything, tool: 'create_file' })
    expect(core.asked.at(-1)?.tools).toEqual(['create_file', 'write_new_file'])
    await loadChanges({ ...everything, module: 'files' })
    expect(core.asked.at(-1)?.tools).toEqual(['create_file', 'write_new_file'])
    await loadChanges({ ...everything, tool: 'gone_tool' })
    expect(core.asked.at(-1)?.tools).toEqual(['gone_tool'])
  })
})

describe('what several undone at once kept', () => {
  const kept = (number: number) => ({ change: entry(number), reason: '', canChoose: true, under: null })

  it('is asked about as far as it can be compared, whatever became of one of it', async () => {
    core.compare = (id) => {
      if (id === '2') throw new Error('It is gone.')
      return { differences: id === '3' ? [] : [{ reference: id }] }
    }
    const asked = await compareKept([kept(1), kept(2), kept(3), kept(4)])
    expect(asked.map(({ change }) => change.number)).toEqual([1, 4])
  })
})
