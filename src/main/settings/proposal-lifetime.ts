import { defaultSettings, type ProposalLifetime } from '../../shared/contract/settings'
import type { Database } from '../db/open'
import { createSettingsTable } from '../db/settings'

const hourMs = 60 * 60 * 1000

/** How long a proposal waits for a decision, in milliseconds. */
export const proposalLifetimesMs: Readonly<Record<ProposalLifetime, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
}

/** Tells what is set, as it is now, in milliseconds. */
export function createProposalLifetime(db: Database): () => number {
  const table = createSettingsTable(db)
  return () => proposalLifetimesMs[{ ...defaultSettings, ...table.stored() }.proposalLifetime]
}
