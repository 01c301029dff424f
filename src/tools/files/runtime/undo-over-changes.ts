import type { FileService } from '../../../main/files/service'
import type { UndoItem } from '../../../shared/contract/undo-choices'
import type { FileInverse } from '../../../shared/tool/file-change'
import type { ChosenFor, ToolContext, WriteImplementation } from '../../../shared/tool/runtime'

type Undoing = {
  readonly items: (inverse: FileInverse) => Promise<readonly UndoItem[]>
  readonly onlyItems: (inverse: FileInverse, references: ReadonlySet<string>) => FileInverse
  readonly compare: (
    inverse: FileInverse,
    context: ToolContext,
  ) => ReturnType<NonNullable<WriteImplementation<never>['compare']>>
  readonly rebase: (inverse: FileInverse, chosen: ChosenFor) => Promise<FileInverse | null>
}

/** Lets every tool of a table that changes files be undone over later changes, and in part, in the same way. */
export function undoableOverChanges<Tools extends object>(files: FileService, tools: Tools): Tools {
  const undoing: Undoing = {
    items: (inverse) => files.inverseItems(inverse),
    onlyItems: (inverse, references) => files.onlyItems(inverse, references),
    compare: (inverse) => files.compareInverse(inverse),
    rebase: (inverse, chosen) => files.rebaseInverse(inverse, chosen),
  }
  const entries = Object.entries(tools).map(([name, tool]) => [
    name,
    typeof tool === 'object' && tool !== null && 'revert' in tool ? { ...undoing, ...tool } : tool,
  ])
  return Object.fromEntries(entries)
}
