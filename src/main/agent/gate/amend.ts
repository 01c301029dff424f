import type { Amendment } from '../../../shared/contract/changes'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Sentence, saidOf } from '../../../shared/sentences/sentence'
import { type Choice, type ChooseBy, type Edited, editableCharacters } from '../../../shared/tool/choice'
import { severest } from '../../../shared/tool/classes'
import { choiceOf, isShownWhole, keysOf, type Part, partsOf } from '../../../shared/tool/parts'
import type { ChangePreview, Preview } from '../../../shared/tool/preview'
import type { Planned, Proposed, ToolContext } from '../../../shared/tool/runtime'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import type { StoredAmendment, StoredProposal } from '../../db/proposals'
import type { RegisteredWrite } from './apply'
import { draftOfPlan } from './draft'

/** Names of parts that a note gives. */
const namedParts = 10

/** A wish to approve something else than the whole of what was proposed. */
export interface AmendmentWish {
  readonly choice?: Choice | undefined
  readonly edited?: Edited | undefined
}

/** An amendment before anyone put their name to it. */
export type DraftedAmendment = Omit<StoredAmendment, 'by'> & { readonly typeToConfirm: string | null }

/**
 * The plan for what a person chose or wrote, held to the same base; null when that is the whole as it is. Throws
 * `invalid_input` for a choice and an edit at once, `unsupported` where its tool has no such change.
 */
export async function draftAmendment(
  proposal: StoredProposal,
  { tool, implementation }: RegisteredWrite,
  { choice, edited }: AmendmentWish,
  signal: AbortSignal,
): Promise<DraftedAmendment | null> {
  if (choice === undefined && edited === undefined) return null
  if (choice !== undefined && edited !== undefined) {
    throw new AppError('invalid_input', say('proposal.parts_or_edit'), { field: 'edited' })
  }
  const proposed = proposedOf(proposal, tool)
  const context: ToolContext = { signal, progress: () => undefined, runId: proposal.runId }
  if (edited !== undefined) {
    if (implementation.edit === undefined) {
      throw new AppError('unsupported', say('proposal.not_edited', { title: tool.title }), {
        field: 'edited',
      })
    }
    const planned = await implementation.edit(proposed, edited, context)
    // Compared before anything is said of the edit, which was no part of the proposal.
    if (hashOf(proposal, draftOfPlan(tool, proposal.input, planned)) === proposal.planHash) return null
    return finish(proposal, tool, planned, { choice: null, edited: true, note: say('gate.edited') })
  }
  const chosen = chosenParts(proposal.preview, implementation.chooseBy, choice ?? {})
  if (chosen === 'all') return null
  if (implementation.narrow === undefined) throw onlyAsAWhole()
  const planned = await implementation.narrow(proposed, chosen.choice, context)
  return finish(proposal, tool, planned, { ...chosen, edited: false })
}

/** The text that a person may put another in place of; throws `unsupported` where there is none. */
export async function draftText(
  proposal: StoredProposal,
  { tool, implementation }: RegisteredWrite,
  signal: AbortSignal,
): Promise<string> {
  const context: ToolContext = { signal, progress: () => undefined, runId: proposal.runId }
  const text = await implementation.textToEdit?.(proposedOf(proposal, tool), context)
  if (text === null || text === undefined || text.length > editableCharacters) {
    throw new AppError('unsupported', say('proposal.not_edited', { title: tool.title }))
  }
  return text
}

function proposedOf(
  proposal: StoredProposal,
  tool: RegisteredWrite['tool'],
): Proposed<RegisteredWrite['tool']> {
  const [plan, input] = [tool.plan.safeParse(proposal.plan), tool.input.safeParse(proposal.input)]
  if (!plan.success || !input.success) {
    throw new AppError('conflict', say('proposal.other_version'), { cause: plan.error ?? input.error })
  }
  return { plan: plan.data, preview: proposal.preview, input: input.data }
}

/** What an amendment looks like outside: without its plan. */
export function presentAmendment({ plan: _plan, ...amendment }: StoredAmendment): Amendment {
  return amendment
}

/** What the model is told beside the tool's own answer. */
export function amendmentForModel({ note, edited }: Amendment, written: string | undefined): string {
  if (!edited) return `Approved in part: ${note}`
  return written === undefined
    ? `${note} What was applied is not what you proposed; read it before you build on it.`
    : `${note} This was written instead:\n${written}\n(End of what was written.)`
}

function finish(
  proposal: StoredProposal,
  tool: RegisteredWrite['tool'],
  planned: Planned<unknown>,
  { note, ...amended }: Pick<StoredAmendment, 'choice' | 'edited'> & { readonly note: Sentence },
): DraftedAmendment {
  const draft = draftOfPlan(tool, proposal.input, planned)
  if (severest(draft.class, proposal.class) !== proposal.class) {
    throw new AppError('conflict', say('proposal.stricter', { why: draft.raisedBecause.join(' ') }))
  }
  // Confirmed as strictly as what was shown: a part never lowers the class.
  const { plan } = draft
  const preview = { ...draft.preview, said: { ...draft.preview.said, ...saidOf([note]) } }
  return {
    ...amended,
    note: note.text,
    class: proposal.class,
    plan,
    preview,
    planHash: hashOf(proposal, { plan, preview }),
    typeToConfirm: typedConfirmation(proposal.class, preview),
  }
}

/** What a decision on this plan, in place of the proposed one, is bound to. */
function hashOf(
  { tool, class: toolClass, input }: StoredProposal,
  { plan, preview }: Pick<DraftedAmendment, 'plan' | 'preview'>,
): string {
  return planHash({ tool, class: toolClass, input, plan, preview })
}

/** Checks a choice against what was shown, and says it in words. */
function chosenParts(
  { changes }: Preview,
  by: ChooseBy | undefined,
  choice: Choice,
): 'all' | { choice: Choice; note: Sentence } {
  const given = Object.entries(choice).filter(([, parts]) => parts !== undefined)
  if (by === undefined) throw onlyAsAWhole()
  if (given.length !== 1 || given[0]?.[0] !== by) {
    throw new AppError('invalid_input', say('proposal.name_only', { by }), { field: 'choice' })
  }
  // What is not shown can neither be chosen nor left out knowingly.
  if (!isShownWhole(changes)) {
    throw new AppError('unsupported', say('proposal.too_long'), {
      field: 'choice',
    })
  }
  const parts = partsOf(changes, by)
  const keys = new Set(keysOf(choice, by))
  const unknown = [...keys].find((key) => !parts.some((part) => part.key === key))
  if (unknown !== undefined) {
    throw new AppError('invalid_input', say('proposal.no_part', { part: unknown }), {
      field: 'choice',
    })
  }
  if (keys.size === 0) {
    throw new AppError('invalid_input', say('proposal.choose_one'), {
      field: 'choice',
    })
  }
  if (keys.size === parts.length) return 'all'
  const taken = parts.filter((part) => keys.has(part.key))
  const left = parts.filter((part) => !keys.has(part.key))
  const names = (some: readonly Part[]) => some.slice(0, namedParts).map((part) => nameOf(changes, part, by))
  const note = say('gate.in_part', {
    ...{ by, count: taken.length, total: parts.length },
    ...{ names: names(taken), left: names(left), leftCount: left.length },
  })
  return { choice: choiceOf(by, taken), note }
}

/** A part's own name; of lines, their numbers. */
function nameOf(changes: readonly ChangePreview[], { change: place, index }: Part, by: ChooseBy): string {
  const change = changes[place]
  if (by === 'hunks' && change?.kind === 'text') {
    const hunk = change.hunks[index]
    if (hunk !== undefined) return linesOf(hunk.oldStart, hunk.oldLines)
  }
  if (by === 'fields' && change?.kind === 'fields') return change.fields[index]?.name ?? ''
  return change?.label ?? ''
}

function linesOf(start: number, count: number): string {
  return count <= 1 ? String(start) : `${start}–${start + count - 1}`
}

function onlyAsAWhole(): AppError {
  return new AppError('unsupported', say('proposal.whole'), { field: 'choice' })
}
