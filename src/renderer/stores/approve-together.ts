import { decisionText } from '../text/decisions'
import { inLanguage } from '../text/sentences'
import { approve, ensureProposal, useProposals } from './proposals'
import { attempt, notify } from './toasts'

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
