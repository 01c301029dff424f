import type { ResultsCleared } from '../../../shared/run/reduction'
import type { Message, RunState } from '../../../shared/run/state'
import {
  costOf,
  messageUsages,
  type Prices,
  runUsages,
  sentTokens,
  sumOfUsages,
} from '../../../shared/run/usage'

/** The shown branch by places, from 0: some of its earlier messages may not be loaded. */
export interface Branch {
  readonly length: number
  message(at: number): Message | undefined
  versions(id: string): readonly string[] | undefined
  run(id: string): RunState | undefined
}

/** The first message of the answer that a message is part of. */
function answerStart(branch: Branch, at: number): Message | undefined {
  let start = branch.message(at)
  for (let before = at - 1; before >= 0; before--) {
    const message = branch.message(before)
    if (message?.role !== 'assistant') break
    start = message
  }
  return start
}

/** What a person had written that a message answers; empty where that is not loaded, or only files. */
function questionOf(branch: Branch, at: number): string {
  for (let before = at - 1; before >= 0; before--) {
    const message = branch.message(before)
    if (message?.role !== 'assistant') return message?.text ?? ''
  }
  return ''
}

/** Where a message stands: in its answer, in its run, and among its versions. Without prices there is no cost. */
export function placeIn(branch: Branch, at: number, prices: Prices | null) {
  const message = branch.message(at)
  const isAnswer = message?.role === 'assistant'
  const follows = isAnswer && branch.message(at - 1)?.role === 'assistant'
  const last = branch.message(at + 1)?.role !== 'assistant'
  // The versions of an answer are those of its first message, and its arrows are at its end.
  const first = isAnswer && last ? answerStart(branch, at) : undefined
  const ofAnswer = first !== undefined && branch.versions(first.id) !== undefined
  const version = ofAnswer ? first : message
  const shown = ofAnswer || !isAnswer || follows || last
  return {
    follows,
    before: follows && isRepeating(message) ? branch.message(at - 1) : undefined,
    toldAgain: isAnswer && isRepeating(branch.message(at + 1)),
    ...totalsAt(branch, at, last, prices),
    last,
    cutOff: last && isCutOff(message, branch.run(message?.runId ?? '')),
    ...clearedAt(branch, at),
    question: isAnswer && last ? questionOf(branch, at) : '',
    version: version?.id ?? '',
    versions: shown && version ? branch.versions(version.id) : undefined,
  }
}

/** Whether a message says again what the calls of the one before gave. */
function isRepeating(message: Message | undefined): boolean {
  return (
    message?.role === 'assistant' &&
    message.blocks.some((block) => block?.type === 'text' && block.repeats === true)
  )
}

/** Whether an answer ends at its length limit; a run that goes on by itself, or ended for that, says so itself. */
function isCutOff(message: Message | undefined, run: RunState | undefined): boolean {
  if (message?.role !== 'assistant' || message.stopReason !== 'max_tokens') return false
  return run?.status !== 'running' && !(run?.status === 'completed' && run.retryable && !run.turnCap)
}

/**
 * What an answer left out of its results bit by bit, told once where it began and as the sum; `clearedResults` is null
 * where there is nothing to tell, and 0 where it is not known how many they were.
 */
function clearedAt(
  branch: Branch,
  at: number,
): { readonly clearedResults: number | null; readonly clearedTokens: number } {
  const none = { clearedResults: null, clearedTokens: 0 }
  if (clearingsOf(branch.message(at)).length === 0) return none
  for (let before = at - 1; branch.message(before)?.role === 'assistant'; before--) {
    if (clearingsOf(branch.message(before)).length > 0) return none
  }
  const all: ResultsCleared[] = []
  for (let place = at; branch.message(place)?.role === 'assistant'; place++) {
    all.push(...clearingsOf(branch.message(place)))
  }
  if (all.some(({ results }) => results === undefined)) return { clearedResults: 0, clearedTokens: 0 }
  const sum = (values: readonly (number | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return {
    clearedResults: sum(all.map(({ results }) => results)),
    clearedTokens: sum(all.map(({ tokens }) => tokens)),
  }
}

function clearingsOf(message: Message | undefined): readonly ResultsCleared[] {
  const reductions = message?.role === 'assistant' ? (message.reductions ?? []) : []
  return reductions.filter((reduction) => reduction.kind === 'results_cleared')
}

/** What a run used in all its turns up to its last message here; nothing where some of them are not loaded. */
function totalsAt(branch: Branch, at: number, last: boolean, prices: Prices | null) {
  const found = last ? runUpTo(branch, at) : null
  const complete = found !== null && found.missing === null
  const runId = branch.message(at)?.runId ?? ''
  // What came after the run's turns counts at its end.
  const usages = (messages: readonly Message[]) =>
    branch.message(at + 1)?.runId === runId
      ? messages.flatMap(messageUsages)
      : runUsages(messages, branch.run(runId))
  const usage = sumOfUsages(complete ? usages(found.messages) : [])
  return {
    tokensIn: sentTokens(usage),
    tokensOut: usage.outputTokens,
    cost: prices === null ? null : costOf(usage, prices),
  }
}

/** Messages of a run in their order, and a place at which one of them may be that is not loaded. */
export interface RunOnBranch {
  readonly messages: readonly Message[]
  readonly missing: number | null
}

/** The messages of a run that are on the shown branch. */
export function runOnBranch(branch: Branch, runId: string): RunOnBranch {
  let last = branch.length - 1
  while (last >= 0 && branch.message(last)?.runId !== runId) last--
  if (last < 0) return { messages: [], missing: null }
  const after = last + 1
  const found = runUpTo(branch, last)
  const open = after < branch.length && branch.message(after) === undefined
  return { ...found, missing: found.missing ?? (open ? after : null) }
}

function runUpTo(branch: Branch, at: number): RunOnBranch {
  const runId = branch.message(at)?.runId
  const messages: Message[] = []
  for (let place = at; place >= 0; place--) {
    const message = branch.message(place)
    if (message === undefined) return { messages: messages.reverse(), missing: place }
    if (message.runId !== runId) break
    messages.push(message)
  }
  return { messages: messages.reverse(), missing: null }
}
