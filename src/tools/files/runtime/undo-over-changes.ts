import type { FileService } from '../../../main/files/service'
import type { FileInverse } from '../../../shared/tool/file-change'
import type { ChosenFor, ToolContext, WriteImplementation } from '../../../shared/tool/runtime'

type Undoing = {
  readonly compare: (
    inverse: FileInverse,
    context: ToolContext,
  ) => ReturnType<NonNullable<WriteImplementation<never>['compare']>>
  readonly rebase: (inverse: FileInverse, chosen: ChosenFor) => Promise<FileInverse | null>
}

/** Lets every tool of a table that changes files be undone over later changes, in the same way. */
export function undoableOverChanges<Tools extends object>(files: FileService, tools: Tools): Tools {
  const undoing: Undoing = {
    compare: (inverse) => files.compareInverse(inverse),
    rebase: (inverse, chosen) => files.rebaseInverse(inverse, chosen),
  }
  const entries = Object.entries(tools).map(([name, tool]) => [
    name,
    typeof tool === 'object' && tool !== null && 'revert' in tool ? { ...undoing, ...tool } : tool,
  ])
  return Object.fromEntries(entries)
}
