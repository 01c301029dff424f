import { Wrench } from 'lucide-react'
import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { toolView, useCatalog } from '../../app/tool-views'
import { goTo } from '../../stores/page'
import { findTool } from '../../stores/system'
import { toolsText } from '../../text/tools'
import { ClassBadge } from '../../ui/class-badge'
import { SearchField } from '../../ui/search-field'
import { CatalogScreen } from '../catalog/catalog-screen'
import { NotHere } from '../catalog/not-here'
import { ToolDetails } from './tool-details'
import '../settings/settings.css'
import './tools.css'

/** The whole catalog, or one tool of it. */
export function ToolsScreen({ name }: { readonly name: string | null }) {
  const catalog = useCatalog()
  const t = toolsText()
  const tool = name === null ? undefined : findTool(catalog, name)
  return (
    <CatalogScreen title={t.title} loaded={catalog.length > 0}>
      {name === null ? (
        <CatalogList catalog={catalog} />
      ) : tool === undefined ? (
        <NotHere icon={Wrench} title={t.gone(name)} screen="tools" back={t.back} />
      ) : (
        <ToolDetails key={tool.name} tool={tool} />
      )}
    </CatalogScreen>
  )
}

function CatalogList({ catalog }: { readonly catalog: readonly ToolInfo[] }) {
  const [typed, setTyped] = useState('')
  const t = toolsText()
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  const shown = catalog.filter((tool) => {
    const all = [tool.name, tool.title, tool.description, tool.moduleTitle, ...tool.aliases]
      .join(' ')
      .toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const groups = [...Map.groupBy(shown, ({ moduleTitle }) => moduleTitle)]
  return (
    <div className="catalog">
      <p className="catalog-quiet">{t.intro}</p>
      <SearchField label={t.search} value={typed} onChange={setTyped} />
      {groups.length === 0 && <p className="catalog-quiet">{t.nothing}</p>}
      {groups.map(([module, tools]) => (
        <section key={module} aria-label={module}>
          <h2 className="catalog-head">{module}</h2>
          <ul className="catalog-list">
            {tools.map((tool) => (
              <CatalogLine key={tool.name} tool={tool} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function CatalogLine({ tool }: { readonly tool: ToolInfo }) {
  const Icon = toolView(tool.name).icon
  return (
    <li>
      <button
        type="button"
        className="catalog-row tool-row"
        onClick={() => goTo({ screen: 'tools', id: tool.name })}
      >
        <Icon size={16} aria-hidden />
        <span className="catalog-words tool-words">
          <strong>{tool.title}</strong>
          <code>{tool.name}</code>
        </span>
        <ClassBadge toolClass={tool.class} />
      </button>
    </li>
  )
}
