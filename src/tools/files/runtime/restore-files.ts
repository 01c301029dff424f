import type { FileService } from '../../../main/files/service'
import { localDay } from '../../../shared/calendar-day'
import { told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import { type SpokenTarget, spoken } from '../../../shared/tool/preview'
import { carryOut } from './carry-out'
import { narrowItems } from './narrow-items'
import type { FileTool, FileToolState } from './types'
import { folderWith, lastName } from './wording'

/** Implements `restore_files`. */
export function restoreFilesTool(files: FileService): FileTool<'restore_files'> {
  return {
    async plan(input, { signal, pendingPlans }) {
      const { items, folders, change } = await files.planReturns(input.items, pendingPlans?.())
      const looks = await files.lookAtTrashed(items, signal)
      const results = items.map(({ path, name, trashId, entry, trashedAt }) => ({
        path,
        name,
        kind: entry.kind,
        size: entry.size,
        files: entry.files,
        trash_id: trashId,
        trashed_at: trashedAt,
      }))
      const size = items.reduce((sum, { entry }) => sum + entry.size, 0)
      const outcome = { succeeded: items.length, failed: 0, results, folders_created: [...folders] }
      return {
        plan: { ...change, outcome },
        preview: spoken({
          summary: say('files.restore', { count: items.length, size, ...told(items) }),
          targets: [
            ...items.map(
              ({ path, name, entry, trashedAt }): SpokenTarget => ({
                label: name,
                reference: path,
                size: entry.size,
                ...(entry.kind === 'folder' ? folderWith(entry.files) : { kind: 'file' }),
                detail: say('files.in_trash', {
                  date: localDay(trashedAt),
                  ...(entry.kind === 'folder' ? { inside: entry.files } : {}),
                }),
              }),
            ),
            ...folders.map(
              (folder): SpokenTarget => ({
                kind: 'folder',
                label: lastName(folder),
                reference: folder,
                detail: say('files.new_folder'),
              }),
            ),
          ],
          changes: items.map(({ path, entry }, place) => {
            const after = looks[place]
            return {
              kind: 'binary' as const,
              label: path,
              sizeAfter: entry.size,
              ...(after === undefined ? {} : { after }),
            }
          }),
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    chooseBy: 'items',
    narrow: async (proposed, choice) =>
      narrowItems(proposed, choice, (results) =>
        say('files.restore_part', { count: results.length, ...told(results) }),
      ),
    ...carryOut<FileToolState<'restore_files'>>(
      files,
      ({ results }) => `Brought back from the trash: ${results.map(({ path }) => quoted(path)).join(', ')}.`,
    ),
  }
}
