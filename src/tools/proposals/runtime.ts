import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { SaidByText } from '../../shared/sentences/sentence'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type proposalsModule from './module'

/** Tells callers of their own proposals; which those are, the gate says. */
export default (): ModuleRuntime<typeof proposalsModule> => ({
  get_proposal: {
    async run({ proposal_id: id }, { ownProposal }) {
      const own = ownProposal?.(id) ?? null
      // The same answer whether there is none or it is another's: nothing is learned by trying numbers.
      if (own === null)
        throw new AppError('not_found', say('proposal.none', { id }), { field: 'proposal_id' })
      const { proposal, result, told, undone, madeAnewFrom, origin } = own
      const { amendment } = proposal
      return {
        content: told,
        state: {
          proposal_id: proposal.id,
          number: proposal.number,
          tool: proposal.tool,
          class: proposal.class,
          status: proposal.status,
          proposed_at: proposal.createdAt,
          expires_at: proposal.expiresAt,
          decided_at: proposal.decidedAt,
          reason: proposal.reason,
          approved: amendment === null ? null : { edited: amendment.edited, note: amendment.note },
          ...saidIn({ ...proposal.said, ...amendment?.preview.said }, [proposal.reason, amendment?.note]),
          result: result?.success === true ? result.state : null,
          undone_by: undone?.extent === 'whole' ? undone.by : null,
          undone_in_part:
            undone?.extent === 'part' ? { by: undone.by, things: undone.things, more: undone.more } : null,
          made_anew_from: madeAnewFrom,
        },
        // What it was told when it was decided is told again, with where it comes from.
        origin,
        ...(result?.images === undefined ? {} : { images: result.images }),
      }
    },
  },
})

/** What these texts say, and nothing beside. */
function saidIn(said: SaidByText, texts: readonly (string | null | undefined)[]): { said?: SaidByText } {
  const own = Object.entries(said).filter(([text]) => texts.includes(text))
  return own.length === 0 ? {} : { said: Object.fromEntries(own) }
}
