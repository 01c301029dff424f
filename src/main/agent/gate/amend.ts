import type { Amendment } from '../../../shared/contract/changes'
import { AppError, assertNever } from '../../../shared/errors'
import type { Choice, ChooseBy, Edited } from '../../../shared/tool/choice'
import { severest } from '../../../shared/tool/classes'
import type { ChangePreview, Preview } from '../../../shared/tool/preview'
import type { Planned, ToolContext } from '../../../shared/tool/runtime'
import { planHash, typedConfirmation } from '../../changes/plan-hash'
import type { StoredAmendment, StoredProposal } from '../../db/proposals'
import { inQuotes } from '../quotation'
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
  if (changes.some((change) => change.kind === 'text' && change.truncated === true)) {
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
  const note = `${taken.length} of ${parts.length} ${wordFor(by)}: ${names(taken)}. Left out: ${names(left)}.`
  return { choice: choiceOf(by, taken), note }
}

interface Part {
  readonly key: string
  readonly change: number
  readonly index: number
  readonly name: string
}

function partsOf(changes: readonly ChangePreview[], by: ChooseBy): Part[] {
  return changes.flatMap((change, place): Part[] => {
    switch (by) {
      case 'items':
        return [{ key: `${place}`, change: place, index: place, name: inQuotes(change.label) }]
      case 'hunks':
        if (change.kind !== 'text') return []
        return change.hunks.map((hunk, index) => ({
          key: `${place}.${index}`,
          change: place,
          index,
          name: linesOf(hunk.oldStart, hunk.oldLines),
        }))
      case 'fields':
        if (change.kind !== 'fields') return []
        return change.fields.map((field, index) => ({
          key: `${place}.${index}`,
          change: place,
          index,
          name: field.name,
        }))
      default:
        return assertNever(by)
    }
  })
}

function keysOf(choice: Choice, by: ChooseBy): string[] {
  switch (by) {
    case 'items':
      return (choice.items ?? []).map((item) => `${item}`)
    case 'hunks':
      return (choice.hunks ?? []).map(({ change, hunk }) => `${change}.${hunk}`)
    case 'fields':
      return (choice.fields ?? []).map(({ change, field }) => `${change}.${field}`)
    default:
      return assertNever(by)
  }
}

function choiceOf(by: ChooseBy, parts: readonly Part[]): Choice {
  switch (by) {
    case 'items':
      return { items: parts.map(({ index }) => index) }
    case 'hunks':
      return { hunks: parts.map(({ change, index }) => ({ change, hunk: index })) }
    case 'fields':
      return { fields: parts.map(({ change, index }) => ({ change, field: index })) }
    default:
      return assertNever(by)
  }
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

function names(parts: readonly Part[]): string {
  const named = parts.slice(0, namedParts).map(({ name }) => name)
  const more = parts.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function onlyAsAWhole(): AppError {
  return new AppError('unsupported', 'This can only be approved as a whole.', { field: 'choice' })
}
