import { useMemo } from 'react'
import { z } from 'zod'
import type { ToolUseBlock } from '../../shared/run/blocks'
import { partialInput } from '../../shared/run/partial-input'
import { toolTitle, toolView } from '../app/tool-views'
import { useProposals } from '../stores/proposals'
import { findTool, useSystem } from '../stores/system'
import { inLanguage } from '../text/sentences'
import { text } from '../text/text'
import { useGoesOn } from './use-changes-made'

const proposedSchema = z.object({ status: z.literal('proposed'), proposal_id: z.string() })

/** Half of a name or a path would name something else; what has lines is a text, whose beginning is no other. */
const isText = (unfinished: string) => unfinished.includes('\n')

/** A call in one line: what it does, what it did, or, where nobody waited for a decision, what it proposed. */
export function useCallLine(block: ToolUseBlock): string {
  const { name, input, inputJson, result, status } = block
  const known = useMemo(() => input ?? partialInput(inputJson, isText), [input, inputJson])
  const proposed = proposedSchema.safeParse(result?.state).data
  const proposal = useProposals((state) => proposed && state.byId[proposed.proposal_id])
  const title = useSystem((state) => findTool(state.tools, name)?.title)
  const goesOn = useGoesOn(block)
  if (proposed === undefined)
    return toolView(name).line({ input: known, state: result?.state, done: status === 'done', goesOn })
  const what =
    proposal === undefined ? toolTitle(name, title ?? name) : inLanguage(proposal.summary, proposal.said)
  return text().tool.proposed(what)
}
