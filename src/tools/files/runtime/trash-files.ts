import type { FileService } from '../../../main/files/service'
import { formatBytes } from '../../../shared/format-bytes'
import { told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { type SpokenTarget, spoken } from '../../../shared/tool/preview'
import { carryOut } from './carry-out'
import { narrowTrash } from './narrow'
import type { FileTool, FileToolState } from './types'
import { folderWith, lookAt } from './wording'

type Removal = Awaited<ReturnType<FileService['planRemovals']>>['removals'][number]

/** Implements `trash_files`. */
export function trashFilesTool(files: FileService): FileTool<'trash_files'> {
  return {
    async plan(input, { signal, pendingPlans }) {
      const { removals, change } = await files.planRemovals(input.paths, signal, pendingPlans?.())
      const looks = await files.lookAtPictures(removals, signal)
      const targets = removals.map(targetOf)
      const size = removals.reduce((sum, { entry }) => sum + entry.size, 0)
      const count = removals.reduce((sum, { entry }) => sum + entry.files, 0)
      const results = removals.map(({ path, name, trashId, entry }) => ({
        path,
        name,
        kind: entry.kind,
        size: entry.size,
        files: entry.files,
        trash_id: trashId,
      }))
      return {
        plan: { ...change, outcome: { succeeded: results.length, failed: 0, results, size, files: count } },
        preview: spoken({
          summary: say('files.trash', { ...whatOf(removals), size, ...told(removals) }),
          targets,
          changes: targets.map(({ label, reference, size: bytes }, place) => ({
            kind: 'removal' as const,
            label,
            reference,
            ...(bytes === undefined ? {} : { size: bytes }),
            ...lookAt(looks, place),
          })),
          lost: targets,
          recovery: recoveryOf('trash', size, files.keptForUndo()),
          warnings: [
            ...beyondKeptInWords(size, files.keptForUndo()),
            ...removals.flatMap(({ path, protectedInside }) =>
              protectedInside.length === 0
                ? []
                : [say('files.protected_go_along', { path, count: protectedInside.length })],
            ),
          ],
        }),
      }
    },
    chooseBy: 'items',
    narrow: async (proposed, choice) => narrowTrash(files, proposed, choice),
    ...carryOut<FileToolState<'trash_files'>>(files, ({ results, size }) => {
      const what = results.length === 1 ? 'it' : 'them'
      return `Moved to the trash (${formatBytes(size)}): ${results.map(({ path }) => quoted(path)).join(', ')}. ${keptInWords(what, size, files.keptForUndo())}`
    }),
  }
}

function targetOf({ path, name, entry }: Removal): SpokenTarget {
  const base = { label: name, reference: path, size: entry.size }
  if (entry.kind === 'folder') return { ...base, ...folderWith(entry.files) }
  return entry.kind === 'link'
    ? { ...base, kind: 'file', detail: say('files.link') }
    : { ...base, kind: 'file' }
}

function whatOf(removals: readonly Removal[]) {
  const folders = removals.filter(({ entry }) => entry.kind === 'folder')
  const inside = folders.reduce((sum, { entry }) => sum + entry.files, 0)
  return { single: removals.length - folders.length, folders: folders.length, inside }
}
