import type { Actor, StandingApproval } from '../../shared/actor'
import type {
  Amendment,
  AuditCheck,
  Change,
  ChangeLine,
  Proposal,
  ProposalLine,
  UndoneTogether,
} from '../../shared/contract/changes'
import type { ToolPolicy } from '../../shared/contract/policies'
import type { Remember, StandingGrant } from '../../shared/contract/standing-grants'
import type { CallOutcome } from '../../shared/contract/tools'
import type { ComparedUndo, UndoDecision, UndoItem } from '../../shared/contract/undo-choices'
import type { AppError } from '../../shared/errors'
import type { SaidByText } from '../../shared/sentences/sentence'
import type { Choice, Edited } from '../../shared/tool/choice'
import type { ToolClass } from '../../shared/tool/classes'
import type { Policy } from '../../shared/tool/policy'
import type { Preview } from '../../shared/tool/preview'
import type { Origin, ToolResult, UndoneSince } from '../../shared/tool/result'
import type { Combined, ToolContext } from '../../shared/tool/runtime'
import type { ChangesQuery } from '../db/changes'
import type { ProposalsQuery } from '../db/proposals'

/** How a write may be applied without a decision: a process's standing approval, or the person's own gesture. */
export type Approval = StandingApproval | 'gesture' | null

/** One call of a tool by whoever it is. */
export interface GateCall {
  /** Name or alias. */
  readonly tool: string
  readonly input: unknown
  readonly actor: Actor
  readonly approval: Approval
  readonly runId: string | null
  readonly conversationId: string | null
  readonly toolUseId: string | null
  readonly signal: AbortSignal
  readonly progress?: ToolContext['progress']
  readonly used?: ToolContext['used']
  /** False to be refused what would have to be asked of a person. */
  readonly asks?: false
  /** Nobody is there to look: no policy applies anything by itself then. */
  readonly unattended?: boolean
  /** The run whose words a person keeps by this: what it had read from outside goes with them. */
  readonly keepsWordsOf?: { readonly runId: string; readonly conversationId: string } | undefined
}

/** A decided proposal, with what applying it gave when it was applied. */
export interface Decided {
  readonly proposal: Proposal
  readonly result: ToolResult | null
}

/** What undoing several changes in one go is told. */
interface UndoOfSeveral {
  readonly decisions?: readonly UndoDecision[] | undefined
  /** An earlier one that this goes on with. */
  readonly batch?: string | undefined
  readonly by: Actor
  readonly signal: AbortSignal
}

/** A plan of a dry run, with the tool that made it. */
export interface DryPlan {
  readonly tool: string
  readonly plan: unknown
  readonly preview: Preview
}

/** What a call came to that was made as far as reading and planning go. */
export type DryCall =
  /** It only reads, there is nothing to change, or it failed. */
  | { readonly kind: 'done'; readonly result: ToolResult }
  /** A person would be asked first. */
  | { readonly kind: 'asks'; readonly preview: Preview }
  /** It would send something to these hosts, or have the model do something where there are none; neither was done. */
  | { readonly kind: 'sends'; readonly hosts: readonly string[] }
  | {
      readonly kind: 'planned'
      readonly planned: DryPlan
      readonly class: ToolClass
      readonly raisedBecause: readonly string[]
      readonly said: SaidByText
      /** What of its output the plan knows; null for nothing. */
      readonly foreseen: unknown
    }

/** The one way to any effect. */
export interface Gate {
  /** Never throws for what a tool or its input does wrong: that is a result with `success: false`. */
  call(call: GateCall): Promise<CallOutcome>
  approve(decision: {
    id: string
    planHash: string
    typed?: string | undefined
    choice?: Choice | undefined
    edited?: Edited | undefined
    amendedHash?: string | undefined
    remember?: Remember | undefined
    by: Actor
  }): Promise<Decided>
  /** Shows what approving a part, or an edited content, would apply. */
  amend(wish: {
    id: string
    planHash: string
    choice?: Choice | undefined
    edited?: Edited | undefined
  }): Promise<Omit<Amendment, 'by'> & { readonly typeToConfirm: string | null }>
  /** The text that a person may put another in place of; throws `unsupported` where there is none. */
  textToEdit(of: { id: string; planHash: string }): Promise<string>
  reject(decision: { id: string; reason: string; by: Actor }): Promise<Decided>
  /** Rejects what ended without being applied; throws `conflict` where it waits or was decided otherwise. */
  giveUp(decision: { id: string; by: Actor }): Promise<Decided>
  proposeAgain(request: { id: string; by: Actor; signal: AbortSignal }): Promise<Proposal>
  /** How what a waiting proposal was planned against moved since; null where it stands, or that can't be told. */
  baseMoved(id: string): Promise<AppError | null>
  /** Resolves once the proposal is no longer pending; rejects with `cancelled` on abort. `used` takes what a read that was allowed had a model do. */
  decided(id: string, signal: AbortSignal, used?: ToolContext['used']): Promise<Decided>
  /** What became of a proposal, or of the last that was made anew of it; null while that waits, and where there is none. */
  settled(id: string): Decided | null
  /** The last that a person had made anew of a proposal, while nothing came of it yet; null where there is none. */
  waitingAnew(id: string): Pick<Proposal, 'number' | 'status'> | null
  /** What was undone of a change since; null while it stands. */
  undoneSince(changeId: string): UndoneSince | null
  /** Where the names of what a tool changed come from: see `ToolModule`. */
  originOf(tool: string): Origin
  /** What a tool is called in the ledger, which a model may have called by an alias. */
  nameOf(tool: string): string
  /** Grows whenever something was proposed, decided, changed or undone. */
  revision(): number
  /** Closes the pending proposals of a run that ended, and stops what its approved ones still bring in or do. */
  endProposalsOfRun(runId: string): void
  /**
   * Stops what an approved proposal brings in (what is whole by then is applied), reads or does, such as a command that
   * runs. False where nothing of it goes on.
   */
  stopApproved(id: string): boolean
  /** The same of a change that nobody was asked about, and of what a change began and that goes on after it. */
  stopChange(id: string): boolean
  proposals(query: ProposalsQuery): readonly Proposal[]
  /** The same as lines, for a list. */
  proposalLines(query: ProposalsQuery): readonly ProposalLine[]
  /** How many are pending in each conversation where there are any, or in one. */
  pendingIn(conversationId?: string): ReadonlyMap<string, number>
  /** By id or short number; throws `not_found`. */
  proposal(id: string): Proposal
  changes(query: ChangesQuery): readonly Change[]
  /** The same as lines, for a list. */
  changeLines(query: ChangesQuery): readonly ChangeLine[]
  change(id: string): Change
  undo(request: {
    id: string
    decisions?: readonly Omit<UndoDecision, 'changeId'>[]
    by: Actor
    signal: AbortSignal
  }): Promise<Change>
  /** The things of a change of many that can be undone one by one. */
  undoItems(request: { id: string; signal: AbortSignal }): Promise<{ items: UndoItem[] }>
  undoSome(request: {
    id: string
    references: readonly string[]
    by: Actor
    signal: AbortSignal
  }): Promise<Change>
  /** What was changed since and keeps an undo from bringing back what was there. */
  compareUndo(request: { id: string; signal: AbortSignal }): Promise<ComparedUndo>
  undoRun(request: UndoOfSeveral & { runId: string }): Promise<UndoneTogether>
  undoConversation(request: UndoOfSeveral & { conversationId: string }): Promise<UndoneTogether>
  undoSeveral(request: UndoOfSeveral & { ids: readonly string[] }): Promise<UndoneTogether>
  /** Takes back what one undo of several changes did. */
  undoBatch(request: UndoOfSeveral & { id: string }): Promise<UndoneTogether>
  /** What an assistant may do with each tool. */
  policies(assistant: string): readonly ToolPolicy[]
  /** The names of tools that an assistant may not use. */
  deniedTools(assistant: string): readonly string[]
  setPolicy(choice: { assistant: string; tool: string; policy: Policy | null; by: Actor }): ToolPolicy
  /** Approvals that are remembered. */
  standingGrants(status: 'active' | 'all'): readonly StandingGrant[]
  revokeStandingGrant(request: { id: string; by: Actor }): StandingGrant
  /** Ends for good the remembered approvals whose time is over. */
  endOverdueGrants(): void
  /** Closes the proposals whose time is over, and tells windows until when those wait that a leap of the clock keeps. */
  lookAtWaiting(): void
  verifyAudit(): Promise<AuditCheck>
  /** Runs something as a dry run, under the id of a run that is none; what it has read is forgotten with it. */
  asDryRun<T>(work: (runId: string) => Promise<T>): Promise<T>
  /** Makes a call of a dry run on what the plans before it would leave; nothing is proposed or applied. Never throws. */
  dryCall(call: GateCall, before: readonly DryPlan[]): Promise<DryCall>
  /** What plans that build on each other come to, thing by thing. */
  combine(plans: readonly DryPlan[], call: Pick<GateCall, 'signal' | 'actor'>): Promise<readonly Combined[]>
  /** At start: rolls back effects that a crash left under way, and expires what is too old. */
  recover(): Promise<void>
}
