import { Copy, Ellipsis, FileOutput, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Assistant } from '../../../shared/contract/assistants'
import type { ToolInfo } from '../../../shared/contract/tools'
import { defaultAssistant } from '../../../shared/tool/policy'
import { holdsTool } from '../../../shared/tool/tool-set'
import {
  duplicateAssistant,
  exportAssistant,
  removeAssistant,
  restoreAssistant,
  usable,
  useAssistants,
} from '../../stores/assistants'
import { chooseAssistant } from '../../stores/chosen-assistants'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import { useSystem } from '../../stores/system'
import { attemptAndTell } from '../../stores/toasts'
import { assistantsText } from '../../text/assistants'
import { Badge } from '../../ui/badge'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { AssistantFace } from '../assistant-face'
import { BegunRow } from '../catalog/begun-row'
import { RemoveDialog } from '../catalog/remove-dialog'
import { saveExport } from '../catalog/save-export'
import { Trash, TrashedRow } from '../catalog/trash'

/** Every assistant with what it is for and what it has; below them those in the trash. */
export function AssistantList() {
  const { all, drafts } = useAssistants()
  const [removing, setRemoving] = useState<Assistant>()
  const t = assistantsText()
  const here = usable(all)
  const trashed = all.filter(({ trashedAt }) => trashedAt !== null)
  return (
    <div className="catalog">
      <p className="catalog-quiet">{t.intro}</p>
      <ul className="catalog-list catalog-items catalog-roomy">
        {newPlace in drafts && (
          <BegunRow
            route={{ screen: 'assistants', id: newPlace }}
            name={drafts[newPlace]?.fields.name.trim() || t.newTitle}
            unsaved={t.unsaved}
          />
        )}
        {here.map((assistant) => (
          <Row
            key={assistant.id}
            assistant={assistant}
            unsaved={assistant.id in drafts}
            onRemove={() => setRemoving(assistant)}
          />
        ))}
      </ul>
      {here.length === 1 && (
        <div className="assistants-alone">
          <strong>{t.emptyOwn}</strong>
          <p>{t.emptyOwnText}</p>
        </div>
      )}
      <Trash title={t.trash}>
        {trashed.map((assistant) => (
          <TrashedRow
            key={assistant.id}
            name={assistant.name}
            words={t}
            restore={async () => (await restoreAssistant(assistant.id)).name}
          >
            <AssistantFace assistant={assistant} size={28} />
          </TrashedRow>
        ))}
      </Trash>
      {removing && (
        <RemoveDialog
          name={removing.name}
          words={t}
          remove={() => removeAssistant(removing.id)}
          restore={() => restoreAssistant(removing.id)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

function Row({
  assistant,
  unsaved,
  onRemove,
}: {
  readonly assistant: Assistant
  readonly unsaved: boolean
  readonly onRemove: () => void
}) {
  const catalog = useSystem((state) => state.tools)
  const { id, name, instructions, model } = assistant
  const t = assistantsText()
  const first = instructions.split('\n').find((line) => line.trim() !== '')
  const open = () => goTo({ screen: 'assistants', id })
  const duplicate = () => attemptAndTell(duplicateAssistant(id), (copy) => t.duplicated(copy.name))
  const chat = () => {
    chooseAssistant(null, id)
    goTo({ screen: 'chat', id: null })
  }
  return (
    <li>
      <button type="button" className="catalog-row" onClick={open}>
        <AssistantFace assistant={assistant} size={36} />
        <span className="catalog-words catalog-lines">
          <strong>
            <HiddenText text={name} />
          </strong>
          <span className="truncate" title={first}>
            {first === undefined ? id === defaultAssistant ? t.usual : '' : <HiddenText text={first} />}
          </span>
          <span className="assistant-facts">
            {[toolsInWords(assistant, catalog), model === '' ? t.usualModel : model].join(' · ')}
          </span>
        </span>
        {unsaved && <Badge tone="warning">{t.unsaved}</Badge>}
      </button>
      <Menu
        align="end"
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t.actions(name)} />}
        items={[
          { id: 'chat', icon: MessageSquare, label: t.chat, onSelect: chat },
          { id: 'edit', icon: Pencil, label: t.edit, onSelect: open },
          { id: 'duplicate', icon: Copy, label: t.duplicate, onSelect: () => void duplicate() },
          {
            id: 'export',
            icon: FileOutput,
            label: t.export,
            onSelect: () => void saveExport(exportAssistant(id)),
          },
          ...(id === defaultAssistant
            ? []
            : [{ id: 'remove', icon: Trash2, label: t.remove, danger: true, onSelect: onRemove }]),
        ]}
      />
    </li>
  )
}

function toolsInWords({ tools }: Assistant, catalog: readonly ToolInfo[]): string {
  const t = assistantsText()
  if (tools.kind === 'all') return t.allTools
  return t.toolCount(catalog.filter((tool) => holdsTool(tools, tool)).length)
}
