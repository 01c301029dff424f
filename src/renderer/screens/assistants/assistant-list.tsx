import { Copy, Ellipsis, FileOutput, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Assistant } from '../../../shared/contract/assistants'
import type { ToolInfo } from '../../../shared/contract/tools'
import { defaultAssistant } from '../../../shared/tool/policy'
import { holdsTool } from '../../../shared/tool/tool-set'
import {
  duplicateAssistant,
  exportAssistant,
  newAssistant,
  removeAssistant,
  restoreAssistant,
  usable,
  useAssistants,
} from '../../stores/assistants'
import { chooseAssistant } from '../../stores/chosen-assistants'
import { goTo } from '../../stores/page'
import { useSystem } from '../../stores/system'
import { attempt, notify } from '../../stores/toasts'
import { assistantsText } from '../../text/assistants'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { saveFile } from '../../ui/save-file'
import { AssistantFace } from '../assistant-face'

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
      <ul className="catalog-list assistants-list">
        {newAssistant in drafts && (
          <li>
            <button
              type="button"
              className="catalog-row"
              onClick={() => goTo({ screen: 'assistants', id: newAssistant })}
            >
              <span className="catalog-words assistant-words">
                <strong>{drafts[newAssistant]?.fields.name.trim() || t.newTitle}</strong>
              </span>
              <Badge tone="warning">{t.unsaved}</Badge>
            </button>
          </li>
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
      {trashed.length > 0 && <Trashed assistants={trashed} />}
      {removing && <RemoveDialog assistant={removing} onClose={() => setRemoving(undefined)} />}
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
  const duplicate = async () => {
    const copy = await attempt(duplicateAssistant(id))
    if (copy !== undefined) notify({ tone: 'success', title: t.duplicated(copy.name) })
  }
  const exportFile = async () => {
    const file = await attempt(exportAssistant(id))
    if (file !== undefined) saveFile(file.name, 'application/json', file.text)
  }
  const chat = () => {
    chooseAssistant(null, id)
    goTo({ screen: 'chat', id: null })
  }
  return (
    <li>
      <button type="button" className="catalog-row" onClick={open}>
        <AssistantFace assistant={assistant} size={36} />
        <span className="catalog-words assistant-words">
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
          { id: 'export', icon: FileOutput, label: t.export, onSelect: () => void exportFile() },
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

function Trashed({ assistants }: { readonly assistants: readonly Assistant[] }) {
  const t = assistantsText()
  const restore = async (id: string) => {
    const back = await attempt(restoreAssistant(id))
    if (back !== undefined) notify({ tone: 'success', title: t.restored(back.name) })
  }
  return (
    <section aria-label={t.trash}>
      <h2 className="catalog-head">{t.trash}</h2>
      <ul className="catalog-list assistants-list">
        {assistants.map((assistant) => (
          <li key={assistant.id} className="assistant-trashed">
            <AssistantFace assistant={assistant} size={28} />
            <span className="catalog-words assistant-words">
              <HiddenText text={assistant.name} />
            </span>
            <Button size="sm" onClick={() => void restore(assistant.id)}>
              {t.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveDialog({
  assistant,
  onClose,
}: {
  readonly assistant: Assistant
  readonly onClose: () => void
}) {
  const { id, name } = assistant
  const t = assistantsText()
  const remove = async () => {
    onClose()
    if (!(await attempt(removeAssistant(id).then(() => true)))) return
    notify({
      tone: 'success',
      title: t.removed(name),
      action: { label: t.undo, onSelect: () => void attempt(restoreAssistant(id)) },
    })
  }
  return (
    <ConfirmDialog
      title={<HiddenText text={t.removeTitle(name)} />}
      description={t.removeText}
      icon={Trash2}
      tone="danger"
      confirmLabel={t.removeConfirm}
      cancelLabel={text().app.cancel}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
