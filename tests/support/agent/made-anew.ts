import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { person } from '../../../src/shared/actor'
import type { AgentDesk } from './desk'

/** Puts an item on the shelf behind everyone's back, so that a proposal of it becomes a conflict. */
export async function makeConflict(desk: AgentDesk, proposalId: string, item: string): Promise<void> {
  const folder = dirname(desk.bench.db.raw.name)
  writeFileSync(join(folder, 'shelf', item), 'Put by somebody else.')
  await desk.bench.approve(proposalId)
}

/** Has a proposal made anew, as a person does in its card. */
export function proposeAnew(desk: AgentDesk, id: string) {
  return desk.bench.gate.proposeAgain({ id, by: person, signal: new AbortController().signal })
}

/** Numbers of the proposals that wait. */
export function waitingNumbers(desk: AgentDesk): number[] {
  return desk.bench.gate.proposals({ status: 'pending', limit: 10 }).map(({ number }) => number)
}
