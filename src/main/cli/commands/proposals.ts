import type { Proposal } from '../../../shared/contract/changes'
import { AppError, type ErrorShape } from '../../../shared/errors'
import { type Choice, choiceSchema } from '../../../shared/tool/choice'
import { choiceOf, isShownWhole, partsOf } from '../../../shared/tool/parts'
import type { Client } from '../../rpc/client'
import { parseCommand, parseJson, usageError } from '../arguments'
import { type ExitStatus, exitStatus, exitStatusOf } from '../exit-status'
import { everyLine, openedLines } from '../list-whole'
import { inOneLine, type Output } from '../output'
import { decidedDocument, proposalDocument, proposalText } from '../records'
import type { Command } from './command'

/** The inbox from the command line. */
export const proposals: Command = {
  usage:
    '[list | show ID | approve ID [--items 1,3 | --choice JSON] [--typed TEXT] | reject ID [--reason R] | again ID]',
  summary: 'See and decide what waits.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, {
      reason: { type: 'string' },
      typed: { type: 'string' },
      items: { type: 'string' },
      choice: { type: 'string' },
      all: { type: 'boolean', default: false },
    })
    const [action = 'list', id, ...rest] = positionals
    if (rest.length > 0 || (action === 'list' && id !== undefined)) throw usageError('Too many arguments.')
    if (!['list', 'show', 'approve', 'reject', 'again'].includes(action)) {
      throw usageError(`There is no "proposals ${action}". Use list, show, approve, reject or again.`)
    }
    if (action !== 'list' && !id) throw usageError(`ID is missing: proposals ${action} ID`)
    const out = output(values.json)
    if (action !== 'approve' && (values.items ?? values.choice ?? values.typed) !== undefined) {
      throw usageError('--items, --choice and --typed belong to "proposals approve".')
    }
    if (action !== 'reject' && values.reason !== undefined)
      throw usageError('--reason belongs to "proposals reject".')
    if (action !== 'list' && values.all) throw usageError('--all belongs to "proposals list".')
    const chosen = chosenParts(values)
    const session = await open({ data: values.data })
    const { proposals: inbox } = session.client
    try {
      if (action === 'list' || id === undefined) return await list(inbox, values.all, out)
      if (action === 'show') {
        const [proposal, { moved }] = await Promise.all([inbox.get({ id }), inbox.lookAtBase({ id })])
        return show(proposal, out, exitStatus.done, moved)
      }
      if (action === 'reject') {
        const { proposal } = await inbox.reject({ id, reason: values.reason ?? '' })
        out.document(proposalDocument(proposal))
        out.text(`Rejected #${proposal.number}. Nothing was changed.`)
        return exitStatus.done
      }
      const whole = await inbox.get({ id })
      if (action === 'again') {
        return show(await inbox.proposeAgain({ id: whole.id }), out, exitStatus.waiting)
      }
      return await approve(inbox, whole, { choice: chosen?.(whole), typed: values.typed }, out)
    } finally {
      await session.close()
    }
  },
}

type Inbox = Client['proposals']

async function list(inbox: Inbox, all: boolean, out: Output): Promise<ExitStatus> {
  const found = await everyLine((page) => inbox.list({ status: all ? 'all' : 'pending', ...page }))
  if (out.json) out.document((await openedLines(found, inbox.get)).map(proposalDocument))
  for (const proposal of found) {
    const state = all ? `${proposal.status}  ` : ''
    out.text(`#${proposal.number}  ${state}${proposal.class}  ${inOneLine(proposal.summary)}`)
  }
  if (found.length === 0) out.text('Nothing waits.')
  return exitStatus.done
}

/** Prints a proposal, and how what it was planned against `moved` since, where that was looked at. */
function show(
  proposal: Proposal,
  out: Output,
  status: ExitStatus,
  moved: ErrorShape | null = null,
): ExitStatus {
  out.document({ ...proposalDocument(proposal), moved: moved === null ? null : moved.message })
  out.text(proposalText(proposal, moved))
  return status
}

/** Approves a proposal as it was just read, whole or the chosen parts of it. */
async function approve(
  inbox: Inbox,
  whole: Proposal,
  { choice, typed }: { readonly choice: Choice | undefined; readonly typed: string | undefined },
  out: Output,
): Promise<ExitStatus> {
  const { id, planHash } = whole
  const part = choice === undefined ? null : await inbox.amend({ id, planHash, choice })
  const { proposal, result } = await inbox.approve({
    id,
    planHash,
    // Naming the id on a command line is the deliberate act that typing is in the window.
    typed: typed ?? (part ?? whole).typeToConfirm ?? undefined,
    ...(part === null ? {} : { choice, amendedHash: part.planHash }),
  })
  out.document(decidedDocument({ proposal, result }))
  if (proposal.status === 'applied') {
    out.text(result?.content ?? `Applied #${proposal.number}.`)
    return exitStatus.done
  }
  out.note(proposal.reason ?? `#${proposal.number} was not applied: ${proposal.status}.`)
  return proposal.status === 'conflict'
    ? exitStatus.conflict
    : exitStatusOf(result?.error?.code ?? 'internal')
}

/** The parts that are approved, of a proposal once that is known; undefined for all of it. */
function chosenParts(values: {
  readonly items?: string | undefined
  readonly choice?: string | undefined
}): ((proposal: Proposal) => Choice) | undefined {
  const { items, choice } = values
  if (items !== undefined && choice !== undefined) throw usageError('Give --items or --choice, not both.')
  if (items !== undefined) {
    const numbers = items.split(',').map((item) => Number(item.trim()))
    if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
      throw usageError('--items takes numbers from 1 on, as in: --items 1,3')
    }
    return (proposal) => numbered(proposal, numbers)
  }
  if (choice === undefined) return undefined
  const parsed = choiceSchema.safeParse(parseJson(choice, '--choice'))
  if (parsed.success) return () => parsed.data
  throw usageError('--choice takes JSON such as {"items":[0,2]} or {"hunks":[{"change":0,"hunk":1}]}.')
}

/** The parts with these numbers, counted from 1 in the order in which `show` prints them. */
function numbered({ preview, chooseBy }: Proposal, numbers: readonly number[]): Choice {
  if (chooseBy === null) {
    throw new AppError('unsupported', 'This can only be approved as a whole.', { field: 'items' })
  }
  if (!isShownWhole(preview.changes)) {
    throw new AppError('unsupported', 'It is too long to be shown whole, so it can’t be approved in part.', {
      field: 'items',
    })
  }
  const parts = partsOf(preview.changes, chooseBy)
  const chosen = numbers.map((number) => {
    const part = parts[number - 1]
    if (part !== undefined) return part
    throw usageError(`There is no part ${number}: this proposal has ${parts.length}. Nothing was changed.`)
  })
  return choiceOf(chooseBy, chosen)
}
