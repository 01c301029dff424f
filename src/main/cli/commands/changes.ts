import { resolve, sep } from 'node:path'
import type { UndoneTogether } from '../../../shared/contract/changes'
import { type Client, fromClientError } from '../../rpc/client'
import { parseCommand, usageError } from '../arguments'
import { type ExitStatus, exitStatus } from '../exit-status'
import { everyLine, openedLines } from '../list-whole'
import type { Output } from '../output'
import { inOneLine } from '../output'
import { changeDocument, changeText, stateOf } from '../records'
import type { Command } from './command'

/** The ledger from the command line. */
export const changes: Command = {
  usage:
    '[list | show ID | undo ID [--only DOCUMENT,…] [--only PATH] | undo --run ID | undo --conversation ID]',
  summary: 'See and undo what was changed.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, {
      run: { type: 'string' },
      conversation: { type: 'string' },
      only: { type: 'string', multiple: true },
    })
    const [action = 'list', id, ...rest] = positionals
    if (rest.length > 0 || (action === 'list' && id !== undefined)) throw usageError('Too many arguments.')
    if (!['list', 'show', 'undo'].includes(action)) {
      throw usageError(`There is no "changes ${action}". Use list, show or undo.`)
    }
    if (action === 'show' && !id) throw usageError('ID is missing: changes show ID')
    const named = [id, values.run, values.conversation].filter((one) => one)
    if (action === 'undo' && named.length !== 1) {
      throw usageError(
        'Name one change, run or conversation: changes undo ID, changes undo --run ID, or changes undo --conversation ID',
      )
    }
    if (action !== 'undo' && (values.run ?? values.conversation) !== undefined) {
      throw usageError('--run and --conversation belong to "changes undo".')
    }
    if (values.only !== undefined && (action !== 'undo' || id === undefined)) {
      throw usageError('--only belongs to "changes undo ID".')
    }
    const only = values.only?.flatMap(referencesIn)
    if (only?.length === 0)
      throw usageError('--only needs the ids of documents, or the paths of files, after it.')
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
        return await reportUndone(out, ledger, await ledger.undoRun({ runId: values.run }))
      }
      if (action === 'undo' && values.conversation !== undefined) {
        const done = await ledger.undoConversation({ conversationId: values.conversation })
        return await reportUndone(out, ledger, done)
      }
      if (action === 'undo' && id !== undefined) {
        const undoing = only === undefined ? ledger.undo({ id }) : ledger.undoSome({ id, references: only })
        const change = await undoing.catch(async (error: unknown) => {
          await tellWayOn(out, ledger, id, error)
          throw error
        })
        out.document(changeDocument(change))
        out.text(inOneLine(change.summary))
        return exitStatus.done
      }
      const list = await everyLine((page) => ledger.list(page))
      if (out.json) out.document((await openedLines(list, ledger.get)).map(changeDocument))
      for (const change of list)
        out.text(`#${change.number}  ${stateOf(change)}  ${inOneLine(change.summary)}`)
      if (list.length === 0) out.text('Nothing was changed yet.')
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

/** Says what a person can do where an undo met what was changed since, and not that it was undone already. */
async function tellWayOn(
  out: Output,
  ledger: Pick<Client['changes'], 'get'>,
  id: string,
  error: unknown,
): Promise<void> {
  if (fromClientError(error).code !== 'conflict' || (await ledger.get({ id })).undoneBy !== null) return
  out.note(
    'Undo first what came after it (countersign changes list), or choose between both versions in the window, under Activity.',
  )
}

/** Everything but what was kept; that is a conflict, said first for the newest. */
async function reportUndone(
  out: Output,
  ledger: Pick<Client['changes'], 'get'>,
  { batch, undone, kept }: UndoneTogether,
): Promise<ExitStatus> {
  const [first] = kept
  if (out.json) {
    const left = await openedLines(
      kept.map(({ change }) => change),
      ledger.get,
    )
    out.document({
      undone: (await openedLines(undone, ledger.get)).map(changeDocument),
      stopped_at: first?.change.id ?? null,
      reason: first?.reason ?? null,
      batch,
      kept: left.map((change, place) => ({ ...changeDocument(change), reason: kept[place]?.reason })),
    })
  }
  for (const change of undone) out.text(inOneLine(change.summary))
  for (const { change, reason } of kept)
    out.note(`Kept #${change.number} (${inOneLine(change.summary)}): ${reason}`)
  return first === undefined ? exitStatus.done : exitStatus.conflict
}

/** Ids with commas between them, or one path, which may have commas in it. */
function referencesIn(only: string): string[] {
  if (only.includes(sep)) return [resolve(only)]
  return only.split(',').filter((each) => each !== '')
}
