import type { McpToolClass, McpToolReview } from '../../../shared/contract/mcp-servers'
import { AppError, toErrorShape } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { decideMcpTool, type StoredMcpTool } from '../../db/mcp-servers'
import type { Database } from '../../db/open'
import { forReview, problemOf } from './offered-tool'
import { standingOf } from './offers'

/** What a person decided of a tool that they saw. */
export interface ToolDecision {
  readonly name: string
  /** Of what was shown. */
  readonly offeredHash: string
  readonly allowed: boolean
  readonly class: McpToolClass
}

/** Whether what was looked at of a tool, where anything was, no longer is what there is; one that was refused stays so. */
export function isWaiting(tool: StoredMcpTool): boolean {
  // Nothing can be decided of one that can't be used.
  if (tool.offered === null || problemOf(tool.offered) !== null) return false
  const standing = standingOf(tool)
  return standing === 'new' || (standing === 'changed' && tool.allowed)
}

/** What a person sees of tools; what has to be looked at comes first. */
export function reviewsOf(rows: readonly StoredMcpTool[]): McpToolReview[] {
  const order = { changed: 0, new: 1, same: 2, gone: 3 }
  return rows
    .map((row): McpToolReview => {
      const { name, storedName, allowed, class: toolClass, offered, offeredHash, accepted } = row
      const problem = offered === null ? null : problemOf(offered)
      return {
        name,
        storedName,
        state: standingOf(row),
        allowed,
        class: toolClass,
        offered: offered === null ? null : forReview(offered),
        offeredHash,
        accepted: accepted === null ? null : forReview(accepted),
        problem: problem === null ? null : toErrorShape(new AppError('unsupported', problem)),
      }
    })
    .sort((a, b) => order[a.state] - order[b.state] || (a.name < b.name ? -1 : 1))
}

/** Stores a decision; throws `conflict` where what was shown is no longer what is offered, `unsupported` for what can't be used. */
export function decide(db: Database, rows: readonly StoredMcpTool[], decision: ToolDecision): void {
  const row = rows.find(({ name }) => name === decision.name)
  if (row === undefined || row.offered === null || row.offeredHash !== decision.offeredHash) {
    throw new AppError('conflict', say('mcp.changed_meanwhile'))
  }
  const problem = problemOf(row.offered)
  if (problem !== null && decision.allowed) throw new AppError('unsupported', problem)
  decideMcpTool(db, row, decision)
}
