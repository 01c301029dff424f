import type { SequenceService } from '../../sequences/service'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of sequences. */
export function sequenceRoutes(
  os: Procedures,
  { sequences, calls }: { readonly sequences: SequenceService; readonly calls: CallsUnderWay },
) {
  return {
    list: os.sequences.list.handler(() => [...sequences.list()]),
    create: os.sequences.create.handler(({ input, context }) =>
      sequences.create({ ...input, by: context.actor }),
    ),
    change: os.sequences.change.handler(({ input, context }) =>
      sequences.change({ ...input, by: context.actor }),
    ),
    duplicate: os.sequences.duplicate.handler(({ input, context }) =>
      sequences.duplicate({ ...input, by: context.actor }),
    ),
    remove: os.sequences.remove.handler(({ input, context }) =>
      sequences.remove({ ...input, by: context.actor }),
    ),
    restore: os.sequences.restore.handler(({ input, context }) =>
      sequences.restore({ ...input, by: context.actor }),
    ),
    versions: os.sequences.versions.handler(({ input }) => [...sequences.versions(input.id)]),
    runs: os.sequences.runs.handler(({ input }) => [...sequences.runs(input.id)]),
    run: os.sequences.run.handler(({ input, context }) =>
      sequences.run({ ...input, by: context.actor, approval: context.approval }),
    ),
    dryRun: os.sequences.dryRun.handler(({ input, context, signal }) =>
      sequences.dryRun({ ...input, by: context.actor, signal: calls.signalOf(signal) }),
    ),
    exportFile: os.sequences.exportFile.handler(({ input }) => sequences.exportFile(input.id)),
    importFile: os.sequences.importFile.handler(({ input, context }) =>
      sequences.importFile({ ...input, by: context.actor }),
    ),
  }
}
