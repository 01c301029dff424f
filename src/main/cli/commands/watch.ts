import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { WatchedFolder } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { quoted } from '../../../shared/text/quoted'
import { parseCommand, usageError } from '../arguments'
import { collectionNamed } from '../collection-named'
import { exitStatus } from '../exit-status'
import { inOneLine } from '../output'
import type { Command } from './command'

/** Watches folders for collections, tells how they are, and stops. */
export const watch: Command = {
  usage: '[list | add DIR [--collection NAME] | remove DIR]',
  summary: 'Keep collections in step with folders while Countersign is open.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, { collection: { type: 'string' } })
    const [action = 'list', folder, ...rest] = positionals
    if (!['list', 'add', 'remove'].includes(action)) {
      throw usageError(`There is no "watch ${action}". Use list, add or remove.`)
    }
    if (rest.length > 0 || (action === 'list' && folder !== undefined))
      throw usageError('Too many arguments.')
    if (action !== 'list' && folder === undefined) throw usageError(`DIR is missing: watch ${action} DIR`)
    if (values.collection !== undefined && action !== 'add')
      throw usageError('--collection belongs to "watch add".')
    const out = output(values.json)
    const session = await open({ data: values.data })
    const { library } = session.client
    try {
      if (folder === undefined) {
        const folders = await library.watchedFolders()
        out.document(folders.map(watchedDocument))
        for (const each of folders) out.text(watchedText(each))
        if (folders.length === 0) out.text('No folder is watched. Watch one with: countersign watch add DIR')
        return exitStatus.done
      }
      const path = resolve(folder)
      if (action === 'add') {
        const collectionId = await collectionNamed(session.client, values.collection)
        const watched = await library.watchFolder({
          path,
          ...(collectionId === undefined ? {} : { collectionId }),
        })
        out.document(watchedDocument(watched))
        out.text(
          watched.state === 'idle'
            ? `${inOneLine(watched.path)} is watched as soon as Countersign is open.`
            : `${inOneLine(watched.path)} is watched.`,
        )
        return exitStatus.done
      }
      // Where it is gone, only its name can tell.
      const real = await realpath(path).catch(() => path)
      const known = (await library.watchedFolders()).find((each) => each.path === real)
      if (known === undefined) throw new AppError('not_found', `${quoted(path)} is not watched.`)
      const ended = await library.unwatchFolder({ id: known.id })
      out.document(watchedDocument(ended))
      out.text(`${inOneLine(ended.path)} is not watched any more. Its documents stay.`)
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}

function watchedDocument(folder: WatchedFolder) {
  const { id, path, collectionId, documents, gone, state, problem, unread, lastSeen } = folder
  return {
    ...{ folder_id: id, path, collection_id: collectionId, documents, gone, state, problem, unread },
    last_seen: lastSeen,
  }
}

function watchedText({ path, documents, gone, state, problem }: WatchedFolder): string {
  const lost = gone === 0 ? '' : `, ${gone} without their file`
  return `${state.padEnd(12)} ${inOneLine(path)}  (${documents} documents${lost})${problem === null ? '' : `\n             ${problem}`}`
}
