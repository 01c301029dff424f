import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { findTools } from '../../app/find-tools'
import { toolView } from '../../app/tool-views'
import { useHttpTools } from '../../stores/http-tools'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import { httpToolsText } from '../../text/http-tools'
import { toolsText } from '../../text/tools'
import { Badge } from '../../ui/badge'
import { ClassBadge } from '../../ui/class-badge'
import { HiddenText } from '../../ui/hidden-text'
import { SearchField } from '../../ui/search-field'
import { CatalogRow } from '../catalog/catalog-row'

/** What a line of the list shows. */
interface ListedTool
  extends Pick<ToolInfo, 'name' | 'title' | 'description' | 'moduleTitle' | 'aliases' | 'class'> {
  /** Set for one that the catalog does not have. */
  readonly off?: true
}

/** Every tool by the group that it belongs to, those that are switched off too. */
export function ToolList({ catalog }: { readonly catalog: readonly ToolInfo[] }) {
  const [typed, setTyped] = useState('')
  const drafts = useHttpTools((state) => state.drafts)
  const off = useSwitchedOff(catalog)
  const t = toolsText()
  const { title: httpTitle, create, unsaved } = httpToolsText()
  const groups = Map.groupBy(findTools([...catalog, ...off], typed), ({ moduleTitle }) => moduleTitle)
  const begun = typed.trim() === '' ? drafts[newPlace] : undefined
  if (begun !== undefined && !groups.has(httpTitle)) groups.set(httpTitle, [])
  return (
    <div className="catalog">
      <p className="catalog-quiet">{t.intro}</p>
      <SearchField label={t.search} value={typed} onChange={setTyped} />
      {groups.size === 0 && <p className="catalog-quiet">{t.nothing}</p>}
      {[...groups].map(([module, tools]) => (
        <section key={module} aria-label={module}>
          <h2 className="catalog-head">{module}</h2>
          <ul className="catalog-list">
            {begun !== undefined && module === httpTitle && (
              <CatalogRow
                route={{ screen: 'tools', id: newPlace }}
                name={begun.fields.title.trim() || create}
                unsaved={unsaved}
              />
            )}
            {tools.map((tool) => (
              <ToolLine key={tool.name} tool={tool} unsaved={tool.name in drafts} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The tools that ask an address and are in no catalog. */
function useSwitchedOff(catalog: readonly ToolInfo[]): readonly ListedTool[] {
  const tools = useHttpTools((state) => state.tools)
  const moduleTitle = httpToolsText().title
  return tools
    .filter(({ name, enabled }) => !enabled && !catalog.some((tool) => tool.name === name))
    .map(({ name, title, description, class: toolClass }) => ({
      ...{ name, title, description, moduleTitle },
      aliases: [],
      class: toolClass,
      off: true,
    }))
}

function ToolLine({ tool, unsaved }: { readonly tool: ListedTool; readonly unsaved: boolean }) {
  const Icon = toolView(tool.name).icon
  const t = httpToolsText()
  return (
    <li>
      <button
        type="button"
        className="catalog-row tool-row"
        onClick={() => goTo({ screen: 'tools', id: tool.name })}
      >
        <Icon size={16} aria-hidden />
        <span className="catalog-words tool-words">
          <strong>
            <HiddenText text={tool.title} />
          </strong>
          <code>{tool.name}</code>
        </span>
        {unsaved && <Badge tone="warning">{t.unsaved}</Badge>}
        {tool.off && <Badge>{t.off}</Badge>}
        <ClassBadge toolClass={tool.class} />
      </button>
    </li>
  )
}
