import type { RetentionLimits } from '../../../shared/contract/retention'
import type { Preview } from '../../../shared/tool/preview'
import { text } from '../../text/text'

/** Whether, and for how long, what goes can be brought back. */
export function recoveryInWords(
  { recovery }: Pick<Preview, 'recovery'>,
  { days }: Pick<RetentionLimits, 'days'>,
): string {
  const t = text().proposal.recovery
  return recovery === 'trash' ? t.trash(days) : t[recovery]
}
