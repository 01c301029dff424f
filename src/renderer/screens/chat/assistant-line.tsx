import { assistantOf, useAssistants } from '../../stores/assistants'
import { assistantsText } from '../../text/assistants'
import { HiddenText } from '../../ui/hidden-text'
import { AssistantFace } from '../assistant-face'
import type { AssistantChange } from './assistant-changes'
import './assistant-menu.css'

/** Says in the transcript that another assistant works from here on. */
export function AssistantLine({ change }: { readonly change: AssistantChange }) {
  const assistant = useAssistants((state) => assistantOf(state.all, change.assistantId))
  return (
    <p className="assistant-line">
      <span>
        {assistant && <AssistantFace assistant={assistant} size={18} />}
        <HiddenText text={assistantsText().fromHere(change.name)} />
      </span>
    </p>
  )
}
