import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { person } from '../../../src/shared/actor'
import type { AgentDesk } from './desk'

/** Puts an item on the shelf behind everyone's back, so that a proposal of it becomes a conflict. */
export async function makeConflict(desk: AgentDesk, proposalId: string, item: string): Promise<void> {
  putAside(desk, item, 'Put by somebody else.')
  await desk.bench.approve(proposalId)
}

/** Makes an item what somebody else wants it to be. */
export function putAside(desk: AgentDesk, item: string, text: string): void {
  writeFileSync(pathOf(desk, item), text)
}

/** Takes an item away behind everyone's back. */
export function takeAway(desk: AgentDesk, item: string): void {
  rmSync(pathOf(desk, item))
}

function pathOf(desk: AgentDesk, item: string): string {
  return join(dirname(desk.bench.db.raw.name), 'shelf', item)
}

/** Has a proposal made anew, as a person does in its card. */
export function proposeAnew(desk: AgentDesk, id: string) {
  return desk.bench.gate.proposeAgain({ id, by: person, signal: new AbortController().signal })
}

/** Numbers of the proposals that wait. */
export function waitingNumbers(desk: AgentDesk): number[] {
  return desk.bench.gate.proposals({ status: 'pending', limit: 10 }).map(({ number }) => number)
}
