import { assertNever } from '../../../shared/errors'
import { isUntrusted, type Origin, type UndoneSince } from '../../../shared/tool/result'
import type { OwnProposal } from '../../../shared/tool/runtime'
import { findProposal, replacementOf, type StoredProposal } from '../../db/proposals'
import type { GateCall } from '../../services/gate'
import { resultOfDecision, saidUndone } from '../decided-result'
import { expireWhereWritable } from './closing'
import { type GateParts, presentProposal } from './parts'
import { undoneSince } from './undone-since'

/** What became of a caller's own proposal, by id or short number; null where there is none that is its own. */
export function ownProposal(parts: GateParts, call: GateCall, idOrNumber: string): OwnProposal | null {
  expireWhereWritable(parts)
  const asked = findProposal(parts.db, idOrNumber)
  if (asked === null || !isOwn(parts, asked, call, asked.id === idOrNumber)) return null
  const last = lastOf(parts, asked)
  const undone = last.changeId === null ? null : undoneSince(parts.db, last.changeId)
  const anew = last.id === asked.id ? '' : `A person had this proposed again as #${last.number}. `
  return {
    proposal: presentProposal(parts, last),
    result: last.result,
    told: `${undone === null ? '' : `${saidUndone(undone)} `}${anew}${told(parts, last)}`,
    undone,
    madeAnewFrom: last.id === asked.id ? null : asked.id,
    origin: originOf(parts, last, undone),
  }
}

/** As what was told when it was decided; what was approved or undone of it in part has names of its tool's module. */
function originOf(
  parts: GateParts,
  { tool, result, amendment }: StoredProposal,
  undone: UndoneSince | null,
): Origin {
  const origin = result?.origin ?? 'own'
  if (isUntrusted(origin) || (amendment === null && undone?.extent !== 'part')) return origin
  return parts.registry.resolve(tool)?.origin ?? origin
}

/** What a call may ask about: the run's and the conversation's own; whoever decides sees them all anyway. */
function isOwn(parts: GateParts, stored: StoredProposal, call: GateCall, byId: boolean): boolean {
  const { actor, runId, conversationId } = call
  if (runId !== null && stored.runId === runId) return true
  switch (actor.kind) {
    case 'person':
    case 'command_line':
      return true
    case 'assistant':
    case 'sequence':
      if (conversationId !== null && stored.conversationId === conversationId) return true
      break
    case 'mcp_client':
      // A program that was started anew has a session of its own. A name is only claimed, so it must know the id too,
      // which nobody can guess, as they can a number.
      if (byId && stored.actor.kind === 'mcp_client' && stored.actor.name === actor.name) return true
      break
    case 'watched_folder':
      break
    default:
      assertNever(actor.kind)
  }
  // What a person had proposed again belongs to no run.
  const before = stored.replaces === null ? null : findProposal(parts.db, stored.replaces)
  return before !== null && isOwn(parts, before, call, byId)
}

function lastOf(parts: GateParts, stored: StoredProposal): StoredProposal {
  const again = replacementOf(parts.db, stored.id)
  const next = again === null ? null : findProposal(parts.db, again.id)
  return next === null ? stored : lastOf(parts, next)
}

function told(parts: GateParts, stored: StoredProposal): string {
  const { number, status } = stored
  if (status === 'pending') {
    const until = new Date(stored.expiresAt).toISOString()
    const yet = stored.class === 'read' ? 'Nothing is read yet.' : 'Nothing is changed yet.'
    return `Proposal #${number} waits for a person's decision, until ${until} at the latest. ${yet} Go on with other work meanwhile.`
  }
  if (status === 'approved') return `Proposal #${number} was approved and is being applied now.`
  const [, { content }] = resultOfDecision({
    proposal: presentProposal(parts, stored),
    result: stored.result,
  })
  // Where nothing came of applying it, the content says by itself that it was.
  const isTold = status !== 'applied' || stored.result === null
  return isTold ? content : `Proposal #${number} was approved and applied. ${content}`
}
