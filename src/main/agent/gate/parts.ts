import type { Change, ChangeLine, Proposal, ProposalLine } from '../../../shared/contract/changes'
import { proposalLineOf } from '../../../shared/contract/proposal-line'
import type { RememberOption } from '../../../shared/contract/standing-grants'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Answer } from '../../../shared/tool/runtime'
import type { Audit } from '../../changes/audit'
import { findChange, type StoredChange, type StoredChangeLine, undoersInPart } from '../../db/changes'
import type { Database } from '../../db/open'
import {
  findProposal,
  findProposalLine,
  type StoredProposal,
  type StoredProposalLine,
} from '../../db/proposals'
import { shownAt } from '../../db/trusted-time'
import type { Publish } from '../../publish'
import { rememberOptions } from '../policy/scopes'
import { taintReason } from '../policy/taint'
import type { Registry } from '../registry'
import { presentAmendment } from './amend'
import type { ApprovedWork } from './approved-work'
import type { Effects } from './effects'
import { presentNeeds } from './needs'
import type { Waiting } from './waiting'

/** What the gate is made of; its parts are functions over this. */
export interface GateParts {
  readonly db: Database
  readonly registry: Registry
  readonly publish: Publish
  readonly now: () => Date
  /** Whether what undoes a change is gone because its retention ended. */
  readonly undoEnded: (change: Pick<StoredChange, 'id' | 'tool' | 'at' | 'status'>) => boolean
  /** How long a proposal that is made now waits for a decision, in milliseconds. */
  readonly proposalLifetimeMs: () => number
  readonly audit: Audit
  readonly effects: Effects
  readonly waiting: Waiting
  readonly approvedWork: ApprovedWork
}

/** A proposal by id or short number; throws `not_found`. */
export function requireProposal({ db }: Pick<GateParts, 'db'>, id: string): StoredProposal {
  const proposal = findProposal(db, id)
  if (proposal === null) throw new AppError('not_found', say('proposal.none', { id }), { field: 'id' })
  return proposal
}

/** An entry of the ledger by id or short number; throws `not_found`. */
export function requireChange({ db }: Pick<GateParts, 'db'>, id: string): StoredChange {
  const change = findChange(db, id)
  if (change === null) throw new AppError('not_found', say('change.none', { id }), { field: 'id' })
  return change
}

type Presenting = Pick<GateParts, 'db' | 'registry' | 'approvedWork' | 'now'>

/** A proposal as it is shown: without its plan, with what the catalog says of its tool. */
export function presentProposal(parts: Presenting, stored: StoredProposal): Proposal {
  const { db, registry, approvedWork } = parts
  const { plan: _plan, result: _result, ...proposal } = stored
  return {
    ...proposal,
    ...ofCatalog(registry, stored.tool),
    ...ongoing(approvedWork, stored.changeId),
    expiresAt: waitsUntil(parts, stored),
    needs: presentNeeds(db, stored.needs),
    remember: stored.status === 'pending' ? offered(db, stored) : [],
    amendment: stored.amendment === null ? null : presentAmendment(stored.amendment),
  }
}

/** The same as lists and events carry it. */
export function presentProposalLine(parts: Presenting, stored: StoredProposalLine): ProposalLine {
  const { db, registry, approvedWork } = parts
  const needs = presentNeeds(db, stored.needs)
  const now = { ...ofCatalog(registry, stored.tool), ...ongoing(approvedWork, stored.changeId) }
  return proposalLineOf({ ...stored, ...now, expiresAt: waitsUntil(parts, stored), needs })
}

/** While a leap of the clock is not believed it waits longer than it was to: nobody is told of a moment that is past. */
function waitsUntil({ db, now }: Presenting, { status, expiresAt }: StoredProposalLine): number {
  return status === 'pending' ? shownAt(db, expiresAt, now().getTime()) : expiresAt
}

/** What `stop` would end: of a proposal what it began and that goes on although it is applied, of a change that too. */
function ongoing(approvedWork: ApprovedWork, changeId: string | null): Pick<Proposal, 'goesOn'> {
  return changeId !== null && approvedWork.goesOn(changeId) ? { goesOn: true } : {}
}

/** Looks after what a change began and that goes on after its answer, where there is any; its end is told of it. */
export function outlive(
  parts: Presenting & Pick<GateParts, 'publish' | 'undoEnded'>,
  changeId: string,
  { goesOn }: Pick<Answer<unknown>, 'goesOn'>,
  over: () => void = () => undefined,
): void {
  if (goesOn === undefined) return
  parts.approvedWork.outlive(changeId, goesOn, () => {
    announceChange(parts, changeId)
    over()
  })
  announceChange(parts, changeId)
}

function ofCatalog(registry: Registry, tool: string) {
  const found = registry.resolve(tool)
  const implementation = found?.kind === 'write' ? found.implementation : null
  return {
    ...registry.titles(tool),
    chooseBy: implementation?.chooseBy ?? null,
    editable: implementation?.edit !== undefined,
  }
}

/** Scopes that would have an effect: in a run that has read text from outside, no grant has any. */
function offered(db: Database, stored: StoredProposal): RememberOption[] {
  const { class: toolClass } = stored
  // What may be read is granted by folders, and a yes to one file is for that file.
  if (toolClass === 'read') return []
  const options = rememberOptions({ ...stored, class: toolClass })
  if (options.length === 0 || taintReason(db, stored) === null) return options
  return options.filter(({ scope }) => scope === 'target' || scope === 'container')
}

/** An entry as it is shown: without what undoes it, with what the catalog says of its tool. */
export function presentChange(
  {
    db,
    registry,
    undoEnded,
    approvedWork,
  }: Pick<GateParts, 'db' | 'registry' | 'undoEnded' | 'approvedWork'>,
  stored: StoredChange,
): Change {
  const { inverse: _inverse, ...change } = stored
  return {
    ...change,
    ...registry.titles(stored.tool),
    ...ongoing(approvedWork, stored.id),
    undoneInPart: undoersInPart(db, stored.id).length > 0,
    undoEnded: undoEnded(stored),
  }
}

/** The same as a list has it. */
export function presentChangeLine(
  { registry, undoEnded, approvedWork }: Pick<GateParts, 'registry' | 'undoEnded' | 'approvedWork'>,
  stored: StoredChangeLine,
): ChangeLine {
  return {
    ...stored,
    ...registry.titles(stored.tool),
    ...ongoing(approvedWork, stored.id),
    undoEnded: undoEnded(stored),
  }
}

/** Publishes a proposal as it is stored now; called after the commit. */
export function announceProposal(parts: Presenting & Pick<GateParts, 'publish'>, id: string): void {
  const stored = findProposalLine(parts.db, id)
  if (stored !== null) parts.publish({ type: 'proposal', proposal: presentProposalLine(parts, stored) })
}

/** Publishes an entry as it is stored now; called after the commit. */
export function announceChange(
  parts: Pick<GateParts, 'db' | 'registry' | 'publish' | 'undoEnded' | 'approvedWork'>,
  id: string,
): void {
  parts.publish({ type: 'change', change: presentChange(parts, requireChange(parts, id)) })
}
