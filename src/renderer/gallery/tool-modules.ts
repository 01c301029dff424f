import type { ToolModule } from '../../shared/tool/define'
import { loopModule } from '../../shared/tool/load-tools'

/** Every module of tools, also that of the tools which the loop itself does. */
export const toolModules: readonly ToolModule[] = [
  ...Object.values(
    import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' }),
  ),
  loopModule,
]
