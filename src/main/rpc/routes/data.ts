import type { Actor } from '../../../shared/actor'
import { requireCountersigner } from '../../agent/gate/deciding'
import type { DataService } from '../../data/service'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of the data as a whole. */
export function dataRoutes(os: Procedures, data: DataService, calls: CallsUnderWay) {
  /** A command ends its work with itself; a page that is loaded anew finds its own still at work. */
  const endedBy = (actor: Actor, signal: AbortSignal | undefined): AbortSignal => {
    requireCountersigner(actor)
    return calls.signalOf(actor.kind === 'person' ? undefined : signal)
  }
  return {
    status: os.data.status.handler(() => data.status()),
    place: os.data.place.handler(({ input, context }) => {
      requireCountersigner(context.actor)
      return data.place(input.kind, input.path)
    }),
    backUp: os.data.backUp.handler(({ input, context, signal }) =>
      data.backUp(input, endedBy(context.actor, signal)),
    ),
    look: os.data.look.handler(({ input, context }) => {
      requireCountersigner(context.actor)
      return data.look(input.path)
    }),
    prepareRestore: os.data.prepareRestore.handler(({ input, context, signal }) =>
      data.prepareRestore(input.path, endedBy(context.actor, signal)),
    ),
    cancelRestore: os.data.cancelRestore.handler(async ({ context }) => {
      requireCountersigner(context.actor)
      return { cancelled: await data.cancelRestore() }
    }),
    export: os.data.export.handler(({ input, context, signal }) =>
      data.export(input.path, endedBy(context.actor, signal)),
    ),
    stop: os.data.stop.handler(({ context }) => {
      requireCountersigner(context.actor)
      return { stopped: data.stop() }
    }),
  }
}
