import type { Policy } from '../../../shared/tool/policy'
import type { ToolResult } from '../../../shared/tool/result'
import type { ToolContext } from '../../../shared/tool/runtime'
import { asStopped } from '../../async/until-aborted'
import { pendingPlansOfRun } from '../../db/pending-proposals'
import type { GateCall } from '../../services/gate'
import { requireAllowed } from '../policy/policies'
import { noteTaint, readFromOutside } from '../policy/taint'
import { toldByFailure } from '../policy/told'
import type { RegisteredTool } from '../registry'
import { failureOf, unknownTool, wrongInput } from '../results'
import { ownProposal } from './own-proposal'
import type { GateParts } from './parts'
import type { RegisteredRead } from './read'
import { brokenText, lostField } from './whole-input'

/** What every implementation is told of a call. */
export function contextOf({
  signal,
  runId,
  actor,
  approval,
  progress = () => undefined,
  used,
}: GateCall): ToolContext {
  const byHand = approval === 'gesture' ? ({ byHand: true } as const) : {}
  return { signal, progress, runId, actor, ...byHand, ...(used === undefined ? {} : { used }) }
}

/**
 * What a run proposed before and nobody has decided yet counts when it plans further, and is told when it reads; in a dry
 * run, `before` is what the steps before would change.
 */
export function planningIn({ db }: GateParts, call: GateCall, before?: readonly unknown[]): ToolContext {
  const { runId, keepsWordsOf } = call
  if (keepsWordsOf !== undefined) {
    return { ...contextOf(call), outside: () => readFromOutside(db, keepsWordsOf) }
  }
  if (runId === null) return contextOf(call)
  return {
    ...contextOf(call),
    pendingPlans: () => before ?? pendingPlansOfRun(db, runId),
    outside: () => readFromOutside(db, call),
  }
}

/** A read sends to no other host than its tool declares. */
export function readingIn(
  parts: GateParts,
  { tool }: RegisteredRead,
  input: unknown,
  call: GateCall,
  before?: readonly unknown[],
): ToolContext {
  const context = {
    ...planningIn(parts, call, before),
    ownProposal: (id: string) => ownProposal(parts, call, id),
  }
  return tool.sendsTo === undefined ? context : { ...context, onlyHosts: tool.sendsTo(input) }
}

/**
 * The tool-call border: a call is carried out by `work` when its tool is known, allowed and takes its input; whatever is
 * thrown becomes a result.
 */
export async function atBorder<T>(
  parts: GateParts,
  call: GateCall,
  done: (result: ToolResult) => T,
  work: (found: RegisteredTool, input: unknown, policy: Policy | null) => Promise<T>,
): Promise<T> {
  try {
    const found = parts.registry.resolve(call.tool)
    if (found === null) return done(unknownTool(call.tool, parts.registry.nearest(call.tool)))
    const policy = requireAllowed(parts, found, call)
    const input = found.tool.input.safeParse(call.input)
    const isRead = found.tool.class === 'read'
    const lost = lostField(call.input)
    const problem = lost ?? (!input.success ? input.error : isRead ? null : brokenText(input.data))
    if (problem !== null) return done(wrongInput(found.tool.name, problem, fieldsOf(parts, found)))
    return await failuresNoted(parts, found, call, work(found, input.data, policy))
  } catch (error) {
    return done(failureOf(call.signal.aborted ? asStopped(error) : error, call.input))
  }
}

/** The names of the fields that a tool takes. */
function fieldsOf({ registry }: GateParts, { tool }: RegisteredTool): string[] {
  const schema = registry.catalog.tools.find((info) => info.name === tool.name)?.inputSchema
  return Object.keys(schema?.properties ?? {})
}

/** Remembers what a failure tells, before anyone is told of it. */
async function failuresNoted<T>(
  parts: GateParts,
  found: RegisteredTool,
  call: GateCall,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    noteTaint(parts, call, found.tool.name, toldByFailure(error, found, call.input))
    throw error
  }
}
