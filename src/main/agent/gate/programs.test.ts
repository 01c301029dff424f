import { describe, expect, it } from 'vitest'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { type Actor, person } from '../../../shared/actor'
import type { GateCall } from '../../services/gate'

// A program over MCP has no identity but the name that it sends, and the session that we serve it in.

const desk = setUpGateDesk()
const editor: Actor = { kind: 'mcp_client', name: 'Editor' }

async function remembered(scope: 'target' | 'run', item: string): Promise<void> {
  const by = { actor: editor, runId: 'session' }
  const { id, planHash } = await desk.bench.propose('put_item', { name: item, text: 'x' }, by)
  await desk.bench.gate.approve({ id, planHash, remember: { scope }, by: person })
}
/** Whether a call is carried out without asking. */
async function isCovered(item: string, by: Partial<GateCall>): Promise<boolean> {
  await desk.bench.call('put_item', { name: item, text: 'y' }, by)
  return desk.items().includes(item)
}

describe('what is remembered for a program', () => {
  it('holds for the session alone, whoever claims its name, where that is its scope', async () => {
    await remembered('run', 'tea')
    expect(await isCovered('cup', { actor: editor, runId: 'session of another' })).toBe(false)
    expect(await isCovered('cup', { actor: editor, runId: null })).toBe(false)
    expect(await isCovered('cup', { actor: editor, runId: 'session' })).toBe(true)
  })

  it('holds beyond it for whoever gives this name, and for no other kind of caller', async () => {
    await remembered('target', 'tea')
    await desk.bench.undo('#1')
    const others: readonly Actor[] = [
      { kind: 'mcp_client', name: 'Editors' },
      { kind: 'mcp_client', name: 'editor' },
      { kind: 'assistant', name: 'Editor' },
      { kind: 'assistant', name: 'A', id: 'Editor' },
      { kind: 'command_line', name: 'Editor' },
    ]
    for (const actor of others) expect(await isCovered('tea', { actor, runId: 'of another' })).toBe(false)
    expect(await isCovered('tea', { actor: editor, runId: 'later' })).toBe(true)
  })
})
