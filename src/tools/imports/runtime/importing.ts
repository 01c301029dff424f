import type { ImportService } from '../../../main/data/import/service'
import type { FileService } from '../../../main/files/service'
import type { ToolOf } from '../../../shared/tool/define'
import type { Implementation } from '../../../shared/tool/runtime'
import type importsModule from '../module'
import { bringIn, refuseThereMeanwhile } from './bringing-in'
import { planImport } from './planning'
import { undoImport } from './undo'

/** The implementation of the tool. */
export type ImportTool = Implementation<ToolOf<typeof importsModule, 'import_data'>>

/** Brings in what another program exported, all in one change. */
export function importData(services: {
  readonly imports: ImportService
  readonly files: Pick<FileService, 'resolveReadable' | 'originOf'>
}): ImportTool {
  const { imports } = services
  return {
    plan: ({ path }, context) => planImport(services, path, context),
    // The file is read again only when it is applied: that it is another one by then is told then.
    requireBase: (plan) => refuseThereMeanwhile(imports, plan),
    apply: (plan, context) => bringIn(imports, plan, context),
    ...undoImport(imports),
  }
}
