import type { Gate } from '../../services/gate'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of the ledger. */
export function changeRoutes(
  os: Procedures,
  { gate, calls }: { readonly gate: Gate; readonly calls: CallsUnderWay },
) {
  return {
    list: os.changes.list.handler(({ input }) => [...gate.changeLines(input)]),
    listWhole: os.changes.listWhole.handler(({ input }) => [...gate.changes(input)]),
    get: os.changes.get.handler(({ input }) => gate.change(input.id)),
    stop: os.changes.stop.handler(({ input }) => ({ stopped: gate.stopChange(input.id) })),
    undo: os.changes.undo.handler(({ input, context, signal }) =>
      gate.undo({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    undoItems: os.changes.undoItems.handler(({ input, signal }) =>
      gate.undoItems({ id: input.id, signal: calls.signalOf(signal) }),
    ),
    undoSome: os.changes.undoSome.handler(({ input, context, signal }) =>
      gate.undoSome({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    undoRun: os.changes.undoRun.handler(({ input, context, signal }) =>
      gate.undoRun({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    compareUndo: os.changes.compareUndo.handler(({ input, signal }) =>
      gate.compareUndo({ id: input.id, signal: calls.signalOf(signal) }),
    ),
    undoConversation: os.changes.undoConversation.handler(({ input, context, signal }) =>
      gate.undoConversation({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    undoSeveral: os.changes.undoSeveral.handler(({ input, context, signal }) =>
      gate.undoSeveral({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    undoBatch: os.changes.undoBatch.handler(({ input, context, signal }) =>
      gate.undoBatch({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    verify: os.changes.verify.handler(() => gate.verifyAudit()),
  }
}
