import type { CombinedChange, DryOutcome, DryRun } from '../../shared/contract/sequences'
import { AppError, assertNever, toErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { SequenceStep } from '../../shared/sequences/definition'
import { referencesIn } from '../../shared/sequences/template'
import type { Target } from '../../shared/tool/preview'
import type { ToolResult } from '../../shared/tool/result'
import type { DryCall, DryPlan, Gate, GateCall } from '../services/gate'
import { bindInput, type NamedStep, type StepOutput } from './bind'
import type { Followed } from './progress'

type Numbered = DryPlan & { readonly number: number }

/** Carries a sequence out as far as reading and planning go, and says what its steps come to together. */
export function dryRunOf(
  gate: Pick<Gate, 'asDryRun' | 'dryCall' | 'combine'>,
  followed: Followed & { readonly isRead: (tool: string) => boolean },
  caller: Pick<GateCall, 'actor' | 'signal'>,
): Promise<DryRun> {
  return gate.asDryRun(async (runId) => {
    const place = { ...caller, approval: null, runId, conversationId: null, toolUseId: null }
    const outputs = new Map<string, StepOutput>()
    const plans: Numbered[] = []
    const unknown: number[] = []
    const steps: DryRun['steps'] = []
    let reached = true

    const outcomeOf = async (named: NamedStep): Promise<DryOutcome> => {
      const { step, number } = named
      const bound = bindInput(named, { inputs: followed.inputs, outputs })
      if (bound.kind === 'unknown') {
        unknown.push(number)
        foresee(outputs, step, {}, number)
        return { kind: 'unknown', steps: [...bound.steps] }
      }
      if (bound.kind === 'problem') {
        return { kind: 'failed', error: toErrorShape(new AppError('invalid_input', bound.words)) }
      }
      const waited = followed.isRead(step.tool) ? foreseenIn(step, outputs) : []
      if (waited.length > 0) {
        // What is only planned can't be read yet.
        foresee(outputs, step, {}, number)
        return { kind: 'unknown', steps: waited }
      }
      const call = { ...place, tool: step.tool, input: bound.input }
      const made = await gate.dryCall(call, plans)
      if (made.kind === 'planned') plans.push({ ...made.planned, number })
      if (made.kind === 'planned') foresee(outputs, step, made.foreseen ?? {}, number)
      if (made.kind === 'asks' || made.kind === 'sends') foresee(outputs, step, {}, number)
      if (made.kind === 'done' && made.result.success && step.output !== '') {
        outputs.set(step.output, { value: made.result.state })
      }
      return shown(made, [...plans.map((each) => each.number), ...unknown])
    }

    for (const [index, step] of followed.definition.steps.entries()) {
      caller.signal.throwIfAborted()
      const named = { number: index + 1, title: followed.titleOf(step), step }
      const outcome: DryOutcome = reached ? await outcomeOf(named) : { kind: 'not_reached' }
      steps.push({
        ...{ stepId: step.id, number: named.number, title: named.title, tool: step.tool, outcome },
      })
      if (outcome.kind === 'failed' && !step.goesOn) reached = false
    }
    return { steps, combined: await combined(gate, plans, caller) }
  })
}

/** The steps whose output is only foreseen and that this one takes something of. */
function foreseenIn({ fields }: SequenceStep, outputs: ReadonlyMap<string, StepOutput>): number[] {
  const names = Object.values(fields).flatMap((binding) =>
    binding.from === 'output'
      ? [binding.of]
      : binding.from === 'text'
        ? referencesIn(binding.template).flatMap((reference) =>
            reference.kind === 'output' ? [reference.of] : [],
          )
        : [],
  )
  const steps = names.flatMap((name) => outputs.get(name)?.foreseenOf ?? [])
  return [...new Set(steps)].toSorted((a, b) => a - b)
}

function foresee(outputs: Map<string, StepOutput>, step: SequenceStep, value: unknown, number: number): void {
  if (step.output !== '') outputs.set(step.output, { value, foreseenOf: number })
}

/** A step that reads, after steps that would change something, sees none of that. */
function shown(made: DryCall, before: readonly number[]): DryOutcome {
  switch (made.kind) {
    case 'done':
      return made.result.success
        ? { kind: 'read', result: made.result, before: [...before].toSorted((a, b) => a - b) }
        : { kind: 'failed', error: errorOf(made.result) }
    case 'asks':
      return { kind: 'asks', preview: made.preview }
    case 'sends':
      return { kind: 'sends', hosts: [...made.hosts] }
    case 'planned': {
      const { class: ofPlan, raisedBecause, said, planned } = made
      return {
        ...{ kind: 'planned', class: ofPlan, raisedBecause: [...raisedBecause], said },
        preview: planned.preview,
      }
    }
    default:
      return assertNever(made)
  }
}

function errorOf({ error }: ToolResult) {
  return error ?? toErrorShape(new AppError('cancelled', say('run.call_stopped')))
}

async function combined(
  gate: Pick<Gate, 'combine'>,
  plans: readonly Numbered[],
  caller: Pick<GateCall, 'actor' | 'signal'>,
): Promise<CombinedChange[]> {
  const all = await gate.combine(plans, caller)
  return all.map(({ target, changes }) => ({
    target,
    changes: [...changes],
    steps: plans.flatMap(({ preview, number }) =>
      preview.targets.some((other) => concerns(other, target)) ? [number] : [],
    ),
  }))
}

function concerns(one: Target, other: Target): boolean {
  return one.reference === other.reference || one.to === other.reference
}
