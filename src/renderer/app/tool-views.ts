import { Wrench } from 'lucide-react'
import { useMemo } from 'react'
import type { ToolInfo } from '../../shared/contract/tools'
import { findTool, useSystem } from '../stores/system'
import { httpToolsText } from '../text/http-tools'
import { currentLanguage } from '../text/language'
import { text } from '../text/text'
import type { BoundToolView } from '../ui/tool-view'
import { foreignToolView } from './foreign-tool-view'
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

/** The view of a tool by its name or a former one; one for all that come from elsewhere, and a plain one for a tool that this version does not know. */
export function toolView(name: string): BoundToolView {
  const known = () => findTool(useSystem.getState().tools, name)
  return views.get(name) ?? foreignToolView(name, known) ?? plainView(name)
}

/** Whether a tool has a view of its own; one that has none, as another program's, is shown by its schema. */
export function hasToolView(name: string): boolean {
  return views.has(name)
}

/** What a tool is called in the language in use; `title` is what the catalog calls it. */
export function toolTitle(name: string, title: string): string {
  return (currentLanguage() === 'de' && views.get(name)?.words?.de.title) || title
}

/** The catalog as people read it, in the language in use; another language is another page. */
export function useCatalog(): readonly ToolInfo[] {
  const tools = useSystem((state) => state.tools)
  return useMemo(() => tools.map(inLanguage), [tools])
}

function inLanguage(tool: ToolInfo): ToolInfo {
  // Made by people, as they are in whatever language; the name of the group is ours.
  if (tool.module === 'http') return { ...tool, moduleTitle: httpToolsText().title }
  const words = views.get(tool.name)?.words
  if (words === undefined) return tool
  const { about, fields } = words[currentLanguage()]
  return {
    ...tool,
    ...(currentLanguage() === 'de' && { title: words.de.title, moduleTitle: words.de.module }),
    description: about,
    inputSchema: inputIn(fields, tool),
  }
}

function inputIn(
  words: Readonly<Record<string, string>>,
  { inputSchema }: ToolInfo,
): ToolInfo['inputSchema'] {
  return Object.fromEntries(
    Object.entries(inputSchema).map(([name, value]) => [name, describedIn(words, value)]),
  )
}

/** A part of a schema with what it says of fields in other words; what there are none for stays as it is. */
function describedIn(words: Readonly<Record<string, string>>, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => describedIn(words, each))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]: [string, unknown]) => [
      name,
      name === 'description' && typeof value === 'string'
        ? (words[value] ?? value)
        : describedIn(words, value),
    ]),
  )
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
