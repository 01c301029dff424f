import { realpath } from 'node:fs/promises'
import type { Actor } from '../../../shared/actor'
import { requireCountersigner } from '../../agent/gate/deciding'
import type { ImportService } from '../../data/import/service'
import { absolute } from '../../data/paths'
import type { DataService } from '../../data/service'
import { onDisk } from '../../files/disk-errors'
import type { Gate } from '../../services/gate'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of the data as a whole. */
export function dataRoutes(
  os: Procedures,
  {
    data,
    calls,
    gate,
    imports,
  }: {
    readonly data: DataService
    readonly calls: CallsUnderWay
    readonly gate: Pick<Gate, 'call'>
    readonly imports: Pick<ImportService, 'handOver'>
  },
) {
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
    acknowledgeRestore: os.data.acknowledgeRestore.handler(({ context }) => {
      requireCountersigner(context.actor)
      data.acknowledgeRestore()
    }),
    export: os.data.export.handler(({ input, context, signal }) =>
      data.export(input.path, endedBy(context.actor, signal)),
    ),
    import: os.data.import.handler(async ({ input: { path: named, own }, context, signal }) => {
      const ended = endedBy(context.actor, signal)
      const path = await onDisk(named, () => realpath(absolute(named)))
      const forget = imports.handOver(path, { own })
      try {
        // The person sees what comes before anything does: it is proposed like all else.
        return await gate.call({
          ...{ tool: 'import_data', input: { path }, actor: context.actor, signal: ended },
          ...{ approval: null, runId: null, conversationId: null, toolUseId: null },
        })
      } finally {
        forget()
      }
    }),
    stop: os.data.stop.handler(({ context }) => {
      requireCountersigner(context.actor)
      return { stopped: data.stop() }
    }),
  }
}
