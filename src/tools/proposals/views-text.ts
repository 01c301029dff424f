import { defineTexts, formatNumber } from '../../renderer/text/language'
import type { ProposalStatus } from '../../shared/contract/changes'

/** The texts of the views of tools that look at proposals. */
export const text = defineTexts(
  {
    looking: 'Looking up a proposal',
    found: (number: number, status: string, undone: boolean) =>
      undone ? `Proposal #${number}: undone since` : `Proposal #${number}: ${status}`,
    statuses: {
      pending: 'waits for a decision',
      approved: 'is being applied',
      applied: 'applied',
      rejected: 'rejected',
      conflict: 'out of date',
      failed: 'failed',
      expired: 'expired',
      withdrawn: 'withdrawn',
    } satisfies Record<ProposalStatus, string>,
    proposal: 'Proposal',
    tool: 'Tool',
    status: 'State',
    proposed: 'Proposed',
    expires: 'Expires',
    decided: 'Decided',
    reason: 'Reason',
    approved: 'Approved',
    undone: 'Undone by',
    undoneInPart: 'Undone in part by',
    things: 'Undone things',
    these: ({ things, more }: { things: readonly string[]; more: number }) =>
      more === 0 ? things.join(', ') : `${things.join(', ')} and ${formatNumber(more)} more`,
    change: (number: number) => `Change #${number}`,
    result: 'What was applied',
  },
  {
    looking: 'Sieht einen Vorschlag nach',
    found: (number, status, undone) =>
      undone ? `Vorschlag #${number}: seither rückgängig gemacht` : `Vorschlag #${number}: ${status}`,
    statuses: {
      pending: 'wartet auf eine Entscheidung',
      approved: 'wird ausgeführt',
      applied: 'ausgeführt',
      rejected: 'abgelehnt',
      conflict: 'überholt',
      failed: 'fehlgeschlagen',
      expired: 'abgelaufen',
      withdrawn: 'zurückgezogen',
    },
    proposal: 'Vorschlag',
    tool: 'Werkzeug',
    status: 'Stand',
    proposed: 'Vorgeschlagen',
    expires: 'Läuft ab',
    decided: 'Entschieden',
    reason: 'Begründung',
    approved: 'Freigegeben',
    undone: 'Rückgängig durch',
    undoneInPart: 'Zum Teil rückgängig durch',
    things: 'Rückgängig gemacht',
    these: ({ things, more }) =>
      more === 0 ? things.join(', ') : `${things.join(', ')} und ${formatNumber(more)} weitere`,
    change: (number) => `Änderung #${number}`,
    result: 'Was ausgeführt wurde',
  },
)
