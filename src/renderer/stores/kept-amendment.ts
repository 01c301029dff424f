import { amendmentOf, editContent, leaveOut, proposedText, useAmendments } from './amendments'
import { partKeysOf } from './parts'
import type { ShownProposal } from './proposals'

/**
 * Takes what a person edited or left out of a proposal before it is planned anew; answers what makes it the draft of the
 * new one where that shows the same, and undefined where there is nothing to keep.
 */
export async function draftToKeep(
  former: ShownProposal,
): Promise<((fresh: ShownProposal) => Promise<void>) | undefined> {
  const { edited, leftOut } = amendmentOf(useAmendments.getState().byId, former.id)
  if (edited !== null) {
    const proposed = await proposedText(former)
    return async (fresh) => {
      // A text that was edited from another one would take back what moved.
      if (fresh.editable && (await proposedText(fresh)) === proposed) await editContent(fresh, edited)
    }
  }
  if (leftOut.size === 0) return undefined
  const shown = thingsOf(former)
  return async (fresh) => {
    if (thingsOf(fresh) === shown) await leaveOut(fresh, leftOut)
  }
}

/** What the parts of a proposal are parts of, as one text. */
function thingsOf(proposal: ShownProposal): string {
  const { chooseBy, preview } = proposal
  const things = chooseBy === 'items' ? preview.targets.map(({ reference }) => reference) : preview.changes
  return JSON.stringify([chooseBy, partKeysOf(proposal), things])
}
