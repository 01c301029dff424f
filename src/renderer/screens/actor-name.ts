import { type Actor, person } from '../../shared/actor'
import { text } from '../text/text'

/** What an actor is called in the language in use; only the person at the machine has a name in each. */
export function actorName(actor: Actor): string {
  return actor.kind === 'person' && actor.name === person.name ? text().chat.you : actor.name
}
