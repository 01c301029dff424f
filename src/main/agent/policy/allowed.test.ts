import { describe, expect, it } from 'vitest'
import { allowedPolicies } from '../../../shared/tool/policy'
import commandsModule from '../../../tools/commands/module'

describe('the policies that a tool can have', () => {
  it('are all for a read, and never apply a removal by themselves', () => {
    expect(allowedPolicies({ class: 'read' })).toEqual(['auto', 'propose', 'deny'])
    expect(allowedPolicies({ class: 'destructive_delete' })).toEqual(['propose', 'deny'])
    expect(allowedPolicies({ class: 'destructive_update' })).toContain('auto')
  })

  it('never run a command by themselves: what it does can’t be undone', () => {
    const writes = commandsModule.tools.filter((tool) => tool.class !== 'read')
    expect(writes.map((tool) => tool.name)).toEqual(['run_command', 'stop_command'])
    for (const tool of writes) expect(allowedPolicies(tool)).toEqual(['propose', 'deny'])
  })
})
