import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { isUntrusted } from '../../../shared/tool/result'
import { type Database, inTransaction } from '../../db/open'
import { addRunTaint, runTaintsOf } from '../../db/run-taints'
import type { GateCall } from '../../services/gate'
import type { Told } from './told'

/** Characters of a source's name that a card shows: a title is text from outside too. */
const nameCharacters = 120
/** Sources that a card names. */
const namedSources = 3

/** Where a call belongs; one of a person or of the command line belongs to no run, and the session of an MCP client is one. */
export interface TaintPlace {
  readonly runId: string | null
  readonly conversationId: string | null
}

/** Remembers that a run was given text that anybody may have written. */
export function noteTaint(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  place: TaintPlace,
  tool: string,
  { origin, sources }: Told,
): void {
  const { runId, conversationId } = place
  if (runId === null || !isUntrusted(origin) || sources?.length === 0) return
  const at = now().getTime()
  // One wait for the disk, however many they are.
  inTransaction(db, () => {
    for (const source of new Set(sources ?? [''])) {
      addRunTaint(db, { runId, conversationId, origin, source: shortened(source), tool, at })
    }
  })
}

/**
 * Why a run's writes are proposed although a policy or a grant would let them through; null while it has read
 * nothing from outside. What earlier runs of the conversation read counts, because the model is sent it again.
 */
export function taintReason(db: Database, { runId, conversationId }: TaintPlace): Sentence | null {
  if (runId === null) return null
  const taints = runTaintsOf(db, runId, conversationId)
  if (taints.length === 0) return null
  const own = taints.filter((taint) => taint.runId === runId)
  const [scope, read] = own.length > 0 ? (['run', own] as const) : (['conversation', taints] as const)
  // What several runs of a conversation have read is one thing to the person.
  const sources = [...new Map(read.map((one) => [`${one.origin} ${one.source}`, one])).values()]
  const told = sources.slice(0, namedSources)
  return say('gate.has_read', {
    scope,
    names: told.map(({ source }) => source),
    origins: told.map(({ origin }) => origin),
    more: sources.length - told.length,
  })
}

/** The names of what the run has read from outside, and the runs before it in its conversation, each once. */
export function readFromOutside(db: Database, { runId, conversationId }: TaintPlace): string[] {
  if (runId === null) return []
  const named = runTaintsOf(db, runId, conversationId).map(({ origin, source }) => source || origin)
  return [...new Set(named)]
}

/** Why a call is asked that sends to these hosts; null while the run has read nothing from outside. */
export function sendingReason(
  db: Database,
  { runId, conversationId }: TaintPlace,
  hosts: readonly string[],
): Sentence | null {
  if (runId === null || hosts.length === 0) return null
  const taints = runTaintsOf(db, runId, conversationId)
  if (taints.length === 0) return null
  const scope = taints.some((taint) => taint.runId === runId) ? 'run' : 'conversation'
  return say('gate.would_send', { scope, hosts: [...hosts] })
}

/**
 * Why a program's call is asked that sends to these hosts, although the program was started with `--approve safe`: what
 * its model has read elsewhere is not known here. Null for everyone else.
 */
export function clientSendingReason(
  { actor, approval }: Pick<GateCall, 'actor' | 'approval'>,
  hosts: readonly string[],
): Sentence | null {
  if (actor.kind !== 'mcp_client' || approval !== 'safe' || hosts.length === 0) return null
  return say('gate.client_sends', { name: actor.name, hosts: [...hosts] })
}

function shortened(source: string): string {
  const characters = [...source.trim()]
  return characters.length > nameCharacters
    ? `${characters.slice(0, nameCharacters - 1).join('')}…`
    : characters.join('')
}
