import type { Amendment } from '../../../shared/contract/changes'
import { AppError, assertNever } from '../../../shared/errors'
import { inQuotes } from '../../../shared/sentences/english'
import type { Choice, ChooseBy, Edited } from '../../../shared/tool/choice'
import { severest } from '../../../shared/tool/classes'
import { choiceOf, isShownWhole, keysOf, type Part, partsOf } from '../../../shared/tool/parts'
import type { ChangePreview, Preview } from '../../../shared/tool/preview'
import type { Planned, ToolContext } from '../../../shared/tool/runtime'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import type { StoredAmendment, StoredProposal } from '../../db/proposals'
import type { RegisteredWrite } from './apply'
import { draftOf } from './draft'

/** Names of parts that a note gives. */
const namedParts = 10

/** A wish to approve something else than the whole of what was proposed. */
export interface AmendmentWish {
  readonly choice?: Choice | undefined
  readonly edited?: Edited | undefined
}

/** An amendment before anyone put their name to it. */
export type DraftedAmendment = Omit<StoredAmendment, 'by'> & { readonly typeToConfirm: string | null }

/** The plan for what a person chose or wrote, held to the same base; null when that is the whole as it is. */
export async function draftAmendment(
  proposal: StoredProposal,
  { tool, implementation }: RegisteredWrite,
  { choice, edited }: AmendmentWish,
  signal: AbortSignal,
): Promise<DraftedAmendment | null> {
  if (choice === undefined && edited === undefined) return null
  if (choice !== undefined && edited !== undefined) {
    throw new AppError('invalid_input', 'Choose parts or edit the content, not both.', { field: 'edited' })
  }
  const plan = tool.plan.safeParse(proposal.plan)
  if (!plan.success) {
    throw new AppError('conflict', 'It was planned by another version of Countersign.', { cause: plan.error })
  }
  const proposed = { plan: plan.data, preview: proposal.preview }
  const context: ToolContext = { signal, progress: () => undefined, runId: proposal.runId }
  if (edited !== undefined) {
    if (implementation.edit === undefined) {
      throw new AppError('unsupported', `What ${tool.title} proposes can’t be edited.`, { field: 'edited' })
    }
    const planned = await implementation.edit(proposed, edited, context)
    const note = 'The content was edited before it was approved.'
    const drafted = finish(proposal, tool, planned, { choice: null, edited: true, note })
    return drafted.planHash === proposal.planHash ? null : drafted
  }
  const chosen = chosenParts(proposal.preview, implementation.chooseBy, choice ?? {})
  if (chosen === 'all') return null
  if (implementation.narrow === undefined) throw onlyAsAWhole()
  const planned = await implementation.narrow(proposed, chosen.choice, context)
  return finish(proposal, tool, planned, { choice: chosen.choice, edited: false, note: chosen.note })
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
  amended: Pick<StoredAmendment, 'choice' | 'edited' | 'note'>,
): DraftedAmendment {
  const draft = draftOf(tool, proposal.input, planned)
  if (severest(draft.class, proposal.class) !== proposal.class) {
    throw new AppError(
      'conflict',
      `That would have to be confirmed more strictly: ${draft.raisedBecause.join(' ')} Nothing was changed. Reject it and let it be proposed anew.`,
    )
  }
  // Confirmed as strictly as what was shown: a part never lowers the class.
  const { plan, preview } = draft
  const { tool: name, class: toolClass, input } = proposal
  return {
    ...amended,
    class: toolClass,
    plan,
    preview,
    planHash: planHash({ tool: name, class: toolClass, input, plan, preview }),
    typeToConfirm: typedConfirmation(toolClass, preview),
  }
}

/** Checks a choice against what was shown, and says it in words. */
function chosenParts(
  { changes }: Preview,
  by: ChooseBy | undefined,
  choice: Choice,
): 'all' | { choice: Choice; note: string } {
  const given = Object.entries(choice).filter(([, parts]) => parts !== undefined)
  if (by === undefined) throw onlyAsAWhole()
  if (given.length !== 1 || given[0]?.[0] !== by) {
    throw new AppError('invalid_input', `Name ${by} and nothing else.`, { field: 'choice' })
  }
  // What is not shown can neither be chosen nor left out knowingly.
  if (!isShownWhole(changes)) {
    throw new AppError('unsupported', 'It is too long to be shown whole, so it can’t be approved in part.', {
      field: 'choice',
    })
  }
  const parts = partsOf(changes, by)
  const keys = new Set(keysOf(choice, by))
  const unknown = [...keys].find((key) => !parts.some((part) => part.key === key))
  if (unknown !== undefined) {
    throw new AppError(
      'invalid_input',
      `There is no part ${unknown} in this proposal. Nothing was changed.`,
      {
        field: 'choice',
      },
    )
  }
  if (keys.size === 0) {
    throw new AppError('invalid_input', 'Choose at least one part, or reject the proposal.', {
      field: 'choice',
    })
  }
  if (keys.size === parts.length) return 'all'
  const taken = parts.filter((part) => keys.has(part.key))
  const left = parts.filter((part) => !keys.has(part.key))
  const names = (some: readonly Part[]) => listed(some.map((part) => nameOf(changes, part, by)))
  const note = `${taken.length} of ${parts.length} ${wordFor(by)}: ${names(taken)}. Left out: ${names(left)}.`
  return { choice: choiceOf(by, taken), note }
}

function nameOf(changes: readonly ChangePreview[], { change: place, index }: Part, by: ChooseBy): string {
  const change = changes[place]
  if (by === 'hunks' && change?.kind === 'text') {
    const hunk = change.hunks[index]
    if (hunk !== undefined) return linesOf(hunk.oldStart, hunk.oldLines)
  }
  if (by === 'fields' && change?.kind === 'fields') return change.fields[index]?.name ?? ''
  return inQuotes(change?.label ?? '')
}

function wordFor(by: ChooseBy): string {
  switch (by) {
    case 'items':
      return 'items'
    case 'hunks':
      return 'places'
    case 'fields':
      return 'fields'
    default:
      return assertNever(by)
  }
}

function linesOf(start: number, count: number): string {
  return count <= 1 ? `line ${start}` : `lines ${start}–${start + count - 1}`
}

function listed(names: readonly string[]): string {
  const more = names.length - namedParts
  return `${names.slice(0, namedParts).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function onlyAsAWhole(): AppError {
  return new AppError('unsupported', 'This can only be approved as a whole.', { field: 'choice' })
}
