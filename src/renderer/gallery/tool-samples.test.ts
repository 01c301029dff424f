import { expect, it } from 'vitest'
import type { ToolModule } from '../../shared/tool/define'
import { loopModule } from '../../shared/tool/load-tools'
import { sampleCall } from './tool-samples'

const modules = [
  ...Object.values(
    import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' }),
  ),
  loopModule,
]

it.each(modules.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool] as const)))(
  'the gallery has a sample for %s that fits its types',
  (_name, tool) => {
    expect(() => sampleCall(tool)).not.toThrow()
  },
)
