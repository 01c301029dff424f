import type { Usage } from '../../../shared/run/blocks'
import { sumOfUsages } from '../../../shared/run/usage'
import type { BlobStore } from '../../changes/blobs'
import { withBytes } from '../../pictures/owned'
import type { Catalog } from '../../services/catalog'
import type { Gate } from '../../services/gate'
import type { CallsUnderWay } from '../calls-under-way'
import { offeredTo } from '../offered-tools'
import type { Procedures } from '../procedures'

/** What the contract says of tools. */
export function toolRoutes(
  os: Procedures,
  {
    gate,
    catalog,
    blobs,
    calls,
  }: {
    readonly gate: Gate
    readonly catalog: Catalog
    readonly blobs: Pick<BlobStore, 'read'>
    readonly calls: CallsUnderWay
  },
) {
  return {
    catalog: os.tools.catalog.handler(({ context }) => offeredTo(context.actor, catalog, gate)),
    call: os.tools.call.handler(async ({ input, context, signal }) => {
      const usages: Usage[] = []
      const outcome = await gate.call({
        tool: input.tool,
        input: input.input,
        actor: context.actor,
        approval: context.approval,
        runId: context.runId ?? null,
        conversationId: null,
        toolUseId: null,
        signal: calls.signalOf(signal),
        used: (usage) => usages.push(usage),
      })
      if (outcome.status !== 'done') return outcome
      const images = outcome.result.images ?? []
      return {
        ...outcome,
        ...(usages.length > 0 ? { usage: sumOfUsages(usages) } : {}),
        ...(input.pictures && images.length > 0 ? { pictures: await withBytes(blobs, images) } : {}),
      }
    }),
  }
}
