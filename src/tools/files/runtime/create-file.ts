import type { FileService } from '../../../main/files/service'
import { formatBytes } from '../../../shared/format-bytes'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { quoted } from '../../../shared/text/quoted'
import { type ChangePreview, spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import { leftOutInWords, newTextPreview } from '../../../text-change/shown-text'
import { lineCount } from '../../../text-change/text-diff'
import { carryOut } from './carry-out'
import { withText } from './narrow'
import type { FilePlan, FileTool, FileToolState } from './types'
import { kindOf, lastName } from './wording'

type NewFile = Awaited<ReturnType<FileService['planNewFile']>>

/** Implements `create_file`. */
export function createFileTool(files: FileService): FileTool<'create_file'> {
  return {
    async plan({ path, content, encoding }, { pendingPlans }) {
      const pending = pendingPlans?.()
      if (encoding === 'text') return creation(await files.planNewFile(path, content, pending), content)
      const bytes = files.binaryContent(content)
      return binaryCreation(await files.planNewFile(path, bytes, pending), await files.lookAtBytes(bytes))
    },
    async edit({ plan }, { content }) {
      const stored = files.storableText(content)
      const { path, folders_created: folders } = plan.outcome
      return creation(
        { path, folders, size: stored.size, change: withText(plan, stored.content, stored.size) },
        content,
      )
    },
    textToEdit: async ({ input }) => (input.encoding === 'text' ? input.content : null),
    ...carryOut<FileToolState<'create_file'>>(files, ({ path, size, lines }) => {
      const extent = lines === 0 ? formatBytes(size) : `${counted(lines, 'line')}, ${formatBytes(size)}`
      return `Created ${quoted(path)} (${extent}).`
    }),
  }
}

function creation(file: NewFile, content: string): Planned<FilePlan<'create_file'>> {
  const shown = newTextPreview(lastName(file.path), content)
  const lines = lineCount(content)
  return planned(file, { lines, shown, kind: null, warnings: leftOutInWords(shown) })
}

function binaryCreation(
  file: NewFile,
  after: Awaited<ReturnType<FileService['lookAtBytes']>>,
): Planned<FilePlan<'create_file'>> {
  const shown: ChangePreview = {
    kind: 'binary',
    label: lastName(file.path),
    sizeAfter: file.size,
    ...(after === undefined ? {} : { after }),
  }
  return planned(file, { lines: 0, shown, kind: kindOf(after), warnings: [] })
}

function planned(
  { path, folders, size, change }: NewFile,
  {
    lines,
    shown,
    kind,
    warnings,
  }: {
    readonly lines: number
    readonly shown: ChangePreview
    /** Null for text. */
    readonly kind: ReturnType<typeof kindOf> | null
    readonly warnings: Sentence[]
  },
): Planned<FilePlan<'create_file'>> {
  const name = lastName(path)
  const about = { path, size, folders: folders.length }
  return {
    plan: { ...change, outcome: { path, name, size, lines, folders_created: [...folders] } },
    preview: spoken({
      summary:
        kind === null
          ? say('files.create', { ...about, lines })
          : say('files.create_binary', { ...about, ...kind }),
      targets: [
        { kind: 'file', label: name, reference: path, size },
        ...folders.map((folder) => ({
          kind: 'folder' as const,
          label: lastName(folder),
          reference: folder,
          detail: say('files.new_folder'),
        })),
      ],
      changes: [shown],
      lost: [],
      recovery: 'undo',
      warnings,
    }),
  }
}
