import type { FileService } from '../../../main/files/service'
import { say } from '../../../shared/sentences/say'
import { quoted } from '../../../shared/text/quoted'
import { spoken } from '../../../shared/tool/preview'
import { carryOut } from './carry-out'
import type { FileTool, FileToolState } from './types'
import { lastName } from './wording'

/** Implements `create_directory`. */
export function createDirectoryTool(files: FileService): FileTool<'create_directory'> {
  return {
    async plan(input, { pendingPlans }) {
      const { path, folders, change } = await files.planFolder(input.path, pendingPlans?.())
      const above = folders.length - 1
      return {
        plan: { ...change, outcome: { path, name: lastName(path), folders_created: [...folders] } },
        preview: spoken({
          summary: say('files.create_folder', { path, above }),
          targets: folders.map((folder) => ({
            kind: 'folder' as const,
            label: lastName(folder),
            reference: folder,
            detail: say('files.new_folder'),
          })),
          changes: [],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    ...carryOut<FileToolState<'create_directory'>>(
      files,
      ({ path }) => `Created the folder ${quoted(path)}.`,
    ),
  }
}
