import { useRef, useState } from 'react'
import type { ToolInfo } from '../../../shared/contract/tools'
import { findTools } from '../../app/find-tools'
import { toolView, useCatalog } from '../../app/tool-views'
import { sequencesText } from '../../text/sequences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ClassBadge } from '../../ui/class-badge'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { SearchField } from '../../ui/search-field'

/** Chooses a tool: by module, with what it can do, by a few letters of its name, of which Enter takes the first that fits. */
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
  const search = useRef<HTMLInputElement>(null)
  const shown = findTools(catalog, typed)
  const groups = [...Map.groupBy(shown, ({ moduleTitle }) => moduleTitle)]
  return (
    <Dialog
      title={t.chooseTool}
      size="lg"
      closeOnBackdrop
      initialFocus={search}
      onCancel={onCancel}
      footer={<Button onClick={onCancel}>{text().app.cancel}</Button>}
    >
      <div className="sequence-picker">
        <SearchField
          ref={search}
          label={t.searchTools}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return
            event.preventDefault()
            const [first] = shown
            if (first !== undefined) onChoose(first)
          }}
        />
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
        <span className="catalog-words catalog-lines">
          <strong>
            <HiddenText text={tool.title} />
          </strong>
          <span className="sequence-tool-about">
            <HiddenText text={tool.description} />
          </span>
        </span>
        <ClassBadge toolClass={tool.class} />
      </button>
    </li>
  )
}
