import type { NeededProposal, Proposal } from '../../../shared/contract/changes'
import type { ErrorShape } from '../../../shared/errors'
import { isDestructive, type ToolClass } from '../../../shared/tool/classes'
import type { Preview } from '../../../shared/tool/preview'
import { type AmendmentDraft, amendmentOf, choosePart, useAmendments } from '../../stores/amendments'
import { canChoose, choiceWithout, editableContent, partsOf } from '../../stores/parts'
import { useProposals } from '../../stores/proposals'
import type { PartChoice } from './change-preview'

/** Everything that the card and the dialog of a proposal say and do the same. */
export interface Decision {
  readonly pending: boolean
  readonly busy: boolean
  readonly problem: ErrorShape | undefined
  readonly draft: AmendmentDraft
  /** With a part or an edited content: as that would be applied. */
  readonly class: ToolClass
  readonly preview: Preview
  readonly typeToConfirm: string | null
  readonly destructive: boolean
  /** Boxes to tick; undefined where it can be approved only as a whole. */
  readonly parts: PartChoice | undefined
  readonly chosen: { readonly count: number; readonly of: number } | undefined
  /** What may be edited; undefined where nothing can be. */
  readonly content: string | undefined
  /** What must be applied first. */
  readonly unmet: readonly NeededProposal[]
  /** Whether a yes is possible now. */
  readonly ready: boolean
}

/** Where the decision on a proposal stands in this window. */
export function useDecision(proposal: Proposal): Decision {
  const draft = useAmendments((state) => amendmentOf(state.byId, proposal.id))
  const busy = useProposals((state) => state.deciding.has(proposal.id))
  const problem = useProposals((state) => state.problems[proposal.id])
  const pending = proposal.status === 'pending'
  const { chooseBy } = proposal
  const choosable = pending && chooseBy !== null && draft.edited === null && canChoose(proposal)
  const all = partsOf(proposal)
  const unmet = useUnmet(proposal)
  const shownClass = draft.shown?.class ?? proposal.class
  const amends = draft.edited !== null || choiceWithout(proposal, draft.leftOut) !== undefined
  return {
    pending,
    busy,
    problem,
    draft,
    class: shownClass,
    preview: draft.shown?.preview ?? proposal.preview,
    typeToConfirm: draft.shown === null ? proposal.typeToConfirm : draft.shown.typeToConfirm,
    destructive: isDestructive(shownClass),
    parts: choosable
      ? {
          by: chooseBy,
          leftOut: draft.leftOut,
          onToggle: (part, chosen) => void choosePart(proposal, part, chosen),
        }
      : undefined,
    chosen: choosable ? { count: all.length - draft.leftOut.size, of: all.length } : undefined,
    content: pending ? (draft.edited ?? editableContent(proposal)) : undefined,
    unmet,
    // Nothing is approved that was not shown: an answer to a choice must be there first.
    ready: pending && unmet.length === 0 && (!amends || draft.shown !== null),
  }
}

/** What is not applied yet; what this window has seen since counts. */
function useUnmet({ needs }: Proposal): readonly NeededProposal[] {
  const byId = useProposals((state) => (needs.length === 0 ? undefined : state.byId))
  return needs
    .map((needed) => ({ ...needed, status: byId?.[needed.id]?.status ?? needed.status }))
    .filter((needed) => !needed.met && needed.status !== 'applied')
}
