import { toAppError } from '../../shared/errors'
import { client } from '../app/client'
import { keepMoved, useProposals } from './proposals'
import { attempt } from './toasts'

/** Looks that are under way at once; each may read files whole. */
const looksAtOnce = 4

const due = new Set<string>()
const looking = new Set<string>()

/**
 * Has it looked at whether what a waiting proposal was planned against is still so: once for many wishes, and for those
 * that come during a look once more after it.
 */
export function lookAtBase(id: string): void {
  due.add(id)
  lookAtDue()
}

function lookAtDue(): void {
  for (const id of due) {
    if (looking.size === looksAtOnce) return
    if (looking.has(id)) continue
    due.delete(id)
    looking.add(id)
    void attempt(lookOnce(id)).then(() => {
      looking.delete(id)
      lookAtDue()
    })
  }
}

async function lookOnce(id: string): Promise<void> {
  const isPending = () => useProposals.getState().byId[id]?.status === 'pending'
  if (!isPending()) return
  try {
    const { moved } = await client.proposals.lookAtBase({ id })
    keepMoved(id, isPending() ? moved : null)
  } catch (error) {
    // What can't be told keeps nobody from deciding: the decision tells it then.
    keepMoved(id, null)
    // The connection shows its own state; what is gone is told by who took it away.
    if (!['unavailable', 'not_found'].includes(toAppError(error).code)) throw error
  }
}
