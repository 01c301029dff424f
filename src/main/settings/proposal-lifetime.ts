import { defaultSettings, type ProposalLifetime } from '../../shared/contract/settings'
import { dayMs, hourMs } from '../../shared/durations'
import type { Database } from '../db/open'
import { createSettingsTable } from '../db/settings'

/** How long a proposal waits for a decision, in milliseconds. */
export const proposalLifetimesMs: Readonly<Record<ProposalLifetime, number>> = {
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
}

/** Tells what is set, as it is now, in milliseconds. */
export function createProposalLifetime(db: Database): () => number {
  const table = createSettingsTable(db)
  return () => proposalLifetimesMs[{ ...defaultSettings, ...table.stored() }.proposalLifetime]
}
