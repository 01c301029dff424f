import { useMemo } from 'react'
import type { NeededProposal, ProposalLine } from '../../../shared/contract/changes'
import type { ErrorShape } from '../../../shared/errors'
import { isDestructive, type ToolClass } from '../../../shared/tool/classes'
import type { Preview } from '../../../shared/tool/preview'
import { type AmendmentDraft, amendmentOf, choosePart, useAmendments } from '../../stores/amendments'
import { unmetNeeds } from '../../stores/needed-first'
import { choiceWithout, isEditable, partKeysOf } from '../../stores/parts'
import { type ShownProposal, useProposals } from '../../stores/proposals'
import type { PartChoice } from './chosen-item'

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
  /** Whether its text may be edited. */
  readonly editable: boolean
  /** What must be applied first. */
  readonly unmet: readonly NeededProposal[]
  /** That what it was planned against moved since: a yes to the whole would not go through. */
  readonly moved: ErrorShape | undefined
  /** Whether a yes is possible now. */
  readonly ready: boolean
}

/** Where the decision on a proposal stands in this window. */
export function useDecision(proposal: ShownProposal): Decision
/** The same of one that may not be fetched yet: there is nothing to decide on before. */
export function useDecision(proposal: ShownProposal | null): Decision | null
export function useDecision(proposal: ShownProposal | null): Decision | null {
  const id = proposal?.id ?? ''
  const draft = useAmendments((state) => amendmentOf(state.byId, id))
  const busy = useProposals((state) => state.deciding.has(id))
  const problem = useProposals((state) => state.problems[id])
  const moved = useProposals((state) => state.moved[id])
  const unmet = useUnmet(proposal)
  const all = useMemo(() => (proposal === null ? [] : partKeysOf(proposal)), [proposal])
  if (proposal === null) return null
  const pending = proposal.status === 'pending'
  const { chooseBy } = proposal
  const choosable = pending && chooseBy !== null && draft.edited === null && all.length > 1
  const shownClass = draft.shown?.class ?? proposal.class
  const amends = draft.edited !== null || choiceWithout(proposal, draft.leftOut) !== undefined
  // Whether the part that is chosen moved, a yes to it tells.
  const goesThrough = moved === undefined || (choosable && amends)
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
    editable: pending && isEditable(proposal),
    unmet,
    moved,
    // Nothing is approved that was not shown: an answer to a choice must be there first.
    ready: pending && unmet.length === 0 && goesThrough && (!amends || draft.shown !== null),
  }
}

const none = { needs: [] }

/** What is not applied yet; what this window has seen since counts. */
export function useUnmet(proposal: Pick<ProposalLine, 'needs'> | null): readonly NeededProposal[] {
  const { needs } = proposal ?? none
  const byId = useProposals((state) => (needs.length === 0 ? undefined : state.byId))
  return unmetNeeds({ needs }, byId ?? {})
}
