import { decisionText } from '../text/decisions'
import { inLanguage } from '../text/sentences'
import { text } from '../text/text'
import { isSafeUnseen } from './needed-first'
import { approve, ensureProposal, useProposals } from './proposals'
import { attempt, notify } from './toasts'
import { undoTogetherOrAsk } from './undoing'

/** Approves one after the other, each as it was proposed, and stops at the first that is not applied. */
export async function approveTogether(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const fetched = await attempt(ensureProposal(id).then(() => true))
    if (fetched === undefined) return
    if (await approve(id)) continue
    const { byId, problems } = useProposals.getState()
    const why = problems[id]?.message ?? inLanguage(byId[id]?.reason ?? '', byId[id]?.said)
    notify({ tone: 'danger', title: decisionText().notApplied(byId[id]?.number ?? 0, why) })
    return
  }
}

/**
 * Approves the safe ones of a list, one after the other, those first that others need, and tells how many were applied:
 * one click takes all of those back.
 */
export async function approveSafe(ids: readonly string[]): Promise<void> {
  const changes: string[] = []
  let failed = 0
  const ordered = ids.toSorted(
    (a, b) => (useProposals.getState().byId[a]?.number ?? 0) - (useProposals.getState().byId[b]?.number ?? 0),
  )
  for (const id of ordered) {
    const made = await approveUnseen(id)
    if (made === null) failed += 1
    else changes.push(made)
  }
  tellApplied(changes, failed)
}

/** The change that it made; null where none was. */
async function approveUnseen(id: string): Promise<string | null> {
  const proposal = useProposals.getState().byId[id]
  if (proposal === undefined || !isSafeUnseen(proposal)) return null
  const fetched = await attempt(ensureProposal(id).then(() => true))
  if (fetched !== true || !(await approve(id))) return null
  return useProposals.getState().byId[id]?.changeId ?? null
}

function tellApplied(changes: readonly string[], failed: number): void {
  const t = text()
  const undo = () => void attempt(undoTogetherOrAsk({ kind: 'changes', ids: changes }))
  notify({
    ...(failed === 0
      ? { tone: 'success', title: t.inbox.bulkDone(changes.length) }
      : { tone: 'danger', title: t.inbox.bulkFailed(changes.length, failed) }),
    ...(changes.length === 0
      ? {}
      : {
          action: { label: t.activity.undo, onSelect: undo },
          takesBack: changes,
          // One that was undone elsewhere is not taken back here any more; the others are.
          retell: (undone: string) => {
            const left = changes.filter((change) => change !== undone)
            if (left.length > 0) tellApplied(left, failed)
          },
        }),
  })
}
