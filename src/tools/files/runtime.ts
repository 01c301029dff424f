import type { FileService } from '../../main/files/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type filesModule from './module'
import { appendToFileTool } from './runtime/append-to-file'
import { createDirectoryTool } from './runtime/create-directory'
import { createFileTool } from './runtime/create-file'
import { foreseenByPlans } from './runtime/dry-run-of-plans'
import { editFileTool } from './runtime/edit-file'
import { getFileInfoTool } from './runtime/get-file-info'
import { findFilesTool, listDirectoryTool } from './runtime/look'
import { overwriteFileTool } from './runtime/overwrite-file'
import { raisedWhereActedOn } from './runtime/raised-where-acted-on'
import { readFileTool } from './runtime/read-file'
import { copyFilesTool, moveFilesTool } from './runtime/relocate'
import { restoreFilesTool } from './runtime/restore-files'
import { searchFileContentsTool } from './runtime/search-file-contents'
import { trashFilesTool } from './runtime/trash-files'
import { undoableOverChanges } from './runtime/undo-over-changes'

/** The file tools over the service that checks every path. */
export default ({ files }: { readonly files: FileService }): ModuleRuntime<typeof filesModule> =>
  foreseenByPlans(
    files,
    undoableOverChanges(
      files,
      raisedWhereActedOn(files, {
        list_directory: listDirectoryTool(files),
        find_files: findFilesTool(files),
        search_file_contents: searchFileContentsTool(files),
        read_file: readFileTool(files),
        get_file_info: getFileInfoTool(files),
        create_file: createFileTool(files),
        create_directory: createDirectoryTool(files),
        edit_file: editFileTool(files),
        overwrite_file: overwriteFileTool(files),
        append_to_file: appendToFileTool(files),
        move_files: moveFilesTool(files),
        copy_files: copyFilesTool(files),
        restore_files: restoreFilesTool(files),
        trash_files: trashFilesTool(files),
      }),
    ),
  )
