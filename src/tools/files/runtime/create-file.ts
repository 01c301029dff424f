import type { FileService } from '../../../main/files/service'
import { formatBytes } from '../../../shared/format-bytes'
import { quoted } from '../../../shared/quoted'
import type { Planned } from '../../../shared/tool/runtime'
import { withText } from './narrow'
import { revertTool } from './revert'
import type { FilePlan, FileTool } from './types'
import { counted, lastName, lineCount } from './wording'

/** Characters of the content that the preview keeps; the plan has all of it. */
const PREVIEW_CHARACTERS = 200_000

/** Implements `create_file`. */
export function createFileTool(files: FileService): FileTool<'create_file'> {
  return {
    async plan(input) {
      return creation(await files.planNewFile(input.path, input.content), input.content)
    },
    async edit({ plan }, { content }) {
      const stored = files.storableText(content)
      const { path, folders_created: folders } = plan.outcome
      return creation(
        { path, folders, size: stored.size, change: withText(plan, stored.content, stored.size) },
        content,
      )
    },
    async apply(plan, effect) {
      await files.apply(plan, effect)
      const { path, size, lines } = plan.outcome
      return {
        content: `Created ${quoted(path)} (${counted(lines, 'line')}, ${formatBytes(size)}).`,
        state: plan.outcome,
        origin: 'granted_folder',
      }
    },
    revert: revertTool(files),
  }
}

function creation(
  { path, folders, size, change }: Awaited<ReturnType<FileService['planNewFile']>>,
  content: string,
): Planned<FilePlan<'create_file'>> {
  const name = lastName(path)
  const lines = lineCount(content)
  const outcome = { path, name, size, lines, folders_created: [...folders] }
  const truncated = content.length > PREVIEW_CHARACTERS
  const inFolders = folders.length > 0 ? `, in ${counted(folders.length, 'new folder')}` : ''
  return {
    plan: { ...change, outcome },
    preview: {
      summary: `Create ${quoted(path)} (${counted(lines, 'line')}, ${formatBytes(size)})${inFolders}`,
      targets: [
        { kind: 'file', label: name, reference: path, size },
        ...folders.map((folder) => ({
          kind: 'folder' as const,
          label: lastName(folder),
          reference: folder,
          detail: 'new folder',
        })),
      ],
      changes: [
        {
          kind: 'text',
          label: name,
          content: truncated ? content.slice(0, PREVIEW_CHARACTERS) : content,
          hunks: [],
          added: lines,
          removed: 0,
          ...(truncated ? { truncated } : {}),
        },
      ],
      lost: [],
      recovery: 'undo',
      warnings: truncated
        ? [`Only the first ${PREVIEW_CHARACTERS.toLocaleString('en')} characters are shown.`]
        : [],
    },
  }
}
