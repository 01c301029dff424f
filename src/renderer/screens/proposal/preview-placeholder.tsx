import type { ProposalLine } from '../../../shared/contract/changes'
import { ensureProposal, useProposals } from '../../stores/proposals'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { previewHeight } from './preview-sizes'
import './proposal.css'

/** Stands where a proposal will show what it does, until that is fetched. */
export function PreviewPlaceholder({ line }: { readonly line: ProposalLine }) {
  const failure = useProposals((state) => state.missing[line.id])
  if (failure !== undefined) {
    return (
      <Notice
        tone="danger"
        title={failure.message}
        announce
        actions={
          <Button size="sm" onClick={() => void attempt(ensureProposal(line.id))}>
            {text().app.retry}
          </Button>
        }
      />
    )
  }
  if (line.outline.length === 0) return null
  return (
    <div className="preview-waiting" aria-busy style={{ height: previewHeight(line) }}>
      <span className="visually-hidden">{text().app.loading}</span>
    </div>
  )
}
