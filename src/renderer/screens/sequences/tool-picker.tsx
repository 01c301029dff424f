import { useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { toolView, useCatalog } from '../../app/tool-views'
import { sequencesText } from '../../text/sequences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { Dialog } from '../../ui/dialog'
import { SearchField } from '../../ui/search-field'

/** Chooses a tool: by module, with what it can do, by a few letters of its name. */
export function ToolPicker({
  onChoose,
  onCancel,
}: {
  readonly onChoose: (tool: ToolInfo) => void
  readonly onCancel: () => void
}) {
  const catalog = useCatalog()
  const [typed, setTyped] = useState('')
  const t = sequencesText()
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  const shown = catalog.filter((tool) => {
    const all = [tool.name, tool.title, tool.description, tool.moduleTitle].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const groups = [...Map.groupBy(shown, ({ moduleTitle }) => moduleTitle)]
  return (
    <Dialog
      title={t.chooseTool}
      size="lg"
      closeOnBackdrop
      onCancel={onCancel}
      footer={<Button onClick={onCancel}>{text().app.cancel}</Button>}
    >
      <div className="sequence-picker">
        <SearchField label={t.searchTools} value={typed} onChange={setTyped} />
        {groups.length === 0 && <p className="catalog-quiet">{t.noTool}</p>}
        {groups.map(([module, tools]) => (
          <section key={module} aria-label={module}>
            <h3 className="catalog-head">{module}</h3>
            <ul className="catalog-list">
              {tools.map((tool) => (
                <Line key={tool.name} tool={tool} onChoose={onChoose} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ tool, onChoose }: { readonly tool: ToolInfo; readonly onChoose: (tool: ToolInfo) => void }) {
  const Icon = toolView(tool.name).icon
  return (
    <li>
      <button type="button" className="catalog-row sequence-tool" onClick={() => onChoose(tool)}>
        <Icon size={16} aria-hidden />
        <span className="catalog-words">
          <strong>{tool.title}</strong>
        </span>
        <ClassBadge toolClass={tool.class} />
      </button>
    </li>
  )
}
