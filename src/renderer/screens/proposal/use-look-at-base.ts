import { useEffect } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { useChanges } from '../../stores/changes'
import { lookAtBase } from '../../stores/moved-bases'
import { useUnmet } from './use-decision'

/**
 * Has it looked at whether a waiting proposal still fits what is there: when it is shown to somebody who looks, and while
 * it is whenever something was changed or taken back, or what it builds on was applied.
 */
export function useLookAtBase(line: ProposalLine): void {
  const { id, status, class: toolClass } = line
  const waits = status === 'pending' && toolClass !== 'read'
  const unmet = useUnmet(line).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it builds on says when to look, not how.
  useEffect(() => {
    if (!waits) return
    const look = () => {
      if (document.visibilityState === 'visible') lookAtBase(id)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    const leave = useChanges.subscribe((now, before) => now.latest !== before.latest && look())
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
      leave()
    }
  }, [id, waits, unmet])
}
