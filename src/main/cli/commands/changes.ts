import { parseCommand, usageError } from '../arguments'
import { exitStatus } from '../exit-status'
import { changeDocument, changeText } from '../records'
import type { Command } from './command'

/** The ledger from the command line. */
export const changes: Command = {
  usage: '[list | show ID | undo ID | undo --run ID]',
  summary: 'See and undo what was changed.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, { run: { type: 'string' } })
    const [action = 'list', id, ...rest] = positionals
    if (rest.length > 0) throw usageError('Too many arguments.')
    if (!['list', 'show', 'undo'].includes(action)) {
      throw usageError(`There is no "changes ${action}". Use list, show or undo.`)
    }
    if (action === 'show' && id === undefined) throw usageError('ID is missing: changes show ID')
    if (action === 'undo' && (id === undefined) === (values.run === undefined)) {
      throw usageError('Name one change or one run: changes undo ID, or changes undo --run ID')
    }
    const out = output(values.json)
    const session = await open({ data: values.data })
    const { changes: ledger } = session.client
    try {
      if (action === 'show' && id !== undefined) {
        const change = await ledger.get({ id })
        out.document(changeDocument(change))
        out.text(changeText(change))
        return exitStatus.done
      }
      if (action === 'undo' && values.run !== undefined) {
        const { undone, stoppedAt, reason } = await ledger.undoRun({ runId: values.run })
        out.document({ undone: undone.map(changeDocument), stopped_at: stoppedAt, reason })
        for (const change of undone) out.text(change.summary)
        if (stoppedAt === null) return exitStatus.done
        out.note(`Stopped: ${reason}`)
        return exitStatus.conflict
      }
      if (action === 'undo' && id !== undefined) {
        const change = await ledger.undo({ id })
        out.document(changeDocument(change))
        out.text(change.summary)
        return exitStatus.done
      }
      const list = await ledger.listWhole({})
      out.document(list.map(changeDocument))
      for (const change of list) out.text(`#${change.number}  ${change.status}  ${change.summary}`)
      if (list.length === 0) out.text('Nothing was changed yet.')
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}
