import type { z } from 'zod'
import type { Actor } from '../actor'
import type { Proposal } from '../contract/changes'
import type { UndoChoice, UndoComparison, UndoItem } from '../contract/undo-choices'
import type { Usage } from '../run/blocks'
import type { Sentence } from '../sentences/sentence'
import type { Choice, ChooseBy, Edited } from './choice'
import type { ReadTool, ToolModule, ToolNames, ToolOf, WriteTool } from './define'
import type { Picture } from './picture'
import type { ChangePreview, Preview, Raise, Target } from './preview'
import type { Origin, ToolResult, UndoneSince } from './result'

/** What every implementation is told about its call. */
export interface ToolContext {
  readonly signal: AbortSignal
  /** Reports how far a long call is; `total` absent when unknown. */
  readonly progress: (done: number, total?: number, note?: string) => void
  /** The run that called, or the session of an MCP client; null for a person or the command line. */
  readonly runId: string | null
  /** Who asked for it, for records that keep who wrote them; absent where nobody did, as when a crash is cleared up. */
  readonly actor?: Actor
  /** Set where the call is the person's own gesture: what they handed over is theirs to give. */
  readonly byHand?: true
  /** The plans of this run's proposals that wait for a decision, oldest first: what a plan may build on. */
  readonly pendingPlans?: () => readonly unknown[]
  /**
   * What the run has read from outside, and the runs before it in its conversation, by name: what it plans to write may
   * repeat that, and a record that keeps these names tells whoever reads it later. Absent for who has no run.
   */
  readonly outside?: () => readonly string[]
  /** What became of a proposal of the caller's own, by id or short number; null for all others. */
  readonly ownProposal?: (idOrNumber: string) => OwnProposal | null
  /** Canonical paths that are read only because the person allowed it. */
  readonly permitted?: readonly string[]
  /** The only hosts that it may send to, where no person decided on this very call; absent where one did. */
  readonly onlyHosts?: readonly string[]
  /** Takes what this call had a model do, so that it counts where the call does. */
  readonly used?: (usage: Usage) => void
}

/** A proposal as whoever made it is told of it. */
export interface OwnProposal {
  /** The last that a person had made anew of the one that was asked for, where there is one. */
  readonly proposal: Proposal
  /** What applying it gave; null before, and where nothing was applied. */
  readonly result: ToolResult | null
  /** The same for the model: what exactly was applied, or why not. */
  readonly told: string
  /** What was undone of it since. */
  readonly undone: UndoneSince | null
  /** The id of the one that was asked for, where it is another. */
  readonly madeAnewFrom: string | null
  /** Where what is told comes from. */
  readonly origin: Origin
}

/** What an effect is told in addition. */
export interface EffectContext<Inverse> extends ToolContext {
  /**
   * Stores what undoes the effect, durably, **before** the effect begins. Must be called exactly once.
   * After a crash the gate rolls back by `revert(inverse)`, so `revert` accepts an effect that never happened
   * or only half happened.
   */
  readonly journal: (inverse: Inverse) => void
  /** Set where `revert` clears up after an effect that failed: what others did since is then left as it is. */
  readonly rollback?: true
}

/** What a person chose for a thing that stands in the way of an undo, by its reference; null where nothing was. */
export type ChosenFor = (reference: string) => UndoChoice | null

/** What goes on after the answer to what began it. */
export interface Ongoing {
  /** Resolves at its end, whatever comes. */
  readonly ended: Promise<void>
  /** Makes it end soon; without effect on what has ended. */
  stop(): void
}

/** What a tool answers: `content` for the model, `state` for people. */
export interface Answer<State> {
  readonly content: string
  /** Pictures that go with the content. */
  readonly images?: readonly Picture[]
  readonly state: State
  /** Default: the module's. */
  readonly origin?: Origin
  /** Titles or addresses of what the content was read from; empty when it has no text from outside. */
  readonly sources?: readonly string[]
  /** The canonical paths that were read or looked through; which granted folders hold them is told beside the call. */
  readonly places?: readonly string[]
  /** What was begun and lives on: a person can stop it where it was approved. */
  readonly goesOn?: Ongoing
}

/** What planning answers; reads only. */
export interface Planned<Plan> {
  readonly plan: Plan
  readonly preview: Preview
  readonly raise?: Raise
  /** Titles or addresses of what the preview's summary quotes, which programs are told; as those of an answer. */
  readonly sources?: readonly string[]
}

/** What planning answers where there is nothing to change: it is not proposed and not in the ledger. */
export interface Unchanged<State> {
  readonly unchanged: Answer<State>
}

/** What a person must be asked before something is read. */
export interface ReadQuestion {
  /** The canonical path that a yes permits, and nothing else. */
  readonly reference: string
  /** What is asked of that path, where a yes is to exactly this and not to every use of the path; default: to the path. */
  readonly asked?: unknown
  /** Why it is asked, where the preview does not say it. */
  readonly because?: readonly Sentence[]
  readonly preview: Preview
}

/** The implementation of a read tool. */
export interface ReadImplementation<T extends ReadTool> {
  /**
   * What the things are called that the input names by an id, by its fields, for a person who is asked about the call:
   * an id says nothing to them. A thing that is not there is left out.
   */
  names?(input: z.output<T['input']>): Readonly<Record<string, string>>
  /**
   * What the person must be asked before this is read; null where no yes could help. Called when `run`, which is called
   * without permission first, has refused with `denied` or `outside_grant` and there is someone to ask.
   */
  ask?(input: z.output<T['input']>, context: ToolContext): Promise<ReadQuestion | null>
  run(input: z.output<T['input']>, context: ToolContext): Promise<Answer<z.input<T['output']>>>
}

/** What became of an effect that was to be taken back. */
export interface Reverted {
  readonly content: string
  /** Set where it can't be taken back: that what was begun may have been done. */
  readonly interrupted?: Sentence
}

/** What becomes of one thing by plans that build on each other: from what is there now to after the last of them. */
export interface Combined {
  readonly target: Target
  readonly changes: readonly ChangePreview[]
}

/** A plan that waits for a decision, with what it was made from. */
export type Proposed<T extends WriteTool> = Planned<z.output<T['plan']>> & {
  readonly input: z.output<T['input']>
}

/** The implementation of a write tool. */
export interface WriteImplementation<T extends WriteTool> {
  /** Reads what is there and says what will be; changes nothing. */
  plan(
    input: z.output<T['input']>,
    context: ToolContext,
  ): Promise<Planned<z.output<T['plan']>> | Unchanged<z.input<T['output']>>>
  /**
   * Completes an approved plan with what it brings in from outside, before its turn: other effects do not wait for a slow
   * server meanwhile. It may store contents, and changes nothing else. Stopped, it answers what is whole by then.
   */
  gather?(plan: z.output<T['plan']>, context: ToolContext): Promise<z.output<T['plan']>>
  /** Throws `conflict` where what a plan was made against moved, as `apply` would; changes nothing. */
  requireBase?(plan: z.output<T['plan']>): Promise<void>
  /** Applies exactly that plan; throws `conflict` if its base moved. */
  apply(
    plan: z.output<T['plan']>,
    context: EffectContext<z.output<T['inverse']>>,
  ): Promise<Answer<z.input<T['output']>>>
  /**
   * Brings back what was there; throws `conflict` if it was changed since. Journals its own inverse, which makes
   * undo undoable by the same function. Returns one sentence that says what was restored.
   *
   * A tool whose effect can't be taken back answers `interrupted` after a crash or a failure: what it did, wholly or
   * in part, stays. The sentence then says that.
   */
  revert(inverse: z.output<T['inverse']>, context: EffectContext<z.output<T['inverse']>>): Promise<Reverted>
  /**
   * Ids of the deleted documents that `revert` brings back and without which there is nothing to bring back: once one is
   * gone for good, the undo has ended.
   */
  broughtBack?(inverse: z.output<T['inverse']>): readonly string[]
  /** What of its output a plan knows before it is applied, for a dry run; what is absent is not known. */
  foresee?(plan: z.output<T['plan']>): unknown
  /**
   * What plans of its module, each made on those before it, come to; the same for every tool of the module. Null where they
   * are best shown one after the other.
   */
  together?(plans: readonly unknown[], context: ToolContext): Promise<readonly Combined[] | null>
  /** How a plan can be approved in part; with `narrow`. */
  readonly chooseBy?: ChooseBy
  /** The plan for the chosen parts alone, against the same base; throws `invalid_input` for a part that there is not. */
  narrow?(
    proposed: Planned<z.output<T['plan']>>,
    choice: Choice,
    context: ToolContext,
  ): Promise<Planned<z.output<T['plan']>>>
  /** The plan with content that a person gave in place of the proposed one, against the same base; with `textToEdit`. */
  edit?(proposed: Proposed<T>, edited: Edited, context: ToolContext): Promise<Planned<z.output<T['plan']>>>
  /** The text that `edit` takes another for, as it was proposed; null where there is none that could be edited by hand. */
  textToEdit?(proposed: Proposed<T>, context: ToolContext): Promise<string | null>
  /** The things that `revert` brings back and that can be brought back one by one, as they are now; with `onlyItems`. */
  items?(inverse: z.output<T['inverse']>, context: ToolContext): Promise<readonly UndoItem[]>
  /** What undoes the things of these references alone. */
  onlyItems?(inverse: z.output<T['inverse']>, references: ReadonlySet<string>): z.output<T['inverse']>
  /** What was changed since and makes `revert` throw `conflict`, with what can be chosen; empty when nothing does. */
  compare?(inverse: z.output<T['inverse']>, context: ToolContext): Promise<readonly UndoComparison[]>
  /**
   * The inverse that does what was chosen, from what is there now, so that undoing the undo brings that back; null
   * where all of it is kept. Throws `conflict` for what nothing, or nothing that is offered, was chosen for.
   */
  rebase?(
    inverse: z.output<T['inverse']>,
    chosen: ChosenFor,
    context: ToolContext,
  ): Promise<z.output<T['inverse']> | null>
}

/** The implementation that fits a tool. */
export type Implementation<T> = T extends WriteTool
  ? WriteImplementation<T>
  : T extends ReadTool
    ? ReadImplementation<T>
    : never

/** One implementation per tool of the module: a missing or extra one does not compile. */
export type ModuleRuntime<M extends ToolModule> = {
  readonly [Name in ToolNames<M>]: Implementation<ToolOf<M, Name>>
}
