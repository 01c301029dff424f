import type { ProposalLine } from '../../../shared/contract/changes'
import type { ToolInfo } from '../../../shared/contract/tools'
import type { Preview } from '../../../shared/tool/preview'

/**
 * Whether what was approved goes on for as long as it takes elsewhere: it brings something in, runs what may reach out, or
 * has begun what lives on. All else is done in a moment, and stopping it would do nothing.
 */
export function canBeStopped(
  { status, goesOn }: Pick<ProposalLine, 'status' | 'goesOn'>,
  preview: Pick<Preview, 'sends'> | undefined,
  tool: Pick<ToolInfo, 'reachesOut'> | undefined,
): boolean {
  if (goesOn === true) return true
  return status === 'approved' && (preview?.sends !== undefined || tool?.reachesOut === true)
}
