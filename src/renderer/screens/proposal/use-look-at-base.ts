import { useEffect } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { lookAtBase } from '../../stores/proposals'

/** Has it looked at, when a waiting proposal is shown to somebody who looks, whether it still fits what is there. */
export function useLookAtBase({ id, status, class: toolClass }: ProposalLine): void {
  const waits = status === 'pending' && toolClass !== 'read'
  useEffect(() => {
    if (!waits) return
    const look = () => {
      // Where it can't be told, the decision tells it.
      if (document.visibilityState === 'visible') lookAtBase(id).catch(() => undefined)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id, waits])
}
