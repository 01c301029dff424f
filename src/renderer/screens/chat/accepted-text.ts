import { assertNever } from '../../../shared/errors'
import type { MentionOffer } from './mention'
import type { SlashDocument } from './slash-document'
import type { Offer } from './use-offers'

/** What stands in the message once something is chosen that is written; the caret goes to its end. */
export function acceptedText(
  offer: Exclude<Offer, MentionOffer>,
  written: string,
  argument: SlashDocument | null,
): string {
  switch (offer.kind) {
    case 'tool':
      return `/${offer.suggestion.name} `
    case 'help':
      return `/${offer.name} `
    case 'topic':
      return `${written.slice(0, offer.start)}${offer.suggestion.name}`
    case 'argument':
      return `${written.slice(0, argument?.start)}${offer.written}`
    default:
      return assertNever(offer)
  }
}
