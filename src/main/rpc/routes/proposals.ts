import { toErrorShape } from '../../../shared/errors'
import type { Gate } from '../../services/gate'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of proposals. */
export function proposalRoutes(
  os: Procedures,
  { gate, calls }: { readonly gate: Gate; readonly calls: CallsUnderWay },
) {
  return {
    list: os.proposals.list.handler(({ input }) => [...gate.proposalLines(input)]),
    listWhole: os.proposals.listWhole.handler(({ input }) => [...gate.proposals(input)]),
    get: os.proposals.get.handler(({ input }) => gate.proposal(input.id)),
    approve: os.proposals.approve.handler(({ input, context }) =>
      gate.approve({ ...input, by: context.actor }),
    ),
    amend: os.proposals.amend.handler(({ input }) => gate.amend(input)),
    textToEdit: os.proposals.textToEdit.handler(async ({ input }) => ({
      text: await gate.textToEdit(input),
    })),
    stop: os.proposals.stop.handler(({ input }) => ({ stopped: gate.stopApproved(input.id) })),
    reject: os.proposals.reject.handler(({ input, context }) => gate.reject({ ...input, by: context.actor })),
    giveUp: os.proposals.giveUp.handler(({ input, context }) => gate.giveUp({ ...input, by: context.actor })),
    lookAtBase: os.proposals.lookAtBase.handler(async ({ input }) => {
      const moved = await gate.baseMoved(input.id)
      return { moved: moved === null ? null : toErrorShape(moved) }
    }),
    proposeAgain: os.proposals.proposeAgain.handler(({ input, context, signal }) =>
      gate.proposeAgain({ id: input.id, by: context.actor, signal: calls.signalOf(signal) }),
    ),
  }
}
