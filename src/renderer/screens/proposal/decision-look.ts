import { assertNever } from '../../../shared/errors'
import type { ToolClass } from '../../../shared/tool/classes'

/** How much a proposal looks like something to be careful with. */
export type DecisionLook = 'calm' | 'warning' | 'danger'

/** What only reads or adds is calm; what replaces warns, and what deletes is a danger. */
export function lookOf(shownClass: ToolClass): DecisionLook {
  switch (shownClass) {
    case 'read':
    case 'safe_create':
    case 'safe_update':
      return 'calm'
    case 'destructive_update':
      return 'warning'
    case 'destructive_delete':
      return 'danger'
    default:
      return assertNever(shownClass)
  }
}
