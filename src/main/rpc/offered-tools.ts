import type { Actor } from '../../shared/actor'
import type { ToolInfo } from '../../shared/contract/tools'
import { assistantOf } from '../agent/policy/policies'
import type { Catalog } from '../services/catalog'
import type { Gate } from '../services/gate'

/** The tools that a caller is told of: to a program over MCP, as to a model, none that it may never use, and none of others. */
export function offeredTo(actor: Actor, catalog: Catalog, gate: Pick<Gate, 'deniedTools'>): ToolInfo[] {
  if (actor.kind !== 'mcp_client') return [...catalog.tools]
  const denied = new Set(gate.deniedTools(assistantOf(actor)))
  return catalog.tools.filter(({ name, foreign }) => foreign !== true && !denied.has(name))
}
