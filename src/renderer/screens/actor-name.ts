import { type Actor, person } from '../../shared/actor'
import { text } from '../text/text'

/** Whether an actor is the person at the machine. */
export function isPerson(actor: Actor): boolean {
  return actor.kind === 'person' && actor.name === person.name
}

/** What an actor is called in the language in use; only the person at the machine has a name in each. */
export function actorName(actor: Actor): string {
  return isPerson(actor) ? text().chat.you : actor.name
}
