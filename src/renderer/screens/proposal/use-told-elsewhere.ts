import { useEffect, useRef } from 'react'
import type { ProposalLine } from '../../../shared/contract/changes'
import { isDecidedHere } from '../../stores/proposals'
import { notify } from '../../stores/toasts'
import { decisionText } from '../../text/decisions'
import { inLanguage } from '../../text/sentences'

/** Says of a proposal that waited in an open dialog what became of it elsewhere: the dialog closes. */
export function useToldElsewhere(line: ProposalLine | undefined): void {
  const waited = useRef<string | null>(null)
  useEffect(() => {
    if (line === undefined) return
    const { id, status, summary, said, reason } = line
    if (status === 'pending') {
      waited.current = id
      return
    }
    const wasWaiting = waited.current === id
    waited.current = null
    // What failed, expired or is out of date stays in the dialog, with why.
    const title = closes(status)?.(inLanguage(summary, said))
    if (!wasWaiting || title === undefined) return
    const detail = reason === null || reason === '' ? {} : { detail: inLanguage(reason, said) }
    void isDecidedHere(id).then((isHere) => {
      if (!isHere) notify({ tone: 'info', title, ...detail })
    })
  }, [line])
}

function closes(status: ProposalLine['status']): ((what: string) => string) | undefined {
  const { elsewhere } = decisionText()
  if (status === 'approved' || status === 'applied') return elsewhere.approved
  if (status === 'rejected') return elsewhere.rejected
  return status === 'withdrawn' ? elsewhere.withdrawn : undefined
}
