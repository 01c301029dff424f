import type { CommandService } from '../commands/service'
import type { ContactService } from '../contacts/service'
import type { ImportService } from '../data/import/service'
import type { FileService } from '../files/service'
import type { LibraryToolService } from '../library/tool-service'
import type { WatchedFolderRounds } from '../library/watch/service'
import type { NotesService } from '../notes/service'
import type { TaskService } from '../tasks/service'
import type { WebService } from '../web/service'
import type { DocumentSummaries } from './document-summary/service'

/** The world as tool runtimes see it; each factory takes what it needs from here. */
export interface ToolServices {
  readonly commands: CommandService
  readonly contacts: ContactService
  readonly files: FileService
  readonly imports: ImportService
  readonly library: LibraryToolService
  readonly notes: NotesService
  readonly watchedFolders: WatchedFolderRounds
  readonly summaries: DocumentSummaries
  readonly tasks: TaskService
  readonly web: WebService
  now(): Date
}
