import type { Actor } from '../../shared/actor'
import type { ConversationState } from '../../shared/run/state'
import type { GivenInputs } from '../../shared/sequences/definition'
import type { Model } from '../model/port'

/** Stands for the model of a run that follows a sequence. */
export const sequenceModelId = 'sequence'

/** What a run follows in place of a model. */
export interface Follows {
  readonly sequence: string
  readonly version: number
  readonly inputs: GivenInputs
  /** As whom its calls are made. */
  readonly actor: Actor
}

/** A run that follows a sequence, at work. */
export interface FollowingRun {
  readonly actor: Actor
  /** Turns that it may take. */
  readonly turns: number
  /** Its model, which decides from the conversation as it is. */
  model(state: () => ConversationState): Model
}

/** Which runs follow a sequence in place of a model. */
export interface Scripts {
  /** Null for a run of a model. */
  of(runId: string): FollowingRun | null
  /** What a run follows, for one that goes on from it; null for a run of a model. */
  followedBy(runId: string): Follows | null
  /** Notes it, in the transaction in which the run begins. */
  begin(run: Follows & { readonly runId: string; readonly conversationId: string }): void
}
