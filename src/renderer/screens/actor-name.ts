import { type Actor, offlineAssistant, person } from '../../shared/actor'
import { assertNever } from '../../shared/errors'
import { decisionText } from '../text/decisions'
import { missionsText } from '../text/missions'
import { text } from '../text/text'

/** Whether an actor is the person at the machine. */
export function isPerson({ kind, name }: Actor): boolean {
  return kind === 'person' && name === person.name
}

/**
 * What an actor is called in the language in use, to be shown as text from outside: a program names itself, so what it is
 * stands beside it.
 */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'command_line':
    case 'watched_folder':
      return decisionText().actors[actor.kind]
    case 'mcp_client':
      return text().proposal.program(actor.name)
    case 'sequence':
      return decisionText().sequence(actor.name)
    case 'assistant':
      return actor.mission === undefined
        ? assistantName(actor)
        : missionsText().actor(actor.mission.name, assistantName(actor))
    case 'person':
      return isPerson(actor) ? text().chat.you : actor.name
    default:
      return assertNever(actor.kind)
  }
}

/** Others have the names that people gave them; one that has an id may be called as the offline one. */
function assistantName({ id, name }: Actor): string {
  return id === undefined && name === offlineAssistant.name ? text().chat.offline : name
}
