import type { ToolInfo } from '../../../shared/contract/tools'
import type { ConversationState, Message } from '../../../shared/run/state'
import { editDistance } from '../../../shared/text/edit-distance'
import { type Command, parseCommand } from '../../model/offline/command'
import { helpNames, helpTopic } from '../../model/offline/help'
import type { Model } from '../../model/port'
import type { ToolOffer } from '../catalog/offer'
import { toModelTool } from '../catalog/on-demand'
import type { LoopContext } from '../loop'

/** Letters of a name of which one may be mistyped. */
const lettersPerSlip = 4

type UserMessage = Extract<Message, { role: 'user' }>

/**
 * Has `/tool …` call that tool, `/help` tell of it or of all, and a name that is none be told as that, also where a model
 * answers everything else: whoever names a tool and its fields means that call, and no answer about it. Nothing is sent
 * to a server for it, and the call goes through the gate like every other. What joins a model's own work, or has
 * anything attached, is the model's to read.
 */
export function withCommands(
  offer: ToolOffer,
  from: {
    readonly state: () => ConversationState
    /** All that there are: the gate says which the assistant lacks, or is denied. */
    readonly tools: readonly ToolInfo[]
    readonly offline: () => Model
  },
): Pick<LoopContext, 'byHand' | 'offer'> {
  const commanded = () => commandByHand(from.state(), from.tools)
  const byHand = (): Model | null => {
    if (commanded() === null) return null
    const offline = from.offline()
    // A model may be sent a few tools at a time: a person calls any.
    const tools = from.tools.map(toModelTool)
    return {
      ...offline,
      stream: (request, signal) => offline.stream({ ...request, tools, modelAnswers: true }, signal),
    }
  }
  const answer: ToolOffer['answer'] = (call, ...at) =>
    call.name === commanded()?.tool?.name ? null : offer.answer(call, ...at)
  return { byHand, offer: { ...offer, answer } }
}

/** What a command is about: the tool that it calls; null where it asks for help, or no tool is called so. */
interface Commanded {
  readonly tool: ToolInfo | null
}

/** What a person's last message commands; null where it is no command, or came while a model was at work. */
export function commandByHand(
  { messages }: Pick<ConversationState, 'messages'>,
  tools: readonly ToolInfo[],
): Commanded | null {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[at]
  if (message?.role !== 'user') return null
  const before = messages[at - 1]
  // Another message that joined with it, or calls of the model, would stay without an answer.
  const isFirst = before?.runId !== message.runId
  const followsAnswer = before?.role === 'assistant' && before.stopReason === 'end_turn'
  return isFirst || followsAnswer ? commandIn(message, tools) : null
}

/**
 * What a message commands by itself; null where it only begins as a command does, or has something for a model to look
 * at.
 */
export function commandIn(
  { text, attachments }: Pick<UserMessage, 'text' | 'attachments'>,
  tools: readonly ToolInfo[],
): Commanded | null {
  const isAlone = attachments.every(({ kind }) => kind === 'limit')
  const command = isAlone ? parseCommand(text) : null
  if (command === null) return null
  const about = helpTopic(command)
  const wanted = about ?? command.name
  const tool = tools.find(({ name, aliases }) => [name, ...aliases].includes(wanted))
  if (tool !== undefined) return { tool: about === null ? tool : null }
  const isMeant = wanted === '' || isMeantAsCommand({ name: wanted, rest: about ?? command.rest }, tools)
  return isMeant ? { tool: null } : null
}

/** Whether a name that no tool has was written for one: paths and sentences begin with a slash, too. */
export function isMeantAsCommand(
  { name, rest }: Command,
  tools: readonly Pick<ToolInfo, 'name' | 'aliases'>[],
): boolean {
  // What follows `/help` is either a name alone or a sentence.
  if (/\s/u.test(name)) return false
  if (rest === name) return true
  // With words behind it, a name of a project or a path may be what is spoken of.
  if (name.includes('_') && (rest === '' || rest.startsWith('{'))) return true
  const slips = Math.floor(name.length / lettersPerSlip)
  const isNear = (known: string, most: number) => editDistance(known, name) <= most
  return [...helpNames, ...tools.flatMap((tool) => [tool.name, ...tool.aliases])].some(
    (known) =>
      known.startsWith(`${name}_`) ||
      isNear(known, Math.max(1, slips)) ||
      // Alone it is no sentence; but a folder's name stands so, too, and few of those are like a word of a tool's name.
      (rest === '' && known.split('_').some((word) => isNear(word, slips))),
  )
}
