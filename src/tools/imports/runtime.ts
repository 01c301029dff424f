import type { ImportService } from '../../main/data/import/service'
import type { FileService } from '../../main/files/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type importsModule from './module'
import { importData } from './runtime/importing'

/** The tool for imports over the service that reads and stores them. */
export default ({
  imports,
  files,
}: {
  readonly imports: ImportService
  readonly files: Pick<FileService, 'resolveReadable' | 'originOf'>
}): ModuleRuntime<typeof importsModule> => ({ import_data: importData({ imports, files }) })
