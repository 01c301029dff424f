import type { ToolUseBlock, ToolUseStatus } from '../../shared/run/blocks'
import { useProposals } from '../stores/proposals'
import { callStatus } from './call-status'

/** Where a call stands now. */
export function useCallStatus(block: ToolUseBlock): ToolUseStatus {
  return useProposals(({ byId }) => callStatus(block, byId))
}
