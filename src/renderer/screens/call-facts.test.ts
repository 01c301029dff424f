import { describe, expect, it } from 'vitest'
import type { ToolUseBlock } from '../../shared/run/blocks'
import type { ToolResult } from '../../shared/tool/result'
import { comesFrom, tookOf } from './call-facts'

const call = (more: Partial<ToolUseBlock>): ToolUseBlock => ({
  type: 'tool_use',
  toolUseId: 'call',
  name: 'create_note',
  inputJson: '{}',
  status: 'done',
  ...more,
})
const result = (more: Partial<ToolResult>): ToolResult => ({
  success: true,
  content: 'x',
  state: null,
  ...more,
})

describe('what is told of a call', () => {
  it('names the wait for a person in the time that it took', () => {
    expect(tookOf(call({ durationMs: 14_700 }))).not.toContain('wait')
    expect(tookOf(call({ durationMs: 14_700, proposalId: 'p' }))).toContain('with the wait for the decision')
    expect(tookOf(call({ proposalId: 'p' }))).toBeUndefined()
  })

  it('says of files alone that they are outside the granted folders', () => {
    const file = result({ origin: 'outside', readUnder: { folders: [] } })
    expect(comesFrom(call({ result: file }))).toBe('from outside the granted folders')
    const note = comesFrom(call({ result: result({ origin: 'outside' }) }))
    expect(note).toBe('perhaps from outside: it may repeat what was read before')
    expect(comesFrom(call({ result: result({ origin: 'own' }) }))).toBe('from Countersign’s own records')
  })
})
