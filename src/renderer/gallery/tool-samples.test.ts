import { expect, it } from 'vitest'
import { toolModules } from './tool-modules'
import { sampleCall } from './tool-samples'

it.each(toolModules.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool] as const)))(
  'the gallery has a sample for %s that fits its types',
  (_name, tool) => {
    expect(() => sampleCall(tool)).not.toThrow()
  },
)
