import { resolve } from 'node:path'
import { AppError, toErrorShape } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { quoted } from '../../../shared/text/quoted'
import { fromClientError } from '../../rpc/client'
import { onlyArgument, parseCommand } from '../arguments'
import { backupDocument, holdingsOfBackup, notesOfBackup } from '../backup-records'
import { withDataJob } from '../data-job'
import { exitStatus } from '../exit-status'
import { inOneLine } from '../output'
import type { Command } from './command'

/** Writes a backup, whether or not the application runs. */
export const backup: Command = {
  usage: 'FILE [--force]',
  summary: 'Write everything that can’t be made again into one file; --force replaces a file.',
  async run({ args, open, output, signal }) {
    const { values, positionals } = parseCommand(args, { force: { type: 'boolean', default: false } })
    const path = resolve(onlyArgument(positionals, 'FILE'))
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const written = await withDataJob(session.client, out, signal, (client) =>
        client.data.backUp({ path, replace: values.force }, { signal }),
      )
      out.document({ ...backupDocument(written), file_bytes: written.fileBytes })
      out.text(`Backed up to ${inOneLine(written.path)} (${formatBytes(written.fileBytes)}).`)
      out.text(`${holdingsOfBackup(written)}.`)
      for (const note of notesOfBackup(written)) out.note(note)
      out.note('Not in it: keys and passwords, downloaded models, and the search index, which is made again.')
      return exitStatus.done
    } catch (error) {
      const { code, said } = toErrorShape(fromClientError(error))
      if (said?.code !== 'data.file_there') throw error
      const text = `${quoted(path)} exists already. It was left as it is. Choose another name, or add --force to replace it.`
      throw new AppError(code, { text, said })
    } finally {
      await session.close()
    }
  },
}
