import { toAppError } from '../../../shared/errors'
import type { ChangePreview, Target } from '../../../shared/tool/preview'
import type { Combined } from '../../../shared/tool/runtime'
import { unlessAborted } from '../../async/until-aborted'
import { forgetRunTaints, forgetRunTaintsLike } from '../../db/run-taints'
import { newId } from '../../identifier'
import type { DryCall, DryPlan, GateCall } from '../../services/gate'
import { noteTaint } from '../policy/taint'
import { originated } from '../policy/told'
import { successOf } from '../results'
import { fittingState, type RegisteredWrite } from './apply'
import { questionByPolicy } from './asked-by-policy'
import { atBorder, contextOf, planningIn, readingIn } from './calling'
import { draftOfPlan } from './draft'
import { questionBeforeSending } from './outgoing'
import type { GateParts } from './parts'
import { type RegisteredRead, refusedForItsPlace, runRead, wayAfterRefusal } from './read'
import { raisedBy, reasonsFor } from './reasons'

/** Begins the id of a dry run, which is the run of no conversation. */
const dryRunPrefix = 'dry-run '

/** Runs something as a dry run; what it has read is forgotten with it. */
export async function asDryRun<T>(parts: GateParts, work: (runId: string) => Promise<T>): Promise<T> {
  const runId = `${dryRunPrefix}${newId()}`
  try {
    return await work(runId)
  } finally {
    forgetRunTaints(parts.db, runId)
  }
}

/** At start: forgets what dry runs had read that a crash ended; a disk that takes nothing keeps no one from reading. */
export function forgetDryRuns({ db }: Pick<GateParts, 'db'>): void {
  try {
    forgetRunTaintsLike(db, dryRunPrefix)
  } catch (error) {
    const { code } = toAppError(error)
    if (code !== 'unavailable' && code !== 'read_only') throw error
  }
}

/**
 * Makes a call as far as reading and planning go, on what the plans before would leave. Nothing is proposed, applied, sent
 * or stored but what the run has read, by which it is asked before it would send anything, as a real one is.
 */
export function dryCall(parts: GateParts, call: GateCall, before: readonly DryPlan[]): Promise<DryCall> {
  return atBorder(parts, call, done, (found, input, policy) =>
    found.kind === 'read'
      ? read(parts, found, input, call, before, policy === 'propose')
      : plan(parts, found, input, call, before),
  )
}

async function read(
  parts: GateParts,
  found: RegisteredRead,
  input: unknown,
  call: GateCall,
  before: readonly DryPlan[],
  isAsked: boolean,
): Promise<DryCall> {
  const plans = before.map(({ plan: each }) => each)
  const context = readingIn(parts, found, input, call, plans)
  try {
    const question =
      questionBeforeSending(parts, found, input, call) ??
      (isAsked ? await questionByPolicy(parts, found, input, call, context) : null)
    if (question !== null) return { kind: 'asks', preview: question.preview }
    const hosts = found.tool.sendsTo?.(input) ?? []
    if (hosts.length > 0 || found.tool.asksModel === true) return { kind: 'sends', hosts }
    return done(await runRead(parts, found, input, call, context))
  } catch (error) {
    const way = refusedForItsPlace(error)
      ? await wayAfterRefusal(parts, found, input, call, context, isAsked)
      : null
    if (way?.question == null) throw error
    return { kind: 'asks', preview: way.question.preview }
  }
}

async function plan(
  parts: GateParts,
  found: RegisteredWrite,
  input: unknown,
  call: GateCall,
  before: readonly DryPlan[],
): Promise<DryCall> {
  const plans = before.map(({ plan: each }) => each)
  const context = planningIn(parts, call, plans)
  const planned = await unlessAborted(call.signal, found.implementation.plan(input, context))
  if ('unchanged' in planned) {
    const unchanged = originated(planned.unchanged, found)
    noteTaint(parts, call, found.tool.name, unchanged)
    return done(successOf(unchanged, fittingState(found.tool, unchanged.state)))
  }
  const made = draftOfPlan(found.tool, call.input, planned)
  const draft = raisedBy(made, reasonsFor(parts, made, call))
  const { class: ofPlan, raisedBecause, said, preview } = draft
  return {
    kind: 'planned',
    planned: { tool: found.tool.name, plan: found.tool.plan.parse(draft.plan), preview },
    ...{ class: ofPlan, raisedBecause, said },
    foreseen: found.implementation.foresee?.(found.tool.plan.parse(draft.plan)) ?? null,
  }
}

/** What plans that build on each other come to, thing by thing, in the order in which the first of them touches each. */
export async function combine(
  parts: GateParts,
  plans: readonly DryPlan[],
  call: Pick<GateCall, 'signal' | 'actor'>,
): Promise<readonly Combined[]> {
  const context = contextOf({
    ...{ tool: '', input: null, approval: null, runId: null, conversationId: null, toolUseId: null },
    ...call,
  })
  const groups = new Map<string, { found: RegisteredWrite; plans: DryPlan[] }>()
  for (const each of plans) {
    const found = parts.registry.resolve(each.tool)
    if (found?.kind !== 'write') continue
    const module = parts.registry.titles(each.tool).module
    const group = groups.get(module) ?? { found, plans: [] }
    group.plans.push(each)
    groups.set(module, group)
  }
  const all: Combined[] = []
  for (const { found, plans: ofModule } of groups.values()) {
    const together = await found.implementation.together?.(
      ofModule.map(({ plan: each }) => each),
      context,
    )
    all.push(...(together ?? combinedAsShown(ofModule)))
  }
  return all
}

/** By what each plan shows: fields from their first to their last value, everything else one after the other. */
function combinedAsShown(plans: readonly DryPlan[]): Combined[] {
  const things = new Map<string, { target: Target; changes: ChangePreview[] }>()
  for (const { preview } of plans) {
    const [target] = preview.targets
    if (target === undefined) continue
    const key = `${target.kind} ${target.reference}`
    const thing = things.get(key) ?? { target, changes: [] }
    for (const change of preview.changes) takeChange(thing.changes, change)
    things.set(key, thing)
  }
  return [...things.values()].filter(({ changes }) => changes.length > 0)
}

function takeChange(changes: ChangePreview[], change: ChangePreview): void {
  const at = changes.findIndex((other) => other.kind === 'fields' && change.kind === 'fields')
  const earlier = changes[at]
  if (earlier?.kind !== 'fields' || change.kind !== 'fields') {
    changes.push(change)
    return
  }
  // What is made and then changed is made so.
  const isNew = earlier.fields.every(({ before }) => before === null)
  const fields = new Map(earlier.fields.map((field) => [field.name, field]))
  for (const field of change.fields) {
    const first = fields.get(field.name)
    fields.set(field.name, { ...field, before: first?.before ?? (isNew ? null : field.before) })
  }
  changes[at] = { ...earlier, fields: [...fields.values()].filter(({ before, after }) => before !== after) }
}

function done(result: Extract<DryCall, { kind: 'done' }>['result']): DryCall {
  return { kind: 'done', result }
}
