import { create } from 'zustand'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import type { Choice, Edited } from '../../shared/tool/choice'
import type { PartKey } from '../../shared/tool/parts'
import { client } from '../app/client'
import { choiceWithout } from './parts'
import type { ShownProposal } from './proposals'

/** What approving a part, or an edited content, would apply. */
export type Amended = Awaited<ReturnType<typeof client.proposals.amend>>

/** What a person leaves out of a proposal, or puts in place of its content, before deciding. */
export interface AmendmentDraft {
  readonly leftOut: ReadonlySet<PartKey>
  readonly edited: string | null
  /** As main showed it; null while it is asked, and when nothing is left out or edited. */
  readonly shown: Amended | null
  readonly asking: boolean
  readonly problem: ErrorShape | null
}

const untouched: AmendmentDraft = {
  leftOut: new Set(),
  edited: null,
  shown: null,
  asking: false,
  problem: null,
}

/** Drafts by proposal; they live in this window until the proposal is decided. */
export const useAmendments = create<{ readonly byId: Readonly<Record<string, AmendmentDraft>> }>(() => ({
  byId: {},
}))

const { setState: set, getState: get } = useAmendments

/** The draft of a proposal; an untouched one where there is none. */
export function amendmentOf(drafts: Readonly<Record<string, AmendmentDraft>>, id: string): AmendmentDraft {
  return drafts[id] ?? untouched
}

/** Leaves a part out, or takes it in again. */
export async function choosePart(proposal: ShownProposal, part: PartKey, chosen: boolean): Promise<void> {
  const leftOut = new Set(amendmentOf(get().byId, proposal.id).leftOut)
  if (chosen) leftOut.delete(part)
  else leftOut.add(part)
  await change(proposal, { leftOut, edited: null })
}

/** Leaves out exactly these parts. */
export async function leaveOut(proposal: ShownProposal, leftOut: ReadonlySet<PartKey>): Promise<void> {
  await change(proposal, { leftOut, edited: null })
}

/** Puts a text in place of the proposed one; null takes the proposed one again. Answers whether main took it. */
export async function editContent(proposal: ShownProposal, edited: string | null): Promise<boolean> {
  return await change(proposal, { leftOut: new Set(), edited })
}

/** The proposed text that a person may put another in place of. */
export async function proposedText({
  id,
  planHash,
}: Pick<ShownProposal, 'id' | 'planHash'>): Promise<string> {
  return (await client.proposals.textToEdit({ id, planHash })).text
}

/** Forgets a draft. */
export function dropAmendment(id: string): void {
  if (get().byId[id] === undefined) return
  set(({ byId: { [id]: _, ...rest } }) => ({ byId: rest }))
}

/** What an approval must carry so that exactly what is shown is applied; empty for the whole of a proposal. */
export function amendedApproval(proposal: ShownProposal): {
  choice?: Choice
  edited?: Edited
  amendedHash?: string
} {
  const draft = amendmentOf(get().byId, proposal.id)
  const wanted = wantedOf(proposal, draft)
  if (wanted === undefined) return {}
  // Without an answer there is nothing that was shown: main then holds it to the choice alone.
  return { ...wanted, ...(draft.shown === null ? {} : { amendedHash: draft.shown.planHash }) }
}

async function change(
  proposal: ShownProposal,
  to: Pick<AmendmentDraft, 'leftOut' | 'edited'>,
): Promise<boolean> {
  const { id, planHash } = proposal
  const wanted = wantedOf(proposal, to)
  if (wanted === undefined) {
    dropAmendment(id)
    return true
  }
  const nothing = wanted.choice !== undefined && isEmpty(wanted.choice)
  const draft: AmendmentDraft = { ...to, shown: null, asking: !nothing, problem: null }
  set(({ byId }) => ({ byId: { ...byId, [id]: draft } }))
  if (nothing) return true
  const answer = await client.proposals.amend({ id, planHash, ...wanted }).then(
    (shown) => ({ ...draft, shown, asking: false }),
    (error: unknown) => ({ ...draft, asking: false, problem: toErrorShape(error) }),
  )
  // A later click has asked anew; its answer counts.
  if (get().byId[id] === draft) set(({ byId }) => ({ byId: { ...byId, [id]: answer } }))
  return answer.problem === null
}

function wantedOf(
  proposal: ShownProposal,
  draft: Pick<AmendmentDraft, 'leftOut' | 'edited'>,
): { choice?: Choice; edited?: Edited } | undefined {
  if (draft.edited !== null) return { edited: { content: draft.edited } }
  const choice = choiceWithout(proposal, draft.leftOut)
  return choice === undefined ? undefined : { choice }
}

/** Whether a choice names no part at all. */
function isEmpty(choice: Choice): boolean {
  return (choice.items ?? choice.hunks ?? choice.fields ?? []).length === 0
}
