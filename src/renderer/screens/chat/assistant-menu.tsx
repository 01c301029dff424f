import { ChevronDown } from 'lucide-react'
import { assistantOf, usable, useAssistants } from '../../stores/assistants'
import { chooseAssistant } from '../../stores/chosen-assistants'
import { goTo } from '../../stores/page'
import { assistantsText } from '../../text/assistants'
import { HiddenText } from '../../ui/hidden-text'
import { Menu } from '../../ui/menu'
import { AssistantFace } from '../assistant-face'
import { useNextAssistant } from './use-next-assistant'
import './assistant-menu.css'

/** Which assistant answers the next message; null is a conversation that does not exist yet. */
export function AssistantMenu({ id }: { readonly id: string | null }) {
  const all = useAssistants((state) => state.all)
  const current = assistantOf(all, useNextAssistant(id))
  const t = assistantsText()
  if (current === undefined) return null
  const gone = current.trashedAt !== null
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <button {...props} type="button" className="assistant-menu" title={gone ? t.deletedHint : t.choose}>
          <AssistantFace assistant={current} size={20} />
          <span className="visually-hidden">{t.choose}: </span>
          <span className="truncate">
            <HiddenText text={gone ? t.deleted(current.name) : current.name} />
          </span>
          <ChevronDown size={13} aria-hidden />
        </button>
      )}
      items={[
        ...usable(all).map((assistant) => ({
          id: assistant.id,
          label: assistant.name,
          checked: assistant.id === current.id,
          onSelect: () => chooseAssistant(id, assistant.id),
        })),
        { kind: 'separator', id: 'line' },
        { id: 'manage', label: t.manage, onSelect: () => goTo({ screen: 'assistants', id: null }) },
      ]}
    />
  )
}
