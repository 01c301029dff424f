import type { GateCall } from '../../../src/main/services/gate'
import { person } from '../../../src/shared/actor'
import type { Proposal } from '../../../src/shared/contract/changes'
import type { Remember } from '../../../src/shared/contract/standing-grants'
import type { Policy } from '../../../src/shared/tool/policy'
import type { setUpGateDesk } from './desk'

/** Where the calls of these tests come from. */
export const here = { runId: 'run', conversationId: 'conversation' }

/** What a person permits beforehand at a gate's desk, and how a call from {@link here} ends. */
export function permitsOf(desk: ReturnType<typeof setUpGateDesk>) {
  return {
    setPolicy: (tool: string, policy: Policy | null) =>
      desk.bench.gate.setPolicy({ assistant: 'default', tool, policy, by: person }),
    /** Approves a proposal and has the approval remembered; answers the newest that is. */
    async remember({ id, planHash, typeToConfirm }: Proposal, wish: Remember) {
      const typed = typeToConfirm ?? undefined
      await desk.bench.gate.approve({ id, planHash, typed, remember: wish, by: person })
      return desk.bench.gate.standingGrants('all')[0]
    },
    statusOf: async (tool: string, input: unknown, more: Partial<GateCall> = {}) =>
      (await desk.bench.call(tool, input, { ...here, ...more })).status,
  }
}
