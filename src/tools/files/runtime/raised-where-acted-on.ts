import type { FileService } from '../../../main/files/service'
import { say } from '../../../shared/sentences/say'
import type { FileChange, Transition } from '../../../shared/tool/file-change'
import type { Raise } from '../../../shared/tool/preview'
import type { Planned, Unchanged } from '../../../shared/tool/runtime'

type Outcome = Planned<FileChange> | Unchanged<unknown>
type Planning = (...given: readonly unknown[]) => Promise<Outcome>

/** The ways in which a plan comes about. */
const planning = ['plan', 'edit', 'narrow'] as const

/**
 * Has every tool of a table that changes files ask in a dialog where other programs act by themselves on what it
 * writes: a hook or a setting of an editor is a command that somebody else runs.
 */
export function raisedWhereActedOn<Tools extends object>(files: FileService, tools: Tools): Tools {
  const entries = Object.entries(tools).map(([name, tool]) => {
    if (typeof tool !== 'object' || tool === null || !('plan' in tool)) return [name, tool]
    // What has a plan is a tool that changes files, which may have other ways to come to one.
    const given = tool as Partial<Record<(typeof planning)[number], Planning>>
    const raising = planning.flatMap((way) => {
      const original = given[way]
      if (original === undefined) return []
      return [[way, async (...input: readonly unknown[]) => raised(files, await original(...input))] as const]
    })
    return [name, { ...tool, ...Object.fromEntries(raising) }]
  })
  return Object.fromEntries(entries)
}

function raised(files: FileService, outcome: Outcome): Outcome {
  if ('unchanged' in outcome) return outcome
  const inside = outcome.preview.targets.find(({ actedOn }) => actedOn !== undefined)?.actedOn
  const path = outcome.plan.transitions.flatMap(writtenBy).find(files.actedOn()) ?? inside
  if (path === undefined) return outcome
  const { raise } = outcome
  const before = raise === undefined ? [] : Array.isArray(raise.reason) ? raise.reason : [raise.reason]
  const also: Raise = {
    class: raise?.class ?? 'destructive_update',
    reason: [...before, say('files.acted_on', { path })],
  }
  return { ...outcome, raise: also }
}

/** Where a step puts something. */
function writtenBy(step: Transition): string[] {
  if (step.op === 'move') return [step.to]
  if (step.op === 'write') return step.after.kind === 'absent' ? [] : [step.path]
  return step.op === 'copy' || step.op === 'restore' ? [step.path] : []
}
