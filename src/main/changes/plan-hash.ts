import { lookAlikesIn } from '../../shared/text/look-alikes'
import { hasHidden } from '../../shared/text/reveal-hidden'
import type { ToolClass } from '../../shared/tool/classes'
import { isSoonLost, type Preview, thingsIn } from '../../shared/tool/preview'
import { canonicalJson, sha256 } from './canonical-json'

/** What a decision is bound to: everything that was shown and everything that will run. */
export interface Countersigned {
  readonly tool: string
  readonly class: ToolClass
  readonly input: unknown
  readonly plan: unknown
  readonly preview: Preview
}

/** The hash that a decision must name; made from the stored row again before anything is applied. */
export function planHash({ tool, class: toolClass, input, plan, preview }: Countersigned): string {
  return sha256(canonicalJson({ tool, class: toolClass, input, plan, preview }))
}

/** What must be typed to approve a removal of several things, or of one that may not come back; null when a click is enough. */
export function typedConfirmation(toolClass: ToolClass, preview: Preview): string | null {
  if (toolClass !== 'destructive_delete') return null
  const lost = preview.lost.length > 0 ? preview.lost : preview.targets
  const things = thingsIn(lost)
  if (things > 1) return `delete ${things}`
  if (!isSoonLost(preview)) return null
  const name = lost[0]?.label ?? 'delete'
  return isTypedAsSeen(name) ? name : 'delete 1'
}

/** Whether a name looks like what it is, so that who reads it can type it. */
function isTypedAsSeen(name: string): boolean {
  // Spaces at the ends and runs of them are not seen, and other spaces than the common one are seen as that.
  const isSpaced = name !== name.trim() || / {2}|[^\S ]/.test(name)
  return name !== '' && !isSpaced && !hasHidden(name) && lookAlikesIn([name]).length === 0
}
