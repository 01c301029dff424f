import { z } from 'zod'
import type { ToolUseBlock } from '../../shared/run/blocks'
import { toolTitle, toolView } from '../app/tool-views'
import { useProposals } from '../stores/proposals'
import { findTool, useSystem } from '../stores/system'
import { inLanguage } from '../text/sentences'
import { text } from '../text/text'

const proposedSchema = z.object({ status: z.literal('proposed'), proposal_id: z.string() })

/** A call in one line: what it does, what it did, or, where nobody waited for a decision, what it proposed. */
export function useCallLine({ name, input, result, status }: ToolUseBlock): string {
  const proposed = proposedSchema.safeParse(result?.state).data
  const proposal = useProposals((state) => proposed && state.byId[proposed.proposal_id])
  const title = useSystem((state) => findTool(state.tools, name)?.title)
  if (proposed === undefined)
    return toolView(name).line({ input, state: result?.state, done: status === 'done' })
  const what =
    proposal === undefined ? toolTitle(name, title ?? name) : inLanguage(proposal.summary, proposal.said)
  return text().tool.proposed(what)
}
