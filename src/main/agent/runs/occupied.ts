import type { Actor } from '../../../shared/actor'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Recorder } from './recorder'
import type { RetryDesk } from './retry-desk'

/** A run at work. */
export interface ActiveRun {
  readonly runId: string
  readonly recorder: Recorder
  readonly actor: Actor
  /** The assistant's id. */
  readonly assistant: string
}

/** The same, with what ends it and what it waits at. */
export interface Working extends ActiveRun {
  readonly controller: AbortController
  readonly desk: RetryDesk
  done: Promise<void>
}

/** Which conversations have a run, so that none ever has two. */
export interface OccupiedConversations {
  of(conversationId: string): Working | undefined
  byRun(runId: string): Working | undefined
  /** A run of it is about to begin until this has ended; answers what `begin` does. */
  whileStarting<T>(conversationId: string, begin: () => Promise<T>): Promise<T>
  /** Resolves when no run is about to begin in a conversation. */
  begun(conversationId: string): Promise<void>
  enter(conversationId: string, run: Working): void
  leave(conversationId: string): void
  /** Its run waits for a decision, and goes on in the next host that stays. */
  leaveForNextHost(conversationId: string): void
  isRunning(conversationId: string): boolean
  /** Also true while a run waits for a decision that the next host that stays goes on with. */
  isBusy(conversationId: string): boolean
  /** These throw `busy`. */
  refuseBusy(conversationId: string): void
  refuseWhenClosing(): void
  readonly closing: boolean
  /** Resolves when no run is at work or about to begin. */
  idle(): Promise<void>
  /** Stops every run, lets none begin, and resolves when all have ended. */
  close(): Promise<void>
}

/** Starts with no run. */
export function createOccupiedConversations(): OccupiedConversations {
  /** These three by conversation. */
  const active = new Map<string, Working>()
  const starting = new Map<string, Promise<unknown>>()
  const left = new Set<string>()
  let closing = false

  const isRunning = (conversationId: string): boolean =>
    active.has(conversationId) || starting.has(conversationId)
  const refuseWhenClosing = (): void => {
    if (closing) throw new AppError('busy', say('conversation.closing'))
  }

  return {
    of: (conversationId) => active.get(conversationId),
    byRun: (runId) => [...active.values()].find((candidate) => candidate.runId === runId),
    whileStarting(conversationId, begin) {
      const begun = begin().finally(() => starting.delete(conversationId))
      starting.set(
        conversationId,
        begun.catch(() => null),
      )
      return begun
    },
    async begun(conversationId) {
      await starting.get(conversationId)
    },
    enter: (conversationId, run) => void active.set(conversationId, run),
    leave: (conversationId) => void active.delete(conversationId),
    leaveForNextHost: (conversationId) => void left.add(conversationId),
    isRunning,
    isBusy: (conversationId) => isRunning(conversationId) || left.has(conversationId),
    refuseBusy(conversationId) {
      refuseWhenClosing()
      if (isRunning(conversationId)) throw new AppError('busy', say('conversation.still_at_work'))
      if (left.has(conversationId)) throw new AppError('busy', say('conversation.waits'))
    },
    refuseWhenClosing,
    get closing() {
      return closing
    },
    async idle() {
      while (active.size + starting.size > 0) {
        await Promise.all([...starting.values(), ...[...active.values()].map((run) => run.done)])
      }
    },
    async close() {
      closing = true
      const all = [...active.values()]
      for (const run of all) run.controller.abort()
      await Promise.all(all.map((run) => run.done))
    },
  }
}
