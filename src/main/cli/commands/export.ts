import { resolve } from 'node:path'
import { counted } from '../../../shared/sentences/english'
import { onlyArgument, parseCommand } from '../arguments'
import { withDataJob } from '../data-job'
import { exitStatus } from '../exit-status'
import { inOneLine } from '../output'
import type { Command } from './command'

/** Writes the data in forms that other programs read. */
export const exportCommand: Command = {
  usage: 'DIR',
  summary:
    'Write conversations, documents, changes, assistants, sequences and missions in open formats into a new folder.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, {})
    const path = resolve(onlyArgument(positionals, 'DIR'))
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const written = await withDataJob(session.client, out, signal, (client) =>
        client.data.export({ path }, { signal }),
      )
      out.document(written)
      const { conversations, documents, notes, contacts, tasks, changes, missing } = written
      const { assistants, sequences, missions } = written
      out.text(`Exported to ${inOneLine(written.path)}; README.txt there says what is where.`)
      out.text(
        `${counted(conversations, 'conversation')}, ${counted(documents, 'document')}, ${counted(notes, 'note')}, ${counted(contacts, 'contact')}, ${counted(tasks, 'task')}, ${counted(changes, 'change')}, ${counted(assistants, 'assistant')}, ${counted(sequences, 'sequence')}, ${counted(missions, 'mission')}.`,
      )
      if (missing > 0)
        out.note(
          `${counted(missing, 'document')} without the original: not in the library yet, gone, or not readable.`,
        )
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}
