import { realpath } from 'node:fs/promises'
import { requireCountersigner } from '../../agent/gate/deciding'
import type { ContactService } from '../../contacts/service'
import { onDisk } from '../../files/disk-errors'
import type { Gate } from '../../services/gate'
import type { Library } from '../../services/library'
import type { CallsUnderWay } from '../calls-under-way'
import type { Procedures } from '../procedures'

/** What the contract says of contacts; they are changed by their tools. */
export function contactRoutes(
  os: Procedures,
  {
    contacts,
    gate,
    library,
    calls,
  }: {
    readonly contacts: ContactService
    readonly gate: Gate
    readonly library: Pick<Library, 'forgetUploads'>
    readonly calls: CallsUnderWay
  },
) {
  return {
    list: os.contacts.list.handler(({ input }) => [...contacts.lines(input)]),
    get: os.contacts.get.handler(({ input }) => contacts.details(input.id)),
    tags: os.contacts.tags.handler(() => [...contacts.tags()]),
    import: os.contacts.import.handler(async ({ input: { paths: named, own }, context, signal }) => {
      requireCountersigner(context.actor)
      const forget: (() => void)[] = []
      try {
        const paths: string[] = []
        for (const each of named) paths.push(await onDisk(each, () => realpath(each)))
        for (const path of new Set(paths)) forget.push(contacts.handOver(path, { own }))
        // The person sees who comes before anything does: it is proposed like all else.
        return await gate.call({
          tool: 'import_contacts',
          input: { paths },
          actor: context.actor,
          approval: null,
          runId: null,
          conversationId: null,
          toolUseId: null,
          signal: calls.signalOf(signal),
        })
      } finally {
        for (const each of forget) each()
        // What was proposed has all that was in them.
        await library.forgetUploads(named, [])
      }
    }),
  }
}
