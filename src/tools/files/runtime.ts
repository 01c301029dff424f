import type { FileService } from '../../main/files/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type filesModule from './module'
import { createFileTool } from './runtime/create-file'
import { editFileTool } from './runtime/edit-file'
import { findFilesTool, listDirectoryTool } from './runtime/look'
import { readFileTool } from './runtime/read-file'
import { searchFileContentsTool } from './runtime/search-file-contents'
import { trashFilesTool } from './runtime/trash-files'

/** The file tools over the service that checks every path. */
export default ({ files }: { readonly files: FileService }): ModuleRuntime<typeof filesModule> => ({
  list_directory: listDirectoryTool(files),
  find_files: findFilesTool(files),
  search_file_contents: searchFileContentsTool(files),
  read_file: readFileTool(files),
  create_file: createFileTool(files),
  edit_file: editFileTool(files),
  trash_files: trashFilesTool(files),
})
