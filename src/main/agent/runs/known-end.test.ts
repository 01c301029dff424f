import { expect, it } from 'vitest'
import type { ChangeLine } from '../../../shared/contract/changes'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { emptyConversation } from '../../../shared/run/state'
import { knownEnds } from './known-end'

const change = {
  ...{ id: 'c', number: 7, tool: 'overwrite_file', status: 'applied', approval: 'policy' },
  ...{ proposalId: null, undoes: null, undoesPartOf: null },
} as ChangeLine
const ledger = {
  changeLines: () => [change],
  settled: () => null,
  nameOf: (tool: string) => (tool === 'write_local_file' ? 'overwrite_file' : tool),
}
const call = (name: string, status: ToolUseBlock['status'] = 'running') =>
  ({ type: 'tool_use', toolUseId: 't', name, input: {}, status }) as ToolUseBlock
const endOf = (of: ToolUseBlock) => knownEnds(emptyConversation('a'), 'r', ledger)(of)

it.each(['overwrite_file', 'write_local_file'])(
  'what was applied and not told is the end of a call of %s',
  (name) => {
    expect(endOf(call(name))).toMatchObject({
      type: 'tool_finished',
      outcome: 'done',
      result: {
        success: true,
        changeId: 'c',
        permit: 'policy',
        content: expect.stringContaining('change #7'),
      },
    })
  },
)

it('is the end of no call of another tool, and of none that had not begun', () => {
  expect(endOf(call('create_file'))).toBeNull()
  expect(endOf(call('overwrite_file', 'ready'))).toBeNull()
})
