import type { ToolInfo } from '../../../shared/contract/tools'
import type { ConversationState } from '../../../shared/run/state'
import { parseCommand } from '../../model/offline/command'
import { helpTopic } from '../../model/offline/help'
import type { Model } from '../../model/port'
import type { ToolOffer } from '../catalog/offer'
import { toModelTool } from '../catalog/on-demand'

/** What carries out a command that a person wrote, in place of the model of a run. */
interface ByHand {
  readonly model: Model
  readonly offer: ToolOffer
}

/**
 * Has `/tool …` call that tool, also where a model answers everything else: whoever names a tool and its fields means
 * that call, and no answer about it. It goes through the gate like every other.
 */
export function withCommands(
  { model, offer }: ByHand,
  from: {
    readonly state: () => ConversationState
    /** Those that the assistant has, also where its policy denies them: why is then said. */
    readonly tools: readonly ToolInfo[]
    readonly offline: () => Model
  },
): ByHand {
  const commanded = () => commandByHand(from.state(), from.tools)
  // What a model has beside its stream may be another each time that it is asked for.
  const acting: Model = Object.create(model, {
    stream: {
      value: (...[request, signal]: Parameters<Model['stream']>) => {
        if (commanded() === null) return model.stream(request, signal)
        // A model may be sent a few tools at a time: a person calls any.
        return from.offline().stream({ ...request, tools: from.tools.map(toModelTool) }, signal)
      },
    },
  })
  const answer: ToolOffer['answer'] = (call, ...at) =>
    call.name === commanded()?.tool?.name ? null : offer.answer(call, ...at)
  return { model: acting, offer: { ...offer, answer } }
}

/**
 * The tool that a person's last message calls, null where it asks for help about one; null as a whole where it is no
 * command, or came while a model was at work.
 */
export function commandByHand(
  { messages }: Pick<ConversationState, 'messages'>,
  tools: readonly ToolInfo[],
): { readonly tool: ToolInfo | null } | null {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[at]
  if (message?.role !== 'user') return null
  const before = messages[at - 1]
  // Another message that joined with it, or calls of the model, would stay without an answer.
  const isFirst = before?.runId !== message.runId
  const followsAnswer = before?.role === 'assistant' && before.stopReason === 'end_turn'
  // What is attached is for a model to look at.
  const isAlone = (isFirst || followsAnswer) && message.attachments.length === 0
  const command = isAlone ? parseCommand(message.text) : null
  if (command === null) return null
  const about = helpTopic(command)
  const tool = tools.find(({ name, aliases }) => [name, ...aliases].includes(about ?? command.name))
  return tool === undefined ? null : { tool: about === null ? tool : null }
}
