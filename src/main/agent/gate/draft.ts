import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type SaidByText, type Sentence, saidOf, textOf } from '../../../shared/sentences/sentence'
import { severest, type WriteClass } from '../../../shared/tool/classes'
import { hostsOfCall, type ReadTool, type WriteTool } from '../../../shared/tool/define'
import { type Preview, previewSchema, type Raise, spoken, thingsIn } from '../../../shared/tool/preview'
import type { Planned, ReadQuestion } from '../../../shared/tool/runtime'
import { canonicalJson, sha256 } from '../../changes/canonical-json'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import type { RegisteredTool } from '../registry'

/** Things that one change touches without being asked as a destructive one: what a person takes in at a glance. */
const targetsOfOneChange = 10

/** A plan with its final class, as it is shown, hashed and stored. */
export interface Draft {
  readonly class: WriteClass
  readonly raisedBecause: string[]
  /** What these reasons say. */
  readonly said: SaidByText
  readonly input: unknown
  readonly plan: unknown
  readonly preview: Preview
  readonly planHash: string
  readonly typeToConfirm: string | null
  /** Whether its plan asks for more care than its tool does in general, also where its class is the same. */
  readonly isRaised: boolean
}

/** A question about reading, as it is shown, hashed and stored. */
export type ReadDraft = Omit<Draft, 'class'> & { readonly class: 'read' }

/** For what a yes to a reading holds. */
export const readHoldsSchema = z.enum(['run', 'conversation'])
/** See {@link readHoldsSchema}. */
export type ReadHolds = z.infer<typeof readHoldsSchema>

const holdsInWords: Readonly<Record<ReadHolds, Sentence>> = {
  run: say('gate.holds_in_run'),
  conversation: say('gate.holds_in_conversation'),
}

/** What a yes to a question permits: the path that it names, and where that is not all, the hash of what is asked of it. */
export function readTermsOf({ reference, asked }: Pick<ReadQuestion, 'reference' | 'asked'>): ReadTerms {
  return { reference, ...(asked === undefined ? {} : { asked: sha256(canonicalJson(asked)) }) }
}

/** See {@link readTermsOf}. */
export const readTermsSchema = z.object({ reference: z.string(), asked: z.string().optional() })
/** See {@link readTermsOf}. */
export type ReadTerms = z.infer<typeof readTermsSchema>

/** What a yes to one call is bound to: its input, and where that can change, what it is given to. */
export function askedOf({ pin }: Pick<RegisteredTool, 'pin'>, input: unknown): unknown {
  return pin === undefined ? input : { pin: pin(), input }
}

/** Begins what a yes to a sending permits, where a yes to a reading has a path. */
const sending = 'hosts:'

/** What a yes to a sending permits. */
export function sendingTo(hosts: readonly string[]): string {
  return `${sending}${hosts.join(' ')}`
}

/** What a yes permits to a call that is asked for because of its policy: that call, wherever it leads. */
export const wholeCall = 'call'

/** Whether the gate itself asked: a question of the tool, about a path, is another one. */
export function isOfGate(reference: string): boolean {
  return reference === wholeCall || reference.startsWith(sending)
}

/** Makes a draft of a question about reading: a yes is bound to the path that it names, and to what is asked of it. */
export function draftOfQuestion(
  { name }: Pick<ReadTool, 'name'>,
  input: unknown,
  question: ReadQuestion,
  holds: ReadHolds,
): ReadDraft {
  const { preview } = question
  const shown = {
    tool: name,
    class: 'read' as const,
    input: asJson(input),
    plan: { ...readTermsOf(question), holds },
    preview: spoken({ ...preview, holds: holdsInWords[holds] }),
  }
  return {
    ...shown,
    raisedBecause: [],
    said: {},
    planHash: planHash(shown),
    typeToConfirm: null,
    isRaised: false,
  }
}

/**
 * Gives what a tool planned its final class, the words why, and the hash by which it is approved. A plan may raise the
 * class and never lowers it. What a person does by a gesture is not `asked`: how many things it touches then raises
 * nothing.
 */
export function draftOfPlan(tool: WriteTool, input: unknown, planned: Planned<unknown>, asked = true): Draft {
  // The form in which it is stored: what is hashed now is what is read back later.
  const plan = asJson(planned.plan)
  const sends = hostsOfCall(tool, input)
  const preview = previewSchema.safeParse(
    asJson(sends.length === 0 ? planned.preview : { ...planned.preview, sends }),
  )
  if (!tool.plan.safeParse(plan).success || !preview.success) {
    throw new AppError('internal', `What ${tool.name} planned does not have its plan’s shape.`)
  }
  const raises = raisesOf(planned, preview.data, asked)
  const raised = raises.reduce<WriteClass>((sum, raise) => severest(sum, raise.class), tool.class)
  const shown = {
    tool: tool.name,
    class: raised,
    input: asJson(input),
    plan,
    preview: preview.data,
  }
  const reasons = raised === tool.class ? [] : raises.flatMap(({ reason }) => reason)
  return {
    class: raised,
    raisedBecause: reasons.map(textOf),
    said: saidOf(reasons),
    input: shown.input,
    plan,
    preview: preview.data,
    planHash: planHash(shown),
    typeToConfirm: typedConfirmation(raised, preview.data),
    // A command can't be undone whichever it is; what stands in a plan is about this one.
    isRaised: raised !== tool.class || planned.raise !== undefined,
  }
}

/** The plan's own wish, and what holds for every tool. */
function raisesOf({ raise }: Planned<unknown>, { targets, recovery }: Preview, asked: boolean): Raise[] {
  const raises = raise === undefined ? [] : [raise]
  // Whatever its tool is usually: what stays for good is decided in a dialog, also where a version control might have it
  // (docs/decisions/0025-what-raises-a-plan.md says why that is not asked).
  if (recovery === 'none') raises.push({ class: 'destructive_update', reason: say('gate.for_good') })
  const count = thingsIn(targets)
  if (!asked || count <= targetsOfOneChange) return raises
  return [...raises, { class: 'destructive_update', reason: say('gate.many_things', { count }) }]
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
