import type { ToolInfo } from '../../../shared/contract/tools'
import type { SequenceDefinition, SequenceStep } from '../../../shared/sequences/definition'
import { placesIn, type ValueKind } from '../../../shared/sequences/schema-place'
import { toolTitle } from '../../app/tool-views'
import { sequencesText } from '../../text/sequences'

/** Places of one output that are offered: the longest output of a tool has fewer. */
const mostPlaces = 200

/** A step before another one, with what it gives. */
export interface EarlierStep {
  readonly number: number
  readonly step: SequenceStep
  readonly title: string
  readonly places: readonly { readonly path: string; readonly label: string }[]
}

/** What a step is called: its own title or that of its tool. */
export function stepTitle({ title, tool }: SequenceStep, tools: readonly ToolInfo[]): string {
  if (title.trim() !== '') return title.trim()
  const known = tools.find(({ name }) => name === tool)
  return known === undefined ? tool : toolTitle(known.name, known.title)
}

/** The steps before one, with the places of what they give, as the schemas of their tools tell them. */
export function earlierSteps(
  { steps }: SequenceDefinition,
  index: number,
  tools: readonly ToolInfo[],
): readonly EarlierStep[] {
  return steps.slice(0, index).map((step, at) => ({
    number: at + 1,
    step,
    title: stepTitle(step, tools),
    places: placesIn(tools.find(({ name }) => name === step.tool)?.outputSchema, mostPlaces).map(
      ({ path, kinds }) => ({ path, label: `${path}${kindsInWords(kinds)}` }),
    ),
  }))
}

function kindsInWords(kinds: ReadonlySet<ValueKind> | null): string {
  const t = sequencesText().kinds
  const told = [...(kinds ?? [])].filter((kind) => kind !== 'null').map((kind) => t[kind])
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}
