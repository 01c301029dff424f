import { Wrench } from 'lucide-react'
import { text } from '../text/text'
import type { BoundToolView } from '../ui/tool-view'
import { loopToolViews } from './loop-tool-views'

const modules = import.meta.glob<readonly BoundToolView[]>('../../tools/*/views.tsx', {
  eager: true,
  import: 'default',
})

const views = new Map(
  [...Object.values(modules), loopToolViews].flatMap((module) =>
    module.flatMap((view) => view.names.map((name) => [name, view] as const)),
  ),
)

/** The view of a tool by its name or a former one; a plain one for a tool that this version does not know. */
export function toolView(name: string): BoundToolView {
  return views.get(name) ?? plainView(name)
}

function plainView(name: string): BoundToolView {
  return {
    names: [name],
    icon: Wrench,
    line: ({ done }) => (done ? text().tool.unknown(name) : text().tool.unknownRunning(name)),
    result: () => null,
    arguments: () => null,
  }
}
